import type { IExecuteFunctions } from 'n8n-workflow';

import { ExecutionMemory, type FirstItem } from './executionMemory';
import { breathe } from '../shared/breathe';
import { MAX_KEYS, type Claim, type KeyClaim } from './keyStore';
import { isOnlyProcess, isUnused } from './processedData';
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

const WORDS = { mine: 'sent', done: 'skipped', open: 'refusedAsOpen', conflict: 'refusedAsOther' } as const;

/**
 * What the keys would do with items, if they were sent in this order. No key is claimed, and the store is left as it was.
 *
 * @throws {InvalidParameter} when the workflow was not saved; or what the store throws
 */
export async function foresee(
	context: IExecuteFunctions,
	items: readonly PlacedItem[],
): Promise<Foreseen[]> {
	if (items.length === 0) return [];
	const runIndex = Number(context.getWorkflowDataProxy(0).$runIndex);
	const memory = ExecutionMemory.of(context, runIndex);
	const room = MAX_KEYS + 3 * ROWS * Math.min(items.length, ASKED_AT_A_TIME);
	const { keys, data, isShared } = openStore(context, context.getNode().id, room);
	/** The first item of each key. */
	const leading = new Map<string, PlacedItem>();
	for (const item of items) if (!leading.has(item.key)) leading.set(item.key, item);
	const asked = [...leading.values()];
	const states = await statesOf(context, { keys, data, isShared }, asked);
	const found = new Map(
		asked.map(({ key }, index): [string, Foreseen] => {
			const state = states[index];
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
async function statesOf(
	context: IExecuteFunctions,
	{ keys, data, isShared }: ReturnType<typeof openStore>,
	claims: readonly Claim[],
): Promise<KeyClaim[]> {
	if (!isOnlyProcess(context)) return [];
	if (await isUnused(context)) return claims.map(() => 'mine');
	const states: KeyClaim[] = [];
	const signal = context.getExecutionCancelSignal();
	for (let begin = 0; begin < claims.length && !signal?.aborted; begin += ASKED_AT_A_TIME) {
		await breathe();
		const next = claims.slice(begin, begin + ASKED_AT_A_TIME);
		states.push(...(await keys.foresee(next, data, isShared)));
	}
	return states;
}
