import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { listen, type Listener } from '../../harness/http/receiver';
import { sizeOf } from '../../harness/size';

import { seedId } from '../../../sandbox/base/ids';

/** Enough to show the cost of an item. */
const COUNT = sizeOf(1_500);
const SAMPLES = 10;
const STEP = COUNT / SAMPLES;

/**
 * Bytes that a run may keep per item besides its result. It records requests, so that it does not send the same one
 * twice.
 */
const HELD_PER_ITEM = 1_500;
/** Bytes by which a process grows or shrinks independently of the items. */
const NOISE = 4 * 1024 ** 2;

/** The input of the process that runs the items. */
export interface ManyItems {
	kind: 'read' | 'once';
	count: number;
	step: number;
	baseUrl: string;
	realmId: string;
	senderId: string;
	recipientId: string;
	/** The body of every response. */
	answer: string;
}

/** Bytes after garbage collection. */
export interface Memory {
	held: number;
	rss: number;
}

export interface Sample extends Memory {
	/** The number of finished items. */
	items: number;
}

interface Result {
	/** Before and after the same items were made without a service. */
	before: Memory;
	withCopies: Memory;
	samples: Sample[];
	after: Memory;
	seconds: number;
	/** The number of outputs that are paired with the input at the same place. */
	inPlace: number;
	error?: string;
}

const realmId = seedId('realm', 1);
const [senderId, recipientId] = [seedId('account', 1), seedId('account', 2)];
const ANSWERS = {
	read: JSON.stringify({
		data: {
			id: realmId,
			contractAddress: '0x5a9d',
			chain: 'ethereum',
			tokenId: '7',
			owner: '0x0001',
			name: 'Founder badge',
			description: 'For the first hundred members',
			image: 'https://images.example/7.png',
			attributes: [{ trait_type: 'colour', value: 'blue' }],
		},
	}),
	once: JSON.stringify({ id: realmId, senderId, recipientId, balance: 1, currencyId: realmId }),
};

/** Responds at once and stores nothing, so that only the node is measured. */
async function startAnswering(answer: string): Promise<Listener> {
	return await listen((request, response) => {
		request.resume().once('end', () => {
			response.setHeader('content-type', 'application/json');
			response.end(answer);
		});
	});
}

let child: ChildProcess;
beforeAll(() => {
	child = fork(path.join(__dirname, 'manyItemsMain.ts'), {
		execArgv: ['--expose-gc', '--import', pathToFileURL(require.resolve('tsx')).href],
	});
});
afterAll(() => child.kill());

async function runApart(task: ManyItems): Promise<Result> {
	const ended = once(child, 'exit').then(([code]) => {
		throw new Error(`The run ended with exit code ${String(code)} and no result.`);
	});
	child.send(task);
	const [result] = (await Promise.race([once(child, 'message'), ended])) as [Result];
	ended.catch(() => undefined);
	return result;
}

let service: Listener | undefined;
afterEach(async () => await service?.stop());

it.each(['read', 'once'] as const)(
	`${COUNT} items of effect "%s" hold little more memory than their results, and the last no more than the first`,
	async (kind) => {
		const answer = ANSWERS[kind];
		service = await startAnswering(answer);
		const { url: baseUrl } = service;
		const task = { kind, count: COUNT, step: STEP, baseUrl, realmId, senderId, recipientId, answer };
		const result = await runApart(task);
		const { before, withCopies, samples, after, seconds, inPlace, error } = result;
		expect([error, inPlace, samples.length]).toEqual([undefined, COUNT, SAMPLES]);

		const held = (from: Memory | undefined, to: Memory | undefined) => (to?.held ?? 0) - (from?.held ?? 0);
		const [first, middle, last] = [samples[0], samples[SAMPLES / 2], samples[SAMPLES - 1]];
		const results = held(before, withCopies);
		const [early, late] = [held(first, middle), held(middle, last)];
		const perItem = (bytes: number, items: number) => `${Math.round(bytes / items)} bytes per item`;
		process.stderr.write(
			[
				`${COUNT} items (${kind}) in ${seconds.toFixed(1)} s`,
				`the results alone ${perItem(results, COUNT)}`,
				`held in the first half of the run ${perItem(early, STEP * 5)}, in the second ${perItem(late, STEP * 4)}`,
				`after it ${perItem(held(before, after), COUNT)}`,
				`resident set ${Math.round(before.rss / 1024 ** 2)} MiB before, ${Math.round(after.rss / 1024 ** 2)} MiB after\n`,
			].join('; '),
		);
		expect(held(first, last)).toBeLessThan(results + HELD_PER_ITEM * COUNT + NOISE);
		expect(late).toBeLessThan(early + NOISE);
		expect(held(before, after)).toBeLessThan(results * 1.5 + NOISE);
	},
	1_800_000,
);
