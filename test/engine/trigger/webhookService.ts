import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { endWaits } from '../../harness/clock';
import type { Random } from '../../harness/random';

/** A webhook in this service's records. */
export interface KeptHook {
	id: string | number;
	realm: string;
	url: string;
	events: string[];
	secret: string;
	active: boolean;
}

/** What goes wrong with a request. */
export interface Trouble {
	/** Whether the service does what was requested, although its response does not arrive. */
	isDone: boolean;
	/** The status of the response that arrives instead. Without it, the connection breaks. */
	status?: number;
	/** Its body, by default nothing. */
	text?: string;
}

/**
 * A service other than the sandbox. It has the webhook operations over HTTP, in shapes that the API document neither
 * states nor excludes. Its functions make the responses.
 */
export class WebhookService {
	readonly hooks: KeptHook[] = [];

	/** All requests as `METHOD path`, with the key. */
	readonly requests: Array<{ request: string; key: string }> = [];

	/** The accepted keys, by default any. */
	keys?: string[];

	/** The list of a realm in the response. */
	list: (hooks: KeptHook[]) => unknown = (hooks) => ({ data: hooks });

	/** The response to a registration or a change. */
	answer: (hook: KeptHook) => unknown = ({ id, url, events, active }) => ({ id, url, events, active });

	/** The record that it makes of a requested registration. */
	keep: (hook: KeptHook) => KeptHook = (hook) => hook;

	/** The response to every change, which is not made. */
	refusal?: object;

	/** A realm where nothing can be deleted. */
	locked?: string;

	/** The page of a proxy that responds instead, with status 404. */
	page?: string;

	/** Whether its own 404 has no further text. */
	isTerse = false;

	/** What goes wrong with a request to a realm, if anything. */
	disturb: (method: string, realm: string) => Trouble | undefined = () => undefined;

	private readonly server: Server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
			this.requests.push({ request: `${request.method} ${request.url}`, key });
			if (this.page !== undefined) {
				response.writeHead(404, { 'content-type': 'text/html' }).end(this.page);
				return;
			}
			const [method, url] = [request.method ?? '', request.url ?? ''];
			const handled = (): [number, unknown] => this.handle(method, url, Buffer.concat(chunks).toString());
			const trouble = this.disturb(method, /\/realm\/([^/]+)/.exec(url)?.[1] ?? '');
			if (trouble) {
				if (trouble.isDone) handled();
				if (trouble.status === undefined) request.socket.destroy();
				else response.writeHead(trouble.status).end(trouble.text ?? '');
				return;
			}
			const [status, body] =
				this.keys && !this.keys.includes(key) ? [401, { error: 'Unauthorized' }] : handled();
			response.writeHead(status, { 'content-type': 'application/json' });
			const isBare = body === undefined || (this.isTerse && status === 404);
			response.end(isBare ? '' : JSON.stringify(body));
		});
	});

	async start(): Promise<this> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		return this;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	get baseUrl(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** This service's signature of a body for a webhook. */
	sign(body: string, { secret }: KeptHook): string {
		return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
	}

	private handle(method: string, path: string, text: string): [number, unknown] {
		const [isKnownPath, realm = '', id] =
			/^\/api\/v1\/realm\/([^/]+)\/webhooks(?:\/([^/?]+))?(?:\?.*)?$/.exec(path) ?? [];
		if (isKnownPath === undefined) return [404, { error: 'Not Found', message: 'No such realm' }];
		if (method !== 'GET' && this.refusal) return [200, this.refusal];
		const given = (text === '' ? {} : JSON.parse(text)) as Partial<KeptHook>;
		const known = this.hooks.find((hook) => hook.realm === realm && String(hook.id) === id);
		if (id === undefined && method === 'GET')
			return [200, this.list(this.hooks.filter((hook) => hook.realm === realm))];
		if (id === undefined && method === 'POST') {
			const hook = { id: randomUUID(), realm, url: '', events: [], secret: '', active: true, ...given };
			this.hooks.push(this.keep(hook));
			return [201, this.answer(this.hooks.at(-1)!)];
		}
		if (!known) return [404, { error: 'Not Found', message: 'No such webhook' }];
		if (method === 'DELETE') {
			if (realm === this.locked) return [403, { error: 'Forbidden', message: 'The realm is locked' }];
			this.hooks.splice(this.hooks.indexOf(known), 1);
			return [204, undefined];
		}
		Object.assign(known, this.keep({ ...known, ...given }));
		return [200, this.answer(known)];
	}
}

