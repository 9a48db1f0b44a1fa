import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { toConnection } from '../../../nodes/RewardsEngagement/api/connection';
import type { ApiRequest } from '../../../nodes/RewardsEngagement/api/request';
import type { RemoteOperation } from '../../../nodes/RewardsEngagement/run/registry';
import { ParameterReader } from '../../../nodes/RewardsEngagement/run/readParameters';
import type { ItemValues } from '../../fixtures/scenarios';

/** The request that each item asks for, in the order of the items. */
export function requestsOf(
	operation: RemoteOperation,
	items: readonly ItemValues[],
	credential: ICredentialDataDecryptedObject,
): ApiRequest[] {
	const connection = toConnection(credential);
	return items.map((item) => {
		const source = {
			getNodeParameter: (key: string, _i: number, fallback?: unknown) => item[key] ?? fallback,
		};
		return operation.request(new ParameterReader(source as never, connection).read(operation, 0).values);
	});
}
