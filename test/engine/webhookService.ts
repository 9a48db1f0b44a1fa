import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

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
