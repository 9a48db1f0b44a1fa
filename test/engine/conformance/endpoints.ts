import { keyOf, type OperationPlace } from '../../../nodes/RewardsEngagement/run/registry';
import { Contract } from '../../../sandbox/contract/contract';
import type { Operation as Endpoint } from '../../../sandbox/contract/document';

/**
 * The name of an operation is the `operationId` of its endpoint. These have no endpoint of their own: each names the
 * one that it asks. An operation that asks nothing of the service has none at all.
 */
const SHARED: Readonly<Record<string, string>> = {
	'export.waitForCompletion': 'export.get',
};

/** The `operationId` of the endpoint that an operation asks. */
export const operationIdOf = (operation: OperationPlace) => SHARED[keyOf(operation)] ?? keyOf(operation);

/** The endpoint that an operation asks, or `undefined` when the document has none of its name. */
export async function endpointOf(operation: OperationPlace): Promise<Endpoint | undefined> {
	const { operations } = await Contract.load();
	return operations.find(({ operationId }) => operationId === operationIdOf(operation));
}
