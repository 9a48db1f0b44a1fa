import type { NodeHint } from 'n8n-workflow';

import type { ParameterReader } from '../fields/parameterReader';
import { yieldToEventLoop } from '../shared/yieldToEventLoop';
import type { Job } from './job';
import { keyOf, type RegisteredOperation, type Registry } from './registry';

const SEVERAL = 'To pay several members, use an expression for the member.';

const BEFORE_RUN = `Every input item makes this same payment, unless "Execute Once" is on in Settings. ${SEVERAL}`;

/**
 * Warns in the panel, before the first run, if no expression distinguishes the payments of the input items. With a
 * key of the user they are one payment. n8n does not tell an expression whether "Execute Once" is on.
 */
export function equalPaymentsHint({ remoteOperations }: Registry): NodeHint {
	const paying = remoteOperations.filter(({ payment }) => payment).map(keyOf);
	const conditions = [
		`${JSON.stringify(paying)}.includes($parameter.resource + '.' + $parameter.operation)`,
		"$parameter.repeatProtection !== 'key'",
		`!JSON.stringify($rawParameter).includes('"=')`,
		'$input.all().length > 1',
	];
	return {
		message: BEFORE_RUN,
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ ${conditions.join(' && ')} }}`,
	};
}

/** @param count items of a run that make the same payment */
export function equalPaymentsWarning(count: number): string {
	return `${count} items each make the same payment. To make it once, turn on "Execute Once" in Settings. ${SEVERAL}`;
}

/** How many items make the same payment to a member whom no expression names. 0 with keys of the user. */
export async function equalPayments(
	parameters: Pick<ParameterReader, 'isFixed' | 'written'>,
	jobs: readonly Job[],
): Promise<number> {
	const hasOwnKeys = parameters.written('repeatProtection', '') === 'key';
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
