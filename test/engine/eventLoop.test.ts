import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** On the event loop n8n serves its editor, its webhooks and all other executions. */
const LONGEST_MS = 100;

/** A stall of ours comes in each run; one by the machine, or of collecting garbage, does not. */
const RUNS = 3;

const COUNT = Number(process.env.REWARDS_ENGAGEMENT_ITEMS ?? 10_000);

/** What the process that runs the items is told. */
export interface LoopTask {
	mode: keyof typeof EXPECTED;
	count: number;
	baseUrl: string;
}

export interface LoopResult {
	/** Milliseconds of processor time, which other programs of the machine do not add to. */
	longest: number;
	items: number;
	errorItems: number;
	error?: string;
}

/** What each of the ways of running many items gives, and of how many items it is run. */
const EXPECTED = {
	'merged searches of the same values': { count: COUNT / 2, items: 25 * COUNT },
	'merged searches of a value each': { count: COUNT, items: COUNT },
	'the same search, merging turned off': { count: COUNT / 2, items: 25 * COUNT },
	'reads of a record each': { count: COUNT, items: COUNT },
	'reads of one record': { count: COUNT, items: COUNT },
	'updates of one record': { count: COUNT / 5, items: COUNT / 5 },
	payments: { count: COUNT / 5, items: COUNT / 5 },
	'payments with a key each': { count: COUNT / 10, items: COUNT / 10 },
	'payments that are all wrong': { count: COUNT, errorItems: COUNT },
	'payments of which the last is wrong': { count: COUNT, error: '"Amount" must be above 0, but is 0' },
	'reads whose expression fails': { count: COUNT, errorItems: COUNT },
} as const;

let child: ChildProcess;
let server: http.Server;
let baseUrl: string;

/** Answers at once and remembers nothing: every name that is searched for is somebody's. */
beforeAll(async () => {
	server = http.createServer((request, response) => {
		const { searchParams } = new URL(request.url ?? '', 'http://localhost');
		const names = searchParams.get('values')?.split(',');
		const data = names?.map((username) => ({
			id: username,
			username,
			credentials: [],
			balances: [{ balance: 1 }],
		}));
		const body = data
			? { data, meta: { total: data.length, page: 1, totalPages: 1 } }
			: { id: 'record', balance: 1 };
		request.resume().once('end', () => {
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(body));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	child = fork(path.join(__dirname, 'eventLoopMain.ts'), {
		execArgv: ['--require', require.resolve('tsx/cjs')],
	});
});

afterAll(() => {
	child.kill();
	server.close().closeAllConnections();
});

async function measure(mode: LoopTask['mode'], count: number): Promise<LoopResult> {
	child.send({ mode, count, baseUrl } satisfies LoopTask);
	const [result] = (await once(child, 'message')) as [LoopResult];
	return result;
}

it.each(Object.entries(EXPECTED))(
	'%s do not hold up others',
	async (mode, { count, ...expected }) => {
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