export const REALMS = [1, 2, 3].map((number) => `a${`${number}`.padStart(23, '0')}`) as [
	string,
	string,
	string,
];
export const TYPES = ['quest.completed', 'quest.started', 'member.joined'] as const;

const masked = (hook: KeptHook) => ({ ...hook, url: '***' });
const addressAs = (form: (url: string) => string) => (hook: KeptHook) => ({ ...hook, url: form(hook.url) });

/** How the service lists a webhook. Nothing, if it leaves the webhook out. */
const FORMS = {
	plain: (hook: KeptHook) => hook,
	masked,
	'with a slash': addressAs((url) => `${url}/`),
	'without a scheme': addressAs((url) => url.replace('http://', '')),
	'in capitals': addressAs((url) => url.replace('hook-id', 'Hook-ID').replace('http:', 'HTTP:')),
	'percent-encoded': addressAs((url) => url.replace('hook-id', 'hook%2Did')),
	'without secret and events': ({ id, url, active }: KeptHook) => ({ id, url, active }),
	'without inactive ones': (hook: KeptHook) => (hook.active ? hook : undefined),
	'masked, without inactive ones': (hook: KeptHook) => (hook.active ? masked(hook) : undefined),
} satisfies Record<string, (hook: KeptHook) => object | undefined>;

export type Form = keyof typeof FORMS;

const json = (status: number) => ({ status, text: `{"error":"Status ${status}"}` });
const PAGE = { status: 404, text: '<html><h1>404 Not Found</h1></html>' };
/** What arrives in place of the response. */
const ANSWERS = [
	json(500),
	json(403),
	PAGE,
	{ status: 404 },
	{ status: 502, text: '<html></html>' },
	{},
] as const;

/** A service in trouble, which lasts for one step of a story. */
export class LifecycleService extends WebhookService {
	form: Form = 'plain';

	/** What the trouble is, for the report of a failed story. */
	trouble = '';

	/** Whether a removal may have been answered by a proxy with 404. */
	hidesRemovals = false;

	override list = (hooks: KeptHook[]) => ({
		data: hooks.map((hook) => FORMS[this.form](hook)).filter((shown) => shown !== undefined),
	});

	/** Whether the list shows that a webhook calls its address. */
	shows(hook: KeptHook): boolean {
		return this.lists(hook) && !this.form.startsWith('masked');
	}

	/** Whether the list has a webhook. */
	lists(hook: KeptHook): boolean {
		return FORMS[this.form](hook) !== undefined;
	}

	changeForm(random: Random): void {
		const names = Object.keys(FORMS) as [Form, ...Form[]];
		this.form = random.below(3) === 0 ? 'plain' : random.pick(names);
	}

	/** Brings trouble to some requests of the next step, or to all. */
	beginTrouble(random: Random): void {
		const isOneIn = (count: number) => random.below(count) === 0;
		if (isOneIn(6)) this.beginDelay(random);
		else this.beginFaults(random, isOneIn);
	}

	endTrouble(): void {
		this.disturb = () => undefined;
		this.trouble = '';
		this.hidesRemovals = false;
	}

	private beginDelay(random: Random): void {
		const each = random.pick([8_000, 14_000, 20_000, 50_000]);
		const method = random.pick(['GET', 'DELETE', '']);
		this.trouble = `${method || 'each request'} takes ${each} ms`;
		this.disturb = (asked) => {
			if (asked.startsWith(method)) endWaits(each);
			return undefined;
		};
	}

	private beginFaults(random: Random, isOneIn: (count: number) => boolean): void {
		const method = random.pick(['GET', 'POST', 'DELETE', 'P', '']);
		const realm = isOneIn(2) ? random.pick(REALMS) : '';
		const answer: Omit<Trouble, 'isDone'> = random.pick(ANSWERS);
		// A refusal does not follow an effect.
		const isDone = (answer.status ?? 500) >= 500 && isOneIn(2);
		const trouble: Trouble = { ...answer, isDone };
		// The trigger repeats some requests once.
		let times = isOneIn(2) ? Infinity : 1 + random.below(2);
		// The first ones may succeed, for example the list when n8n publishes but not when it then removes.
		let spared = isOneIn(3) ? 1 + random.below(2) : 0;
		this.trouble = `${method}* in ${realm || 'any realm'}: ${JSON.stringify({ ...trouble, times, spared })}`;
		this.hidesRemovals = answer.status === 404 && 'DELETE'.startsWith(method);
		this.disturb = (asked, where) => {
			if (!asked.startsWith(method) || !where.startsWith(realm)) return undefined;
			if (spared-- > 0 || times-- <= 0) return undefined;
			return trouble;
		};
	}
}
