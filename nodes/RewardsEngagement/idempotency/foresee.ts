import type { IExecuteFunctions } from 'n8n-workflow';

import { ExecutionMemory, type FirstItem } from './executionMemory';
import { breathe } from '../shared/breathe';
import { MAX_KEYS, type Claim, type KeyClaim } from './keyStore';
import { isOnlyProcess } from '../host/process';
import { openStore, ROWS, type PlacedItem } from './runKeys';

/** Keys that the store is asked for at a time: n8n works through them without a break. */
const ASKED_AT_A_TIME = 500;

/** What would become of an item under its key. */
export interface Foreseen {
	key: string;
	/** `unknown` where other processes use the store: it cannot be asked without writing to it. */
	wouldBe: 'sent' | 'skipped' | 'refusedAsOpen' | 'refusedAsOther' | 'unknown';
	/** The item of this execution by which it would be skipped; without it, an earlier execution did it. */
	first?: FirstItem;
}

/** What the memory of the execution says, as a claim would. */
const HERE = { none: 'mine', begun: 'open', done: 'done' } as const;

const WORDS = { mine: 'sent', done: 'skipped', open: 'refusedAsOpen', conflict: 'refusedAsOther' } as const;

/**
 * What the keys would do with items, if they were sent in this order. No key is claimed, and the store is left as it was.
 *
 * @throws {InvalidParameter} when the workflow was not saved; or what the store throws
 */
export async function foresee(context: IExecuteFunctions, items: readonly PlacedItem[]): Promise<Foreseen[]> {
	if (items.length === 0) return [];
	const runIndex = Number(context.getWorkflowDataProxy(0).$runIndex);
	const memory = ExecutionMemory.of(context);
	/** The first item of each key. */
	const leading = new Map<string, PlacedItem>();
	for (const item of items) {
		await breathe();
		if (!leading.has(item.key)) leading.set(item.key, item);
	}
	const all = [...leading.values()];
	const elsewhere: PlacedItem[] = [];
	const states = new Map<string, KeyClaim | undefined>();
	for (const item of all) {
		await breathe();
		const state = item.isOwn ? memory.stateOf(item.key) : 'stored';
		if (state === 'stored') elsewhere.push(item);
		else states.set(item.key, HERE[state]);
	}
	const stored = elsewhere.length === 0 ? [] : await statesOf(context, elsewhere);
	elsewhere.forEach(({ key }, index) => states.set(key, stored[index]));
	const found = new Map(
		all.map(({ key }): [string, Foreseen] => {
			const state = states.get(key);
			const sent = memory.firstItem(key);
			const first = state === undefined || state === 'done' ? sent : undefined;
			return [key, { key, wouldBe: state ? WORDS[state] : sent ? 'skipped' : 'unknown', first }];
		}),
	);
	return items.map((one) => {
		const leader = leading.get(one.key) as PlacedItem;
		const ofLeader = found.get(one.key) as Foreseen;
		return one === leader ? ofLeader : after(leader, ofLeader, one, runIndex);
	});
}

/** What would become of an item behind another of its key. */
function after(
	leader: PlacedItem,
	found: Foreseen,
	{ key, fingerprint }: PlacedItem,
	runIndex: number,
): Foreseen {
	const { wouldBe } = found;
	if (wouldBe === 'refusedAsOpen' || wouldBe === 'refusedAsOther') return found;
	if (fingerprint !== leader.fingerprint) {
		return { key, wouldBe: wouldBe === 'unknown' ? 'unknown' : 'refusedAsOther' };
	}
	return wouldBe === 'skipped'
		? found
		: { key, wouldBe: 'skipped', first: { runIndex, itemIndex: leader.itemIndex } };
}

/** How the keys stand, in their order; nothing for those that cannot be asked for, or were not as the run was cancelled. */
async function statesOf(context: IExecuteFunctions, claims: readonly Claim[]): Promise<KeyClaim[]> {
	const room = MAX_KEYS + 3 * ROWS * Math.min(claims.length, ASKED_AT_A_TIME);
	const { keys, data, isShared } = openStore(context, context.getNode().id, room);
	if (!isOnlyProcess(context)) return [];
	if ((await data.keys.isEmpty()) && (await data.notes.isEmpty())) return claims.map(() => 'mine');
	const states: KeyClaim[] = [];
	const signal = context.getExecutionCancelSignal();
	for (let begin = 0; begin < claims.length && !signal?.aborted; begin += ASKED_AT_A_TIME) {
		await breathe();
		const next = claims.slice(begin, begin + ASKED_AT_A_TIME);
		states.push(...(await keys.foresee(next, data, isShared)));
	}
	return states;
}
