import { keyOf, type RemoteOperation } from '../../../nodes/RewardsEngagement/run/registry';
import { Contract } from '../../../sandbox/contract/contract';
import type { Operation as Endpoint } from '../../../sandbox/contract/document';

/** The `operationId` of the endpoint that an operation asks: its own name, unless it has no endpoint of its own. */
export function operationIdOf(operation: RemoteOperation): string {
	return operation.endpoint ?? keyOf(operation);
}

/** The `operationId` of every endpoint that it may ask. */
export function operationIdsOf(operation: RemoteOperation): string[] {
	return [operationIdOf(operation), ...(operation.alternative ? [operation.alternative.endpoint] : [])];
}

/** The endpoint that an operation asks, or `undefined` when the API document has none of its name. */
export async function endpointOf(operation: RemoteOperation): Promise<Endpoint | undefined> {
	return await endpointNamed(operationIdOf(operation));
}

/** The endpoint of this `operationId`. */
export async function endpointNamed(id: string): Promise<Endpoint | undefined> {
	const { operations } = await Contract.load();
	return operations.find(({ operationId }) => operationId === id);
}
