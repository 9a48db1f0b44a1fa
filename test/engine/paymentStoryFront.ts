import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import type { Random } from '../harness/random';
import { startHttpServer, type HttpServer } from './httpServer';
import type { TestService } from './sandbox';

/** What the front does with a request instead of passing on the request and the response. */
interface Fault {
	/** Which of its entries the service gets. */
	acts: 'none' | 'some' | 'all';
	/** A status, or a dropped connection. */
	answer: number | 'drop';
	/** Whether the refusal lists the results of entries. */
	hasRows?: true;
}

type Entry = Record<string, unknown>;

const ALWAYS: readonly Fault[] = [
	{ acts: 'none', answer: 403 },
	{ acts: 'none', answer: 403 },
	{ acts: 'none', answer: 422 },
	{ acts: 'none', answer: 422 },
	{ acts: 'none', answer: 502 },
	{ acts: 'all', answer: 502 },
	{ acts: 'none', answer: 'drop' },
	{ acts: 'all', answer: 'drop' },
];

/** A service that processes entries in order, and refuses the request at the first bad one. */
const OF_EACH: readonly Fault[] = [400, 404, 422].flatMap((answer) => [
	{ acts: 'some', answer },
	{ acts: 'some', answer, hasRows: true },
]);

/** Watches passing requests, and may end the process that sent them. */
export interface Watch {
	step: () => void;
	isDead: boolean;
}

/**
 * A server in front of the service that makes requests fail at random. It can count the entries of a request. So it
 * can also accept some of them and refuse the rest.
 */
export class Front {
	/** Share of the payments with a fault. */
	rate = 0;

	/** Whether look-ups of members fail at random, or miss one of them. */
	hidesMembers = false;

	/** The source of all random decisions. */
	random?: Random;

	watch?: Watch;

	/** Requests whose result only the service knows. */
	doubts = 0;

	private underWay = 0;

	private constructor(
		private readonly service: TestService,
		private readonly agent = new http.Agent({ keepAlive: true }),
	) {}

	private server?: HttpServer;

	static async start(service: TestService): Promise<Front> {
		const front = new Front(service);
		front.server = await startHttpServer((request, response) => void front.take(request, response));
		return front;
	}

	get url(): string {
		return this.server!.url;
	}

	/** Takes a new address. The node keeps what it knows of the limits at the former one. */
	async move(): Promise<void> {
		await this.server!.move();
	}

	async stop(): Promise<void> {
		this.agent.destroy();
		await this.server!.stop();
	}

	/** Waits until no request is under way, and none may still follow from a cancelled execution. */
	async idle(): Promise<void> {
		for (let turns = 0; turns < 5; turns++) {
			await new Promise((resolve) => setImmediate(resolve));
			if (this.underWay > 0) turns = 0;
		}
	}

	private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
		this.underWay++;
		try {
			const body = await text(request);
			const { watch } = this;
			watch?.step();
			// A request that a process sent before it died may arrive or not.
			if (watch?.isDead && this.chance(0.5)) return void response.destroy();
			const given = await this.answer(request, body);
			watch?.step();
			if (!given || watch?.isDead) return void response.destroy();
			response.writeHead(given.status, { 'content-type': 'application/json' }).end(given.body);
		} catch {
			response.destroy();
		} finally {
			this.underWay--;
		}
	}

	private async answer(
		request: IncomingMessage,
		body: string,
	): Promise<{ status: number; body: string } | undefined> {
		if (request.method === 'GET' && this.hidesMembers) return await this.search(request);
		const entries = entriesIn(body);
		const fault = request.method === 'PATCH' ? this.fault(request, entries) : undefined;
		if (!fault) return await this.pass(request, body);
		const isInDoubt = fault.answer === 'drop' || fault.answer >= 500 || entries.length > 1;
		if (isInDoubt) this.doubts++;
		let rows: Entry = {};
		if (fault.acts === 'all') await this.pass(request, body);
		if (fault.acts === 'some') {
			const taken = entries.slice(0, 1 + this.below(entries.length - 1));
			const passed = await this.pass(request, JSON.stringify({ ...parsed(body), updates: taken }));
			const bad = entries[taken.length] as Entry;
			if (fault.hasRows) rows = { ...parsed(passed.body), errors: [{ ...bad, error: 'frozen' }] };
		}
		if (fault.answer === 'drop') return undefined;
		return { status: fault.answer, body: JSON.stringify({ ...rows, error: `refused with ${fault.answer}` }) };
	}

	/** A search of members fails at random, or its response misses one of them. */
	private async search(request: IncomingMessage): Promise<{ status: number; body: string } | undefined> {
		const given = await this.pass(request, '');
		if (!this.chance(0.4)) return given;
		if (this.chance(0.3)) return { status: 502, body: '{}' };
		const { data, meta } = parsed(given.body);
		const missing = this.below(Math.max(1, (data as Entry[]).length));
		const left = (data as Entry[]).filter((_member, index) => index !== missing);
		return {
			...given,
			body: JSON.stringify({ data: left, meta: { ...(meta as Entry), total: left.length } }),
		};
	}

	private fault(request: IncomingMessage, entries: readonly Entry[]): Fault | undefined {
		if (!this.chance(this.rate)) return undefined;
		const isOfEach = entries.length > 1 && request.url!.includes('/credentials/');
		const faults = isOfEach ? [...ALWAYS, ...OF_EACH] : ALWAYS;
		return faults[this.below(faults.length)];
	}

	private async pass(
		{ method, url, headers }: IncomingMessage,
		body: string,
	): Promise<{ status: number; body: string }> {
		// IDs ignore upper and lower case.
		const [address, content] = [url!, body].map((part) => part.replace(/[0-9A-F]{24}/gi, lowered)) as [
			string,
			string,
		];
		const own = { host: undefined, 'content-length': String(Buffer.byteLength(content)) };
		const answer = await new Promise<IncomingMessage>((resolve, reject) => {
			http
				.request(`${this.service.baseUrl}${address}`, {
					method,
					headers: Object.fromEntries(Object.entries({ ...headers, ...own }).filter(([, held]) => held)),
					agent: this.agent,
				})
				.on('response', resolve)
				.on('error', reject)
				.end(content);
		});
		return { status: answer.statusCode!, body: await text(answer) };
	}

	private below(limit: number): number {
		return this.random?.below(limit) ?? 0;
	}

	private chance(share: number): boolean {
		return this.random !== undefined && this.random.below(1000) < share * 1000;
	}
}

const lowered = (id: string) => id.toLowerCase();

const parsed = (body: string) => JSON.parse(body) as Entry;

function entriesIn(body: string): Entry[] {
	return body === '' ? [] : ((parsed(body).updates as Entry[] | undefined) ?? []);
}
