import { isExpression, type IExecuteFunctions } from 'n8n-workflow';

import { unsentProblem, type Problem } from '../errors';
import { writtenCredential } from '../host/writtenCredential';
import { yieldToEventLoop } from '../shared/yieldToEventLoop';

const TYPE = 'rewardsEngagementApi';

/** Names in an expression whose value is the same for all items of a run. */
const SAME_FOR_ALL = new Set(['$secrets', '$vars', '$env', '$workflow', '$execution']);

const NAMES = /\$\w*/g;

/**
 * Refuses a run whose items have different credentials, because all its requests use one. n8n reads a credential from
 * its database each time, so a credential without expressions of the item is read only once.
 *
 * @throws {Problem} naming the first item with another credential
 * @throws n8n's error for a failed expression
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

/** Whether a field has an expression with names whose value may differ between items. */
function mayDifferByItem(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.values(value).some(mayDifferByItem);
	if (!isExpression(value)) return false;
	const names = value.match(NAMES) ?? [];
	return names.length === 0 || names.some((name) => !SAME_FOR_ALL.has(name));
}

function isAnother(itemIndex: number): Problem {
	return unsentProblem(
		`Not sent: the credential has different values for item ${itemIndex} and item 0`,
		'An expression in the credential depends on the item. Enter the Realm ID in the node for each item. Or put a Loop Over Items node with a batch size of 1 before this node.',
	);
}
