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
	return withWords(node, error, cause.message);
}

function fromProblem(node: INode, { problem }: ServiceProblem, itemIndex?: number): NodeApiError {
	const { message, description, status, details, failure } = problem;
	const error = new NodeApiError(
		node,
		{},
		{ message, description, httpCode: status?.toString(), itemIndex, level: 'warning', failure },
	);
	if (details !== undefined) error.context.data = details;
	return withWords(node, error, message);
}

/**
 * Sets the words for good: n8n replaces a message in which it spots a system error code, even inside a word
 * ("superpermission" has EPERM). An AI agent reads nothing but the message, so there it holds the advice as well.
 */
function withWords<E extends NodeApiError | NodeOperationError>(node: INode, error: E, message: string): E {
	const isTool = node.type.endsWith('Tool');
	error.message = isTool && error.description ? `${message}. ${error.description}` : message;
	return error;
}
