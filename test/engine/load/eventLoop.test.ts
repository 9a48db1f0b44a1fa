import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { sizeOf } from '../../harness/size';

/** n8n serves its editor, its webhooks and all other executions on one event loop. */
const LONGEST_MS = 100;

/** A stall in our code occurs in every run, but one from garbage collection does not. */
const RUNS = 3;

const COUNT = sizeOf(1_000);
/** For modes that send a request per item, and so yield to other work. */
const SENT = sizeOf(150);
/** For modes that take very little time. With fewer items even bad code would not block. */
const MANY = sizeOf(5_000);
const RECORDS = 20 * MANY;

/** The input of the process that runs the items. */
export interface LoopTask {
	mode: keyof typeof EXPECTED;
	count: number;
	baseUrl: string;
}

export interface LoopResult {
	/** Milliseconds of processor time of the event loop's own thread. Other programs do not add to it. */
	longest: number;
	items: number;
	errorItems: number;
	error?: string;
}

interface Expected {
	/** By default {@link COUNT}. */
	count?: number;
	items?: number;
	errorItems?: number;
	error?: string;
}

/** The behavior of the service in some modes. It is the first segment of its address. */
type Manner = 'answers' | 'refuses' | 'fails' | 'limits' | 'breaks' | 'hangs';

/** The modes of running many items, with their expected results. Some have a broken service. */
const EXPECTED = {
	'the same search': { count: COUNT / 5, items: 10 * COUNT },
	'reads of a record each': { count: SENT, items: SENT },
	'all records of a list': { count: 1, items: RECORDS },
	payments: { count: SENT, items: SENT },
	'payments with a key each': { count: SENT, items: SENT },
	'payments with a key each, a second time': { count: SENT, items: SENT },
	'payments behind an event': { count: SENT, items: SENT },
	'payments with a highest total': { count: SENT, items: SENT },
	'payments that pass their highest total': { count: MANY, errorItems: MANY },
	'payments that are only shown, with a key each': { items: COUNT },
	'payments in bulk': { items: COUNT },
	'payments in bulk with a key each': { items: COUNT },
	'payments in bulk behind an event': { items: COUNT },
	'payments in bulk with a key each, of which half are left out': {
		items: COUNT / 2,
		errorItems: COUNT / 2,
	},
	'payments that are all wrong': { errorItems: COUNT },
	'payments of which the last is wrong': { error: '"Amount" must be above 0, but is 0' },
	'reads whose expression fails': { errorItems: COUNT },
	'events that are verified': { items: COUNT },
	'events that are verified, each once': { items: COUNT },
	'payments that are refused': { count: SENT, errorItems: SENT },
	'payments in bulk that are all refused': { count: SENT, errorItems: SENT },
	'payments that the service fails at': { count: SENT, errorItems: SENT },
	'reads beyond the limit': { errorItems: COUNT },
	'payments beyond the limit': { errorItems: COUNT },
	'payments in bulk beyond the limit': { errorItems: COUNT },
	'payments whose connection breaks': { count: SENT, errorItems: SENT },
	'payments that nobody listens to': { count: SENT, errorItems: SENT },
	'reads that nobody answers': { count: SENT, errorItems: SENT },
	'payments that nobody answers': { count: SENT, errorItems: SENT },
} as const satisfies Record<string, Expected>;

let child: ChildProcess;
let server: http.Server;
let baseUrl: string;

/** Responds at once and stores nothing: every searched name belongs to a member. */
beforeAll(async () => {
	server = http.createServer((request, response) => {
		const { searchParams, pathname } = new URL(request.url ?? '', 'http://localhost');
		const manner = pathname.split('/')[1] as Manner;
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.once('end', () => {
			const answer = (status: number, body: unknown) => {
				response.writeHead(status, {
					'content-type': 'application/json',
					...(status === 429 && { 'retry-after': '3600' }),
				});
				response.end(JSON.stringify(body));
			};
			if (manner === 'hangs') return;
			if (manner === 'breaks') return request.socket.destroy();
			if (manner === 'refuses') return answer(422, { error: 'ValidationError', message: 'No such member' });
			if (manner === 'fails') return answer(500, { error: 'InternalError', message: 'Something went wrong' });
			if (manner === 'limits')
				return answer(429, { error: 'RateLimitExceeded', message: 'Too many requests' });
			if (pathname.endsWith('/members/')) return answer(200, pageOf(Number(searchParams.get('page') ?? 1)));
			answer(200, answerTo(searchParams.get('values'), Buffer.concat(chunks).toString()));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	child = fork(path.join(__dirname, 'eventLoopMain.ts'), {
		execArgv: ['--import', pathToFileURL(require.resolve('tsx')).href],
	});
});

/** The records of a page, more than the node asks for. So a long list needs few requests. */
const PAGE = 1_000;

/** A page of a list of members. */
function pageOf(page: number): unknown {
	const data = Array.from({ length: PAGE }, (_, place) => ({ id: `${page} ${place}`, username: 'ada' }));
	return { data, meta: { total: RECORDS, page, limit: PAGE, totalPages: RECORDS / PAGE } };
}

/** The members with these names, the rows of a bulk request, or a record. */
function answerTo(names: string | null, body: string): unknown {
	if (names !== null) {
		const data = names
			.split(',')
			.map((username) => ({ id: username, username, credentials: [], balances: [{ balance: 1 }] }));
		return { data, meta: { total: data.length, page: 1, totalPages: 1 } };
	}
	const { updates } = body === '' ? {} : (JSON.parse(body) as { updates?: object[] });
	return updates ? { updates: updates.map((row) => ({ ...row, balance: 1 })) } : { id: 'record', balance: 1 };
}

afterAll(() => {
	child.kill();
	server.close().closeAllConnections();
});

async function measure(mode: LoopTask['mode'], count: number): Promise<LoopResult> {
	child.send({ mode, count, baseUrl } satisfies LoopTask);
	const [result] = (await once(child, 'message')) as [LoopResult];
	return result;
}

it.each(Object.entries<Expected>(EXPECTED))(
	'%s do not hold up others',
	async (mode, { count = COUNT, ...expected }) => {
		const longest: number[] = [];
		for (let run = 0; run < RUNS && !longest.some((time) => time < LONGEST_MS); run++) {
			const { longest: time, ...result } = await measure(mode as LoopTask['mode'], count);
			expect(result).toEqual({ items: 0, errorItems: 0, ...expected });
			longest.push(Math.round(time));
		}
		process.stderr.write(
			`${count} ${mode}: the event loop was held for ${longest.join(', ')} ms of processor time at most\n`,
		);
		expect(Math.min(...longest)).toBeLessThan(LONGEST_MS);
	},
	600_000,
);
