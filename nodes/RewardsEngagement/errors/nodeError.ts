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
 * The output item of an input item that failed: what happened, and in `details` the outcome, which a workflow can
 * branch on, what to do, and the service's status and answer.
 *
 * An `error` beside the `json` would have n8n replace the whole JSON by the message. With these keys alone the item
 * takes the Error output all the same; but n8n 2.20 and older know such an item only by its `error`, and without it
 * would let a failed payment go on as a success. Hidden, the `error` is seen where the output is chosen, and gone in
 * the copy that n8n makes there (n8n-core, `workflow-execute.js`).
 *
 * @param shown the service's answer as it may be given
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
	// The key stands beside it.
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
 * Turns whatever was thrown into the error that n8n shows: a title that says what happened, and below it what to do.
 *
 * @param itemIndex the input item it belongs to, if any
 * @param note what else there is to say below the title
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
	// One that n8n itself threw would be given back as it is.
	const own = cause instanceof NodeOperationError ? new Error(cause.message, { cause }) : cause;
	const error = new NodeOperationError(node, own, { description, itemIndex, level: 'warning' });
	return withWords(error, cause.message);
}

const UNSENT = 'Nothing was sent.';

/** What there is to say below the title: ours, or what n8n says of an expression that failed. */
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
 * Sets the words for good: n8n replaces a message in which it spots a system error code, even inside a word
 * ("superpermission" has EPERM).
 */
function withWords<E extends NodeApiError | NodeOperationError>(error: E, message: string): E {
	error.message = message;
	return error;
}

function joined(...texts: Array<string | undefined>): string {
	return texts.filter(Boolean).join(' ');
}
