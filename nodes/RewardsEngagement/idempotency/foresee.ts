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
	const { keys, data } = openStore(context, context.getNode().id, room);
	const foreseen: Foreseen[] = [];
	/** Of this list, by key. */
	const earlier = new Map<string, number>();
	const turns = new Set<string>();
	/** Of equal payments, below which number all are taken; by the turn of the first. */
	const lowest = new Map<string, number>();
	const asked: Claim[] = [];
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
		const key = keyOf(number);
		const before = earlier.get(key);
		const first =
			memory.firstItem(key) ?? (before === undefined ? undefined : { runIndex, itemIndex: before });
		foreseen.push({ key, wouldBe: first ? 'skipped' : 'unknown', first });
		if (first) continue;
		earlier.set(key, itemIndex);
		asked.push({ key, fingerprint });
	}
	if (!isOnlyProcess(context)) return foreseen;
	if (await isUnused(context)) return foreseen.map((one) => (one.first ? one : { ...one, wouldBe: 'sent' }));
	const standings: KeyClaim[] = [];
	const signal = context.getExecutionCancelSignal();
	for (let begin = 0; begin < asked.length && !signal?.aborted; begin += ASKED_AT_A_TIME) {
		await breathe();
		standings.push(...(await keys.foresee(asked.slice(begin, begin + ASKED_AT_A_TIME), data)));
	}
	const words = { mine: 'sent', done: 'skipped', open: 'refusedAsOpen', conflict: 'refusedAsOther' } as const;
	const found = new Map(asked.map(({ key }, index) => [key, words[standings[index] ?? 'open']]));
	return foreseen.map((one) => ({
		...one,
		wouldBe: one.first ? 'skipped' : (found.get(one.key) ?? 'unknown'),
	}));
}
