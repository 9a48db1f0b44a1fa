import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { ServiceProblem } from './serviceProblem';
import { NotApplied, outcomeOfThrown } from './withOutcome';

/**
 * The output item for an input item that failed. It says what happened and what to do. `details` has the outcome, on
 * which a workflow can branch, and the service's status and response.
 *
 * An `error` beside the `json` makes n8n replace the whole JSON by the message. Newer versions of n8n recognize a
 * failed item by the keys in its JSON. But n8n 2.20 and older recognize it only by `error`, and would let a failed
 * payment continue as a success. So `error` is not enumerable: n8n sees it when it chooses the output, and loses it
 * in the copy that it makes there (n8n-core, `workflow-execute.js`).
 *
 * @param shown the service's response, without secrets
 */
export function errorItem(
	node: INode,
	thrown: unknown,
	itemIndex: number,
	shown: (answer: unknown) => unknown = (answer) => answer,
): INodeExecutionData {
	const error = toNodeError(node, thrown, itemIndex);
	const known = thrown instanceof ServiceProblem ? thrown.problem : undefined;
	const { message } = error;
	// The key is in a field beside it.
	const description = known?.description ?? error.description;
	const details = {
		outcome: outcomeOfThrown(thrown),
		advice: description || undefined,
		status: known?.status,
		answer: shown(known?.details) as IDataObject | undefined,
		idempotencyKey: known?.idempotencyKey,
		request: known?.request && { ...known.request },
	};
	const given = Object.entries(details).filter(([, value]) => value !== undefined);
	const item = {
		json: { error: message, details: Object.fromEntries(given) },
		pairedItem: { item: itemIndex },
	};
	const hasErrorOutput = node.onError === 'continueErrorOutput';
	return hasErrorOutput ? Object.defineProperty(item, 'error', { value: error, enumerable: false }) : item;
}

/**
 * Turns anything that was thrown into the error that n8n shows. The title says what happened, and the text below it
 * what to do.
 *
 * @param itemIndex the input item it belongs to, if any
 * @param note more text below the title
 */
export function toNodeError(
	node: INode,
	thrown: unknown,
	itemIndex?: number,
	note = '',
): NodeApiError | NodeOperationError {
	if (thrown instanceof ServiceProblem) return fromProblem(node, thrown, itemIndex, note);
	if (thrown instanceof NotApplied) {
		const isSaid = /^Not sent: |Nothing was sent\./.test(`${thrown.message} ${descriptionOf(thrown.thrown)}`);
		const isToSay = thrown.isUnsent && !isSaid;
		return toNodeError(node, thrown.thrown, itemIndex, joined(isToSay ? UNSENT : '', note));
	}
	const description = joined(descriptionOf(thrown), note);
	const cause = thrown instanceof Error ? thrown : new Error(String(thrown));
	// `NodeOperationError` returns another error of its class unchanged, so wrap one that n8n threw.
	const own = cause instanceof NodeOperationError ? new Error(cause.message, { cause }) : cause;
	const error = new NodeOperationError(node, own, { description, itemIndex, level: 'warning' });
	return withWords(error, cause.message);
}

const UNSENT = 'Nothing was sent.';

/** The text below the title: ours, or n8n's for a failed expression. */
function descriptionOf(thrown: unknown): string {
	const { description } = (thrown ?? {}) as { description?: unknown };
	return typeof description === 'string' ? description : '';
}

function fromProblem(
	node: INode,
	{ problem }: ServiceProblem,
	itemIndex: number | undefined,
	note: string,
): NodeApiError {
	const { message, status, details, failure } = problem;
	const key = problem.idempotencyKey && `Its key is "${problem.idempotencyKey}".`;
	const description = joined(problem.description, key, note);
	const error = new NodeApiError(
		node,
		{},
		{ message, description, httpCode: status?.toString(), itemIndex, level: 'warning', failure },
	);
	if (details !== undefined) error.context.data = details;
	return withWords(error, message);
}

/**
 * Sets the message again, because n8n replaces a message that contains a system error code, even inside a word
 * ("superpermission" has EPERM).
 */
function withWords<E extends NodeApiError | NodeOperationError>(error: E, message: string): E {
	error.message = message;
	return error;
}

function joined(...texts: Array<string | undefined>): string {
	return texts.filter(Boolean).join(' ');
}
