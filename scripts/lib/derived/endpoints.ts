import { keyOf, type RemoteOperation } from '../../../nodes/RewardsEngagement/declare/registry';
import { Contract } from '../../../sandbox/contract/contract';
import type { Operation as Endpoint } from '../../../sandbox/contract/document';

/** The `operationId` of the endpoint of an operation: its own name, except when it names another endpoint. */
export function operationIdOf(operation: RemoteOperation): string {
	return operation.endpoint ?? keyOf(operation);
}

/** The `operationId` of every endpoint that it may call. */
export function operationIdsOf(operation: RemoteOperation): string[] {
	return [operationIdOf(operation), ...(operation.alternative ? [operation.alternative.endpoint] : [])];
}

/** The endpoint that an operation calls, or `undefined` when the API document has none of this name. */
export async function endpointOf(operation: RemoteOperation): Promise<Endpoint | undefined> {
	return await endpointNamed(operationIdOf(operation));
}

/** The endpoint of this `operationId`. */
export async function endpointNamed(id: string): Promise<Endpoint | undefined> {
	const { operations } = await Contract.load();
	return operations.find(({ operationId }) => operationId === id);
}
