import './manyItemsSetup';

import { createHmac } from 'node:crypto';
import fs from 'node:fs';

import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { RewardsEngagement } from '../../../nodes/RewardsEngagement/RewardsEngagement.node';
import { byId } from '../../harness/workflows/nodes';
import { runNode, type RunOptions } from '../engine';
import { store } from '../processedValues';
import type { LoopResult, LoopTask } from './eventLoop.test';

const SAME = Array.from({ length: 50 }, (_, number) => `name${number}`).join(',');
const ID = 'a'.repeat(24);

const search = (values: string) => ({ resource: 'member', operation: 'search', type: 'username', values });
const transfer = (amount: string) => ({
	resource: 'member',
	operation: 'transferBalance',
	serviceId: byId(ID),
	recipientId: byId('={{ $json.id }}'),
	currencyId: byId(''),
	amount,
	options: {},
});

/** Counters that make keys and events new in every run. */
let keys = 0;
let events = 0;

const bulk = {
	resource: 'member',
	operation: 'updateBalances',
	serviceId: byId('={{ $json.id }}'),
	currencyId: byId(''),
	amount: '={{ $json.index + 1 }}',
};
const keyed = (name: string) => ({ repeatProtection: 'key', idempotencyKey: `=${name} {{ $json.name }}` });
const read = {
	resource: 'nft',
	operation: 'get',
	contractAddress: '0x1',
	tokenId: '={{ $json.index }}',
};
const verify = {
	resource: 'event',
	operation: 'verify',
	bodyFrom: 'text',
	rawBody: '={{ $json.body }}',
	signature: '={{ $json.signature }}',
};
const hasty = { retries: 0 };
const dead = { options: hasty };
const crowd = { options: { ...hasty, timeoutSeconds: 0.05, concurrency: 32 } };

type Mode = Pick<RunOptions, 'parameters' | 'onError' | 'isTriggered' | 'mode'> & {
	/** The behavior of the service, when it does not just respond. */
	manner?: string;
};

const failing = (parameters: INodeParameters, manner: string): Mode => ({
	parameters,
	manner,
	onError: 'continueErrorOutput',
});

const MODES: Record<LoopTask['mode'], () => Mode> = {
	'the same search': () => ({ parameters: search('={{ $json.same }}') }),
	'reads of a record each': () => ({ parameters: read }),
	'all records of a list': () => ({
		parameters: { resource: 'member', operation: 'getMany', returnAll: true },
	}),
	payments: () => ({ parameters: transfer('={{ $json.index + 1 }}') }),
	'payments with a key each': () => ({
		parameters: { ...transfer('1'), ...keyed(`run ${++keys}`) },
	}),
	'payments with a key each, a second time': () => ({
		parameters: { ...transfer('1'), ...keyed(`run ${keys}`) },
	}),
	'payments behind an event': () => ({
		parameters: { ...transfer('={{ $json.index + 1 }}'), repeatProtection: 'automatic' },
		isTriggered: true,
		mode: 'webhook',
	}),
	'payments with a highest total': () => ({
		parameters: { ...transfer('={{ $json.index + 1 }}'), options: { maximumTotal: '1000000000' } },
	}),
	'payments that pass their highest total': () => ({
		parameters: { ...transfer('={{ $json.index + 1 }}'), options: { maximumTotal: '7' } },
		onError: 'continueErrorOutput',
	}),
	'payments that are only shown, with a key each': () => ({
		parameters: { ...transfer('1'), ...keyed(`run ${keys}`), options: { dryRun: true } },
	}),
	'payments in bulk': () => ({ parameters: bulk }),
	'payments in bulk with a key each': () => ({
		parameters: { ...bulk, ...keyed(`run ${++keys}`) },
	}),
	'payments in bulk behind an event': () => ({
		parameters: { ...bulk, repeatProtection: 'automatic' },
		isTriggered: true,
		mode: 'webhook',
	}),
	'payments in bulk with a key each, of which half are left out': () => ({
		parameters: {
			...bulk,
			amount: '={{ $json.index % 2 + 1 }}',
			...keyed(`run ${++keys}`),
			options: { maximumAmount: '1' },
		},
		onError: 'continueErrorOutput',
	}),
	'payments that are all wrong': () => ({
		parameters: transfer('={{ "five" }}'),
		onError: 'continueErrorOutput',
	}),
	'payments of which the last is wrong': () => ({
		parameters: transfer('={{ $json.index === $json.last ? 0 : 1 }}'),
	}),
	'reads whose expression fails': () => ({
		parameters: { ...read, tokenId: '={{ nope.foo }}' },
		onError: 'continueErrorOutput',
	}),
	'events that are verified': () => ({ parameters: verify }),
	'events that are verified, each once': () => ({
		parameters: { ...verify, options: { deduplicateBy: 'payloadWithoutTimestamp' } },
	}),
	'payments that are refused': () => failing(transfer('1'), 'refuses'),
	'payments in bulk that are all refused': () => failing(bulk, 'refuses'),
	'payments that the service fails at': () => failing({ ...transfer('1'), ...dead }, 'fails'),
	'reads beyond the limit': () => failing(read, 'limits'),
	'payments beyond the limit': () => failing(transfer('1'), 'limits'),
	'payments in bulk beyond the limit': () => failing(bulk, 'limits'),
	'payments whose connection breaks': () => failing({ ...transfer('1'), ...dead }, 'breaks'),
	'payments that nobody listens to': () => failing({ ...transfer('1'), ...dead }, 'is away'),
	'reads that nobody answers': () => failing({ ...read, ...crowd }, 'hangs'),
	'payments that nobody answers': () => failing({ ...transfer('1'), ...crowd }, 'hangs'),
};

