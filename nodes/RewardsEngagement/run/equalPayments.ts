import { SEVERAL } from '../declare/operation';
import type { RegisteredOperation } from '../declare/registry';
import type { ParameterReader } from '../fields/reader';
import { yieldToEventLoop } from '../shared/yieldToEventLoop';
import type { Job } from './job';

/** @param count items of a run that make the same payment */
export function equalPaymentsWarning(count: number): string {
	return `${count} items each make the same payment. To make it once, turn on "Execute Once" in Settings. ${SEVERAL}`;
}

/** How many items make the same payment to a member whom no expression names. 0 with keys of the user. */
export async function equalPayments(
	parameters: Pick<ParameterReader, 'isFixed' | 'written'>,
	jobs: readonly Job[],
): Promise<number> {
	const hasOwnKeys = parameters.written('repeatProtection') === 'key';
	const isOfOne = new Map<RegisteredOperation, boolean>();
	const counts = new Map<string, number>();
	for (const { operation, request } of hasOwnKeys ? [] : jobs) {
		await yieldToEventLoop();
		if (!isOfOne.has(operation)) isOfOne.set(operation, namesOne(parameters, operation));
		if (!isOfOne.get(operation)) continue;
		const payment = JSON.stringify([request.path.text, request.query, request.body]);
		counts.set(payment, (counts.get(payment) ?? 0) + 1);
	}
	return [...counts.values()].reduce((most, count) => Math.max(most, count), 0);
}

function namesOne(
	parameters: Pick<ParameterReader, 'isFixed'>,
	{ payment, parameters: fields }: Job['operation'],
): boolean {
	const names = Object.keys(fields).filter((name) => name !== 'amount' && name !== payment?.currency);
	return payment !== undefined && parameters.isFixed(...names);
}
