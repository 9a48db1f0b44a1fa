import type { IExecuteFunctions } from 'n8n-workflow';

import { ExecutionMemory, turnOf, type FirstItem } from './executionMemory';
import { breathe } from '../shared/breathe';
import { MAX_KEYS, type Claim, type KeyClaim } from './keyStore';
import { isOnlyProcess, isUnused } from './processedData';
import { lowestFrom, openStore, ROWS, type KeyedItem } from './runKeys';

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

/** An item that would be sent, and under what. */
interface Wanted extends Claim {
	itemIndex: number;
}

const WORDS = { mine: 'sent', done: 'skipped', open: 'refusedAsOpen', conflict: 'refusedAsOther' } as const;

/**
 * What the keys would do with items, if they were sent in this order. No key is claimed, and the store is left as it was.
 *
 * @throws {InvalidParameter} when the workflow was not saved; or what the store throws
 */
export async function foresee(context: IExecuteFunctions, items: readonly KeyedItem[]): Promise<Foreseen[]> {
	if (items.length === 0) return [];
	const runIndex = Number(context.getWorkflowDataProxy(0).$runIndex);
	const memory = ExecutionMemory.of(context, runIndex);
	const room = MAX_KEYS + 3 * ROWS * Math.min(items.length, ASKED_AT_A_TIME);
	const { keys, data, isShared } = openStore(context, context.getNode().id, room);
	const turns = new Set<string>();
	/** Of equal payments, below which number all are taken; by the turn of the first. */
	const lowest = new Map<string, number>();
	const wanted: Wanted[] = [];
	/** The first item of each key. */
	const leading = new Map<string, Wanted>();
	for (const { itemIndex, keyOf, isNumbered, source, fingerprint } of items) {
		await breathe();
		const turnAt = (at: number) => turnOf(keyOf(at), source);
		const isTaken = (turn: string) => memory.isTaken(turn, runIndex) || turns.has(turn);
		const from = lowest.get(turnAt(1)) ?? 1;
		const number = isNumbered ? await lowestFrom(from, (at) => isTaken(turnAt(at))) : 1;
		if (isNumbered) {
			lowest.set(turnAt(1), number);
			turns.add(turnAt(number));
		}
		const one = { itemIndex, key: keyOf(number), fingerprint };
		wanted.push(one);
		if (!leading.has(one.key)) leading.set(one.key, one);
	}
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
	return wanted.map((one) => {
		const leader = leading.get(one.key) as Wanted;
		const ofLeader = found.get(one.key) as Foreseen;
		return one === leader ? ofLeader : after(leader, ofLeader, one, runIndex);
	});
}

/** What would become of an item behind another of its key. */
function after(leader: Wanted, found: Foreseen, { key, fingerprint }: Wanted, runIndex: number): Foreseen {
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
