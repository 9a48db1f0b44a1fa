import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { startInternet, type Internet } from '../tls/internet';

/** The subdomain of the Shopify shop. */
export const SHOP = 'lamps';

/** What n8n's credentials hold. */
export const SECRETS = {
	stripeKey: 'key of stripe',
	shopToken: 'token of the shop',
	shopSecret: 'app secret',
};

/** Stripe gives each webhook its secret. */
const STRIPE_SECRET = 'whsec_of_the_test';

export interface Sending {
	/** By default the right one. */
	secret?: string;
	/** When the signature was made. In seconds since 1970. By default now. */
	at?: number;
}

/** Stripe and a Shopify shop, as far as n8n's triggers use them. n8n reaches them through a proxy. */
export interface Shops extends Internet {
	/** The topics that n8n has registered. */
	readonly topics: () => string[];
	/** Sends an event, signed as Stripe does, and returns the status of the response. */
	readonly sendStripe: (event: object, sending?: Sending) => Promise<number>;
	/** Sends an order to the webhook, signed as Shopify does, and returns the status of the response. */
	readonly sendShopify: (order: object, sending?: Sending) => Promise<number>;
}

/** @param folder an existing folder for certificates */
export async function startShops(folder: string): Promise<Shops> {
	/** The webhooks of n8n by ID. */
	const webhooks = new Map<string, { host: string; url: string; topics: string[] }>();

	const register = (host: string, url: string, topics: string[]) => {
		const id = randomUUID();
		webhooks.set(id, { host, url, topics });
		return id;
	};
	const answer = (host: string, method: string, path: string, text: string): object | undefined => {
		const id = path.split(/[/.]/).find((part) => webhooks.has(part)) ?? '';
		if (method === 'DELETE') return webhooks.delete(id) ? {} : undefined;
		if (host === 'api.stripe.com' && method === 'POST' && path === '/v1/webhook_endpoints') {
			const form = new URLSearchParams(text);
			const events = [...form]
				.filter(([name]) => name.startsWith('enabled_events'))
				.map(([, event]) => event);
			const made = register(host, form.get('url') ?? '', events);
			return { id: made, secret: STRIPE_SECRET, status: 'enabled', enabled_events: events };
		}
		if (host === `${SHOP}.myshopify.com` && path.startsWith('/admin/api/')) {
			if (method === 'GET') return { webhooks: [] };
			const { webhook } = JSON.parse(text) as { webhook: { topic: string; address: string } };
			return { webhook: { id: register(host, webhook.address, [webhook.topic]) } };
		}
		return undefined;
	};
	const internet = await startInternet(folder, (request, response) => {
		void bodyOf(request).then((text) => {
			const { headers, method = '', url = '' } = request;
			const found = answer(headers.host ?? '', method, url.replace(/\?.*/, ''), text);
			response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
			response.end(JSON.stringify(found ?? { error: 'Not found' }));
		});
	});

	const send = async (host: string, body: string, headers: Record<string, string>) => {
		const webhook = [...webhooks.values()].find((one) => one.host === host);
		if (!webhook) throw new Error(`n8n has registered no webhook at ${host}.`);
		const all = { 'content-type': 'application/json', ...headers };
		return (await fetch(webhook.url, { method: 'POST', headers: all, body })).status;
	};
	return {
		...internet,
		topics: () => [...webhooks.values()].flatMap(({ topics }) => topics),
		sendStripe: async (event, { secret = STRIPE_SECRET, at = Math.floor(Date.now() / 1000) } = {}) => {
			const body = JSON.stringify(event);
			const v1 = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
			return await send('api.stripe.com', body, { 'stripe-signature': `t=${at},v1=${v1}` });
		},
		sendShopify: async (order, { secret = SECRETS.shopSecret } = {}) => {
			const body = JSON.stringify(order);
			return await send(`${SHOP}.myshopify.com`, body, {
				'x-shopify-topic': 'orders/updated',
				'x-shopify-shop-domain': `${SHOP}.myshopify.com`,
				'x-shopify-api-version': '2024-07',
				'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
			});
		},
	};
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}

/** An event of Stripe. @param amount in the smallest unit of the currency */
export const stripeCheckout = (
	id: string,
	email: string | null,
	amount: number,
	{ type = 'completed', currency = 'usd', status = 'paid' } = {},
) => ({
	id: `evt_${id}_${type}`,
	object: 'event',
	type: `checkout.session.${type}`,
	data: {
		object: {
			id: `cs_${id}`,
			object: 'checkout.session',
			amount_total: amount,
			currency,
			customer_details: { email },
			payment_status: status,
		},
	},
});

interface Refund {
	id: number;
	amount: string;
	currency?: string;
	status?: string;
}

/** By default a paid order of 25.90 dollars. */
export interface ShopifyOrder {
	email?: string | null;
	total?: string;
	/** The total in yen, if the customer pays in yen. */
	paid?: string;
	status?: string;
	/** Of the order, as ISO 8601. */
	day?: string;
	isTest?: boolean;
	refunds?: Refund[];
}

/** The content of a delivery of Shopify. */
export const shopifyOrder = (
	id: number,
	{ email = 'ada@members.example', total = '25.90', status = 'paid', ...more }: ShopifyOrder = {},
) => ({
	id,
	email,
	created_at: `${more.day ?? '2026-11-30'}T10:00:00+01:00`,
	financial_status: status,
	test: more.isTest ?? false,
	currency: 'USD',
	presentment_currency: more.paid === undefined ? 'USD' : 'JPY',
	total_price: total,
	total_price_set: {
		shop_money: { amount: total, currency_code: 'USD' },
		presentment_money: { amount: more.paid ?? total, currency_code: more.paid ? 'JPY' : 'USD' },
	},
	refunds: (more.refunds ?? []).map((refund) => ({
		id: refund.id,
		transactions: [
			{
				kind: 'refund',
				status: refund.status ?? 'success',
				amount: refund.amount,
				currency: refund.currency ?? 'USD',
			},
		],
	})),
});
