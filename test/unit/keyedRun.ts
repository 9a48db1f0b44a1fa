import type { IExecuteFunctions } from 'n8n-workflow';

import { Problem, type Outcome } from '../../nodes/RewardsEngagement/errors';
import { RunKeys, type PlacedItem } from '../../nodes/RewardsEngagement/once/runKeys';
import type { Random } from '../harness/random';
import { DEAD, type NodeRow } from './journalRow';
import { workflowContext } from './workflowContext';

/** The node or n8n ends here. */
export class Stop extends Error {
	constructor(readonly end: 'failed' | 'killed') {
		super(end);
	}
}

let processes = 0;

/** A process of n8n. It may be killed. */
export class Process {
	private readonly name = `process ${processes++}`;
	private steps = 0;

	/** @param lasts the number of steps until it is killed */
	constructor(
		private readonly row: NodeRow,
		private readonly random: Random,
		private readonly lasts: number,
		private readonly fails = () => false,
	) {}

	/** A step of the run. */
	live(): void {
		if (++this.steps > this.lasts) throw new Stop('killed');
	}

	contextOf(stored: object, runIndex: number, executionId: number, retryOf?: number): IExecuteFunctions {
		// The database may fail once, or for long.
		let failing = 0;
		const row = this.row.seenBy((moment) => {
			if (++this.steps > this.lasts) return DEAD;
			if (moment % 2 === 0 && failing === 0 && this.fails()) failing = this.random.pick([1, 1, 4]);
			return failing > 0 && failing-- > 0 ? new Error('database is locked') : undefined;
		});
		return workflowContext({ id: 'node', type: 'pay' }, (node) => ({
			helpers: {
				checkProcessedAndRecord: async (values: string[]) => ({ new: await row.record(values) }),
				removeProcessed: row.remove,
			},
			getNode: () => node,
			getWorkflow: () => ({ id: this.name }),
			getContext: () => stored,
			getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
			instanceSettings: { instanceType: 'main' },
			getMode: () => (retryOf === undefined ? 'trigger' : 'retry'),
			getExecutionId: () => `${executionId}`,
			additionalData: { hooks: { retryOf: retryOf === undefined ? undefined : `${retryOf}` } },
			logger: { warn: () => {} },
		})) as unknown as IExecuteFunctions;
	}
}

/** A payment that is wanted once. */
export interface Wish {
	id: number;
	/** Whom it names. */
	name: string;
	/** How often it was made. */
	paid: number;
}

/** What the keys belong to. The user's own keys belong to the wish. */
export type Kind = 'execution' | 'event' | 'key';

/** What a run says of an item. `astray` is the refusal of a retry that cannot know what was sent. */
export type Result = 'applied' | 'done' | 'refused' | 'astray' | { open: string };

interface Setting {
	process: Process;
	context: IExecuteFunctions;
	kind: Kind;
	windowSize: number;
	/** n8n's *Retry On Fail*. */
	tries: number;
	/** Whether a failed item stops the run. */
	stops: boolean;
	/** Whether the look-up of a name fails. */
	isMissing: () => boolean;
	send: (wish: Wish, key: string) => Outcome;
	/** Called when a retry has recorded that it is one. */
	begun: () => void;
}

/** A run of the node, with its tries. It uses the keys as `run/run.ts` does. */
export async function runNode(items: readonly Wish[], setting: Setting): Promise<Result[]> {
	/** What a later try knows. */
	const memory = new Map<number, Result>();
	for (let left = setting.tries; ; left--) {
		try {
			return await tryOnce(items, memory, setting);
		} catch (thrown) {
			if (!(thrown instanceof Stop) || thrown.end === 'killed' || left <= 1) throw thrown;
		}
	}
}

async function tryOnce(
	items: readonly Wish[],
	memory: Map<number, Result>,
	setting: Setting,
): Promise<Result[]> {
	const { process, context, windowSize, stops, send, isMissing } = setting;
	const keys = new RunKeys(context);
	await keys.begin();
	process.live();
	setting.begun();
	const results: Result[] = [];
	let hasFailed = false;
	const add = (index: number, result: Result) => {
		results[index] = result;
		if (result !== 'refused') memory.set(index, result);
		if (stops && result !== 'applied' && result !== 'done') hasFailed = true;
	};
	const left: PlacedItem[] = [];
	for (const [index, wish] of items.entries()) {
		if (!memory.has(index) && isMissing()) {
			const earlier = await keys.earlier(index);
			process.live();
			add(index, !earlier ? 'refused' : 'problem' in earlier ? toldBy(earlier.problem) : 'done');
		}
		if (hasFailed) throw new Stop('failed');
		if (results[index]) continue;
		const item = place(keys, index, wish, setting.kind);
		if (item instanceof Problem) {
			add(index, toldBy(item));
			continue;
		}
		const result = memory.get(index) ?? (item.isDone ? 'done' : undefined);
		if (result) add(index, result);
		else left.push(item);
	}
	while (left.length > 0 && !hasFailed) {
		const window = left.splice(0, windowSize);
		process.live();
		const claims = await keys.claim(window);
		process.live();
		const mine = window.filter((_item, index) => 'state' in claims[index]! && claims[index].state === 'mine');
		for (const [index, claim] of claims.entries()) {
			const { itemIndex } = window[index]!;
			if ('problem' in claim) add(itemIndex, toldBy(claim.problem));
			else if (claim.state === 'done') add(itemIndex, 'done');
		}
		for (const item of mine) {
			const outcome = hasFailed ? 'notApplied' : send(items[item.itemIndex]!, item.key);
			process.live();
			keys.end(item, outcome);
			if (!hasFailed) add(item.itemIndex, resultOf(outcome, item.key));
		}
		await keys.settle();
		process.live();
	}
	keys.close();
	if (hasFailed) throw new Stop('failed');
	return results;
}

/** @returns why the item has no key, in a retry whose first attempt is unknown */
function place(keys: RunKeys, itemIndex: number, { id, name }: Wish, kind: Kind): PlacedItem | Problem {
	if (kind === 'key') {
		const own = { itemIndex, isNumbered: false, delivery: '', fingerprint: name };
		return keys.place({ ...own, keyOf: () => `key ${id}` });
	}
	let origin = '';
	try {
		if (kind === 'execution') ({ origin } = keys);
	} catch (thrown) {
		return thrown as Problem;
	}
	const words = kind === 'event' ? `event ${name}` : `execution ${origin} ${name}`;
	const automatic = { itemIndex, isNumbered: true, delivery: '', isOwn: kind === 'execution' };
	return keys.place({ ...automatic, keyOf: (number) => `${words} #${number}` });
}

function toldBy({ told }: Problem): Result {
	return resultOf(told.outcome, told.idempotencyKey);
}

function resultOf(outcome: Outcome, key?: string): Result {
	if (outcome !== 'unknown') return outcome === 'applied' ? 'applied' : 'refused';
	return key === undefined ? 'astray' : { open: key };
}
