import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { Problem } from '../errors';
import { isTool } from './otherNodes';

/** What a failed item says beside its input. */
type FailureJson = { error: string; details: IDataObject };

/**
 * The output item for an input item that failed. It says what happened and what to do. `details` has the outcome, on
 * which a workflow can branch, and the service's status and response. It keeps the files of its input, and at the error
 * output also the JSON.
 */
export function failedItem(
	node: INode,
	input: INodeExecutionData,
	itemIndex: number,
	problem: Problem,
): INodeExecutionData {
	const { message, advice, outcome, status, answer, idempotencyKey, request } = problem.told;
	const details = {
		outcome,
		advice: advice || undefined,
		status,
		answer,
		idempotencyKey,
		request: request && { ...request },
	};
	const given = Object.entries(details).filter(([, value]) => value !== undefined);
	const failure = { error: message, details: Object.fromEntries(given) as IDataObject };
	if (node.onError === 'continueErrorOutput') return errorOutputItem(input, itemIndex, failure);
	const files = input.binary && !isTool(node) ? { binary: input.binary } : {};
	return { json: failure, ...files, pairedItem: { item: itemIndex } };
}

/**
 * A failed item on its way to the node's error output. Its JSON is that of its input and `failure`, and it keeps the
 * input's files.
 *
 * n8n 1.123 to 2.41 have no public way to send an item there. They do this (n8n-core, `workflow-execute.js`), and
 * each step would lose something:
 * 1. They move the item if it has an `error`. The JSON alone does not suffice: 2.20 and older would leave `details`
 *    with the successes.
 * 2. If the item's pairing is an object, they add the fields of the input item, which they look up. If they cannot
 *    find it, they throw, and all results of the run are lost. So the pairing is a number here, and the JSON is whole.
 * 3. They replace the JSON of an item with an `error` by its message. That is the sign that the item has moved: it
 *    keeps its JSON, and becomes a plain item. A later node that passes it on must not take it for its own failure.
 *
 * `error` is not enumerable, so no copy of the item has it. A version of n8n without step 3 still gives the next node
 * a plain item, because that gets a copy.
 *
 * @param itemIndex of the input item
 */
function errorOutputItem(
	{ json: input, binary }: INodeExecutionData,
	itemIndex: number,
	failure: FailureJson,
): INodeExecutionData {
	let json: IDataObject = { ...input, ...failure };
	const item: INodeExecutionData = { json, ...(binary && { binary }), pairedItem: itemIndex };
	const settle = () => {
		delete item.error;
		item.pairedItem = { item: itemIndex };
		Object.defineProperty(item, 'json', { value: json, writable: true });
	};
	return Object.defineProperties(item, {
		error: { value: new Error(failure.error), enumerable: false, configurable: true, writable: true },
		json: {
			get: () => json,
			set: (replacement: IDataObject) => {
				// Before it moves the item, n8n may also replace the JSON by a copy, to which it then adds the files.
				if ('details' in replacement) json = replacement;
				else settle();
			},
		},
	});
}
