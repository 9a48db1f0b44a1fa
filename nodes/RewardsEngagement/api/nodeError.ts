import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { InvalidParameter } from '../fields/invalidParameter';
import { ServiceProblem } from './serviceProblem';

/**
 * Turns whatever was thrown into the error that n8n shows: a title that says what happened, and below it what to do.
 *
 * @param itemIndex the input item it belongs to, if any
 */
export function toNodeError(
	node: INode,
	thrown: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (thrown instanceof ServiceProblem) return fromProblem(node, thrown, itemIndex);
	const description = thrown instanceof InvalidParameter ? thrown.description : undefined;
	const cause = thrown instanceof Error ? thrown : new Error(String(thrown));
	const error = new NodeOperationError(node, cause, { description, itemIndex, level: 'warning' });
	return withWords(error, cause.message);
}

function fromProblem(node: INode, { problem }: ServiceProblem, itemIndex?: number): NodeApiError {
	const { message, description, status, details, failure } = problem;
	const error = new NodeApiError(
		node,
		{},
		{ message, description, httpCode: status?.toString(), itemIndex, level: 'warning', failure },
	);
	if (details !== undefined) error.context.data = details;
	return withWords(error, message);
}

/** n8n replaces a message in which it spots a system error code, even inside a word ("superpermission" has EPERM). */
function withWords<E extends Error>(error: E, message: string): E {
	error.message = message;
	return error;
}
