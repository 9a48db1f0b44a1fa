import { setTimeout as pause } from 'node:timers/promises';

import { unsentProblem, type Outcome } from '../../nodes/RewardsEngagement/errors';
import type { Row } from '../../nodes/RewardsEngagement/host/row';
import { Journal, type Rules } from '../../nodes/RewardsEngagement/once/journal';
import type { Claim, State } from '../../nodes/RewardsEngagement/once/keyValues';

/** What a write of a dead process throws. Nothing repeats it, like the error of a request that the node refused. */
export const DEAD = unsentProblem('The process has died');

/** What fails at a moment of a process. Each of its writes has two moments: before it and after it. */
export type Fault = (moment: number) => Error | undefined;

/** The process ends at a moment, and writes nothing afterwards. */
export const diesAt =
	(moment: number): Fault =>
	(now) =>
		now >= moment ? DEAD : undefined;

/** The database fails at these moments. Each attempt at a write has its own. */
export const failsAt =
	(...moments: readonly number[]): Fault =>
	(now) =>
		moments.includes(now) ? new Error('database is locked') : undefined;

/** The row of a node in n8n's database. */
export class NodeRow {
	/** The oldest first. */
	values = new Set<string>();

	/** How many writes were carried out. */
	writes = 0;

	/** @param latency how long the next read or write takes, in milliseconds. n8n overwrites what came between them. */
	constructor(private readonly latency = () => 0) {}

	/** The row as n8n gives it to one process. */
	seenBy(fault: Fault = () => undefined): Row {
		let moment = 0;
		const pass = () => {
			const error = fault(moment++);
			if (error) throw error;
		};
		const write = async (change: (values: Set<string>) => string[]) => {
			pass();
			await this.wait();
			const values = new Set(this.values);
			const changed = change(values);
			await this.wait();
			this.values = values;
			this.writes++;
			pass();
			return changed;
		};
		return {
			record: async (list) =>
				await write((values) => {
					const added = list.filter((value) => !values.has(value));
					for (const value of list) values.add(value);
					return added;
				}),
			remove: async (list) => {
				await write((values) => list.filter((value) => values.delete(value)));
			},
		};
	}

	/** Another row with the same values, whose changes do not matter. */
	copy(): NodeRow {
		const row = new NodeRow();
		row.values = new Set(this.values);
		return row;
	}

	/** n8n drops the oldest values when the row is full. */
	drop(count: number): void {
		this.values = new Set([...this.values].slice(count));
	}

	private async wait(): Promise<void> {
		const time = this.latency();
		if (time > 0) await pause(time);
	}
}

export const PAYMENTS: Rules = { of: 'payments', isShared: false };
export const EVENTS: Rules = { of: 'events', isShared: false };
export const shared = (rules: Rules): Rules => ({ ...rules, isShared: true });

/** A process that remembers nothing of an earlier one. */
export const processOn = (row: NodeRow, rules = PAYMENTS, fault?: Fault) =>
	new Journal(row.seenBy(fault), rules);

/** The key of most tests. */
export const keyFor = (fingerprint?: string): Claim => ({ key: 'k', fingerprint });

/** Claims one key. */
export const ask = async (journal: Journal, claim: Claim) => (await journal.claim([claim]))[0] as State;

/** Uses a key as a run does. */
export async function use(journal: Journal, claim: Claim, outcome: Outcome): Promise<State> {
	const state = await ask(journal, claim);
	if (state === 'mine') await journal.settle([{ ...claim, outcome }]);
	return state;
}

/** What the next process would find, without a trace of it. */
export const nextFinds = async (row: NodeRow, claim: Claim) => await ask(processOn(row.copy()), claim);

/** What may have happened to a key, and its state since. */
const PASTS = {
	new: { state: 'mine', steps: [] },
	done: { state: 'done', steps: ['applied'] },
	open: { state: 'open', steps: ['unknown'] },
	released: { state: 'mine', steps: ['unknown', 'release'] },
	'released twice': { state: 'mine', steps: ['unknown', 'release', 'applied', 'release'] },
	'done again': { state: 'done', steps: ['unknown', 'release', 'applied'] },
} as const satisfies Record<string, { state: State; steps: ReadonlyArray<Outcome | 'release'> }>;

export type Past = keyof typeof PASTS;

/** A row with a key that has this past. */
export async function rowWith(past: Past, claim: Claim): Promise<NodeRow> {
	const row = new NodeRow();
	for (const step of PASTS[past].steps)
		await (step === 'release' ? processOn(row).release('k') : use(processOn(row), claim, step));
	return row;
}

/** Keys with each past, of the user and automatic ones. */
export const KEYS = (Object.keys(PASTS) as Past[]).flatMap((past) =>
	['f', undefined].map((fingerprint) => ({
		...{ past, claim: keyFor(fingerprint), state: PASTS[past].state },
		name: `${past}, ${fingerprint === undefined ? 'automatic' : 'of the user'}`,
	})),
);
