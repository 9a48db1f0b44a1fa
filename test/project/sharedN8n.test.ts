import { N8nClient } from '../harness/n8n/client';
import { takeSharedN8n, type SharedN8n } from '../harness/n8n/shared';
import { startReceiver, type Received, type Receiver } from '../harness/http/receiver';

/** Takes the place of an n8n: it stores workflows, and deletes them on request. */
class StandIn {
	readonly workflows = new Set<string>();

	deletesNothing = false;

	isClosed = false;

	private receiver!: Receiver;

	get requests(): Received[] {
		return this.receiver.received.filter(({ path }) => path.startsWith('/rest/'));
	}

	async start(): Promise<SharedN8n> {
		this.receiver = await startReceiver(({ method, path }) => this.answer(method, path));
		return {
			n8n: { url: this.receiver.url } as SharedN8n['n8n'],
			login: { email: 'owner@rewards-engagement.example', password: 'Stand-in-1' },
			client: new N8nClient(this.receiver.url, 'n8n-auth=of-the-owner'),
			files: '',
			close: async () => {
				this.isClosed = true;
				await this.stop();
			},
		};
	}

	async stop(): Promise<void> {
		await this.receiver?.stop();
	}

	private answer(method: string, path: string) {
		const [, , kind, id, detail] = path.split('/');
		if (method === 'DELETE' && this.deletesNothing) return { status: 500, body: { message: 'Out of order' } };
		if (method === 'DELETE') this.workflows.delete(id!);
		if (detail === 'publication-status') return { body: { data: { status: 'not_published', triggers: [] } } };
		if (kind === 'workflows' && method === 'GET')
			return { body: { data: [...this.workflows].map((name) => ({ id: name, name })) } };
		return { body: { data: {} } };
	}
}

let standIns: StandIn[];
let worker: { sharedN8n?: SharedN8n };

beforeEach(() => {
	standIns = [];
	worker = {};
});

afterEach(async () => {
	for (const standIn of standIns) await standIn.stop();
});

async function take(): Promise<SharedN8n> {
	return await takeSharedN8n(async () => {
		const standIn = new StandIn();
		standIns.push(standIn);
		return await standIn.start();
	}, worker);
}

it('the next file has the same n8n, without the workflows of the one before', async () => {
	const first = await take();
	standIns[0]!.workflows.add('one').add('two');
	await first.close();
	const second = await take();
	expect(second.n8n).toBe(first.n8n);
	expect(standIns).toHaveLength(1);
	expect([...standIns[0]!.workflows]).toEqual([]);
});

it('all files share one session, because n8n accepts five logins of a user per minute', async () => {
	for (let file = 1; file <= 6; file++) await (await take()).close();
	const { requests } = standIns[0]!;
	expect(requests.map(({ path }) => path)).not.toContain('/rest/login');
	expect(new Set(requests.map(({ headers }) => headers.cookie))).toEqual(new Set(['n8n-auth=of-the-owner']));
});

it('an n8n that no longer responds is replaced', async () => {
	const first = await take();
	await standIns[0]!.stop();
	const second = await take();
	expect(second.n8n.url).not.toBe(first.n8n.url);
	expect(standIns.map(({ isClosed }) => isClosed)).toEqual([true, false]);
});

it('an n8n that keeps a workflow is reported, and the next file gets another', async () => {
	const first = await take();
	standIns[0]!.workflows.add('stays');
	standIns[0]!.deletesNothing = true;
	await expect(first.close()).rejects.toThrow('Out of order');
	await take();
	expect(standIns.map(({ isClosed }) => isClosed)).toEqual([true, false]);
});