// A call to a database yields to other work.
store.wait = async () => await new Promise((resolve) => setImmediate(resolve));

/** Measures the longest work of the event loop's thread without yielding, in milliseconds of processor time. */
function watchTurns(): { stop: () => number } {
	let longest = 0;
	let last = threadTime();
	const look = () => {
		const time = threadTime();
		longest = Math.max(longest, time - last);
		last = threadTime();
	};
	const timer = setInterval(look, 1);
	return {
		stop: () => {
			look();
			clearInterval(timer);
			return longest;
		},
	};
}

/**
 * Processor time of this thread so far, in milliseconds. It does not include the time of other programs, or of V8's
 * helper threads that collect garbage. On systems that do not report it separately, it includes the helper threads.
 */
const threadTime = ((): (() => number) => {
	const file = `/proc/self/task/${process.pid}/schedstat`;
	if (!fs.existsSync(file)) {
		return () => {
			const { user, system } = process.cpuUsage();
			return (user + system) / 1_000;
		};
	}
	const opened = fs.openSync(file, 'r');
	const bytes = Buffer.alloc(100);
	return () => {
		const length = fs.readSync(opened, bytes, 0, bytes.length, 0);
		return Number(bytes.toString('latin1', 0, length).split(' ')[0]) / 1e6;
	};
})();

async function measure({ mode, count, baseUrl }: LoopTask): Promise<LoopResult> {
	const node = new RewardsEngagement();
	let longest = 0;
	const nodeType: INodeType = {
		description: node.description,
		async execute() {
			const turns = watchTurns();
			try {
				return await node.execute.call(this);
			} finally {
				longest = turns.stop();
			}
		},
	};
	const { manner = 'answers', ...options } = MODES[mode]();
	const run = String(++events);
	const input = Array.from({ length: count }, (_, index): IDataObject => {
		const common = {
			index,
			last: count - 1,
			name: `name${index}`,
			same: SAME,
			id: ID,
			eventId: `${run} ${index}`,
		};
		return mode.startsWith('events') ? { ...common, ...event(run, index) } : common;
	});
	const credential = {
		// No server listens on port 1.
		baseUrl: manner === 'is away' ? 'http://127.0.0.1:1' : `${baseUrl}/${manner}`,
		realmId: ID,
		apiKey: 'key',
		webhookSecret: SECRET,
	};
	const { items, errorItems, error } = await runNode({ credential, input, nodeType, ...options });
	return {
		longest,
		items: items.length,
		errorItems: errorItems.length,
		error: error?.message,
	};
}

const SECRET = 'a secret of the webhook';

/** An event in the form of a delivery. */
function event(run: string, index: number): { body: string; signature: string } {
	const body = JSON.stringify({ type: 'point.updated', timestamp: 1, realmId: ID, data: { run, index } });
	return { body, signature: `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}` };
}

process.on('message', (task: LoopTask) => void measure(task).then((result) => process.send?.(result)));
