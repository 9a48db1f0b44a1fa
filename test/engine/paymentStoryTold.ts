import type { IDataObject, IRunExecutionData } from 'n8n-workflow';

import { PAYERS, type Payer } from './paymentStoryWorkflow';

/** The node's report about an item. */
export interface Told {
	payer: Payer;
	/** The group of the item in the ledger. */
	group: string;
	event?: string;
	delivery: number;
	what: 'applied' | 'skipped' | 'notApplied' | 'unknown' | 'dry';
	/** The recipient and the amount that the item asked for. */
	asked: string;
	/** The message of a failure. */
	why?: string;
	/** The key, if the outcome is unknown. */
	key?: string;
}

/** How often each paying node has run. */
export function runsIn(data: IRunExecutionData): Record<Payer, number> {
	const { runData } = data.resultData;
	return { Pay: runData.Pay?.length ?? 0, Fee: runData.Fee?.length ?? 0 };
}

/**
 * The reports of the paying nodes about their items, in the order of the input. A run that a failure stopped has
 * none.
 *
 * @param from skips the earlier runs
 * @returns also the problems of the outputs: each item must have exactly one
 */
export function toldIn(
	data: IRunExecutionData | undefined,
	from: Record<Payer, number>,
	groupOf: (payer: Payer, input: IDataObject) => string,
): { told: Told[]; problems: string[] } {
	const runData = data?.resultData.runData ?? {};
	const told: Told[] = [];
	const problems: string[] = [];
	for (const payer of PAYERS) {
		for (const { data: given, source, error } of (runData[payer] ?? []).slice(from[payer])) {
			const { previousNode = '', previousNodeRun = 0, previousNodeOutput = 0 } = source[0] ?? {};
			const input = runData[previousNode]?.[previousNodeRun]?.data?.main?.[previousNodeOutput] ?? [];
			const outputs = (given?.main ?? []).flatMap((items) => items ?? []);
			// n8n makes artificial runs after a crash. They have no source, and report nothing.
			if (error || !source[0]) continue;
			const found = new Map<number, Told>();
			for (const { json, pairedItem } of outputs) {
				const { item } = pairedItem as { item: number };
				const entry = input[item]?.json ?? {};
				if (found.has(item)) problems.push(`item ${item} of ${payer} has two outputs`);
				found.set(item, {
					payer,
					group: groupOf(payer, entry),
					event: entry.event as string | undefined,
					delivery: Number(entry.delivery),
					asked: `${entry.to as string} ${Number(entry.amount)}`,
					...(entry.isDry === true && json.error === undefined ? { what: 'dry' } : saidOf(json)),
				});
			}
			if (found.size !== input.length)
				problems.push(`${payer} got ${input.length} items and says something of ${found.size}`);
			told.push(...[...found].sort(([one], [other]) => one - other).map(([, one]) => one));
		}
	}
	return { told, problems };
}

function saidOf({ skipped, error, details }: IDataObject): Pick<Told, 'what' | 'key' | 'why'> {
	if (error !== undefined) {
		const { outcome, idempotencyKey } = details as { outcome: Told['what']; idempotencyKey?: string };
		return { what: outcome, key: idempotencyKey, why: error as string };
	}
	return { what: skipped === true ? 'skipped' : 'applied' };
}

export const isDone = ({ what }: Told) => what === 'applied' || what === 'skipped';

/**
 * The number of different payments reported as done, by group. Deliveries of an event are not added up, because
 * they stand for the same payments. The same applies to items with one key.
 */
export function doneIn(told: readonly Told[], isByKey: boolean): Map<string, number> {
	const counts = new Map<string, Map<string, Map<number, number>>>();
	for (const one of told.filter(isDone)) {
		const ofGroup = counts.get(one.group) ?? new Map<string, Map<number, number>>();
		counts.set(one.group, ofGroup);
		const part = `${one.payer} ${isByKey ? '' : (one.event ?? '')}`;
		const ofPart = ofGroup.get(part) ?? new Map<number, number>();
		ofGroup.set(part, ofPart);
		ofPart.set(one.delivery, isByKey ? 1 : (ofPart.get(one.delivery) ?? 0) + 1);
	}
	return new Map(
		[...counts].map(([group, parts]) => [
			group,
			[...parts.values()].reduce((sum, deliveries) => sum + Math.max(...deliveries.values()), 0),
		]),
	);
}
