import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A registration as this service keeps it. */
export interface KeptHook {
	id: string | number;
	realm: string;
	url: string;
	events: string[];
	secret: string;
	active: boolean;
}

/**
 * Another service than the sandbox: its webhook operations over HTTP, in shapes that the API document does not state and
 * does not rule out. It answers with whatever its functions give.
 */
export class WebhookService {
	readonly hooks: KeptHook[] = [];

	/** Everything that was asked, as `METHOD path`, with the key. */
	readonly requests: Array<{ request: string; key: string }> = [];

	/** The keys it takes; any unless told. */
	keys?: string[];

	/** The list of a realm as it is answered. */
	list: (hooks: KeptHook[]) => unknown = (hooks) => ({ data: hooks });

	/** The answer to a registration or a change. */
	answer: (hook: KeptHook) => unknown = ({ id, url, events, active }) => ({ id, url, events, active });

	/** What it makes of a registration that it was asked for. */
	keep: (hook: KeptHook) => KeptHook = (hook) => hook;

	/** What it answers to every change, without making it. */
	refusal?: object;

	/** A realm in which nothing can be deleted. */
	locked?: string;

	/** The page of a proxy that answers in its place, with status 404. */
	page?: string;

	/** Whether a 404 of its own says nothing but that. */
	isTerse = false;

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
			const [status, body] =
				this.keys && !this.keys.includes(key)
					? [401, { error: 'Unauthorized' }]
					: this.handle(request.method ?? '', request.url ?? '', Buffer.concat(chunks).toString());
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

	/** The signature of a body as this service makes it for a registration. */
	sign(body: string, { secret }: KeptHook): string {
		return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
	}

	private handle(method: string, path: string, text: string): [number, unknown] {
		const [isKnownPath, realm = '', id] =
			/^\/api\/v1\/realm\/([^/]+)\/webhooks(?:\/([^/?]+))?$/.exec(path) ?? [];
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
