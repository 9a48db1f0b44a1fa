import { isExpression, type IExecuteFunctions } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { writtenCredential } from '../host/writtenCredential';
import { yieldToEventLoop } from '../shared/yieldToEventLoop';

const TYPE = 'rewardsEngagementApi';

/** What an expression may name and still give one value for all items of a run. */
const SAME_FOR_ALL = new Set(['$secrets', '$vars', '$env', '$workflow', '$execution']);

const NAMES = /\$\w*/g;

/**
 * Refuses a run whose items have different credentials: all its requests go out with one. n8n reads a credential from its
 * database each time, so one without expressions of the item is read no more.
 *
 * @throws {InvalidParameter} naming the first item whose credential is another; or what n8n throws for an expression
 */
export async function checkCredentialOfItems(context: IExecuteFunctions): Promise<void> {
	const count = context.getInputData().length;
	if (count < 2) return;
	const written = await writtenCredential(context, TYPE);
	if (written && !Object.values(written).some(mayDifferByItem)) return;
	const first = JSON.stringify(await context.getCredentials(TYPE, 0));
	for (let itemIndex = 1; itemIndex < count; itemIndex++) {
		await yieldToEventLoop();
		if (context.getExecutionCancelSignal()?.aborted) return;
		const other = JSON.stringify(await context.getCredentials(TYPE, itemIndex));
		if (other !== first) throw isAnother(itemIndex);
	}
}

/** Whether a field holds an expression, and names anything but what all items share. */
function mayDifferByItem(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.values(value).some(mayDifferByItem);
	if (!isExpression(value)) return false;
	const names = value.match(NAMES) ?? [];
	return names.length === 0 || names.some((name) => !SAME_FOR_ALL.has(name));
}

function isAnother(itemIndex: number): InvalidParameter {
	return new InvalidParameter(
		`The credential has other values for item ${itemIndex} than for item 0, so nothing was sent`,
		'An expression in the credential depends on the item. Enter the Realm ID in the node for each item, or put a Loop Over Items node with a batch size of 1 before this node.',
	);
}
