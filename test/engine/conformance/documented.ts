import type { RemoteOperation } from '../../../nodes/RewardsEngagement/declare/registry';
import type { Operation as Endpoint } from '../../../sandbox/contract/document';
import { endpointOf } from '../../../scripts/lib/derived/endpoints';
import { nameOf } from '../../fixtures/operations';

/** What the API contract says about several endpoints together, for an operation that may call all of them. */
const COMPOSED: Readonly<Record<string, Partial<Endpoint>>> = {
	// Extended 5.1 and 5.2: a second creation is refused. Extended 5.3: the find then finds the credential.
	'memberCredential.findOrCreate': { 'x-effect': 'replace', scopes: ['members:write'] },
};

/** The endpoint of an operation, with what the API contract says about all that the operation calls. */
export async function documentedEndpoint(operation: RemoteOperation): Promise<Endpoint | undefined> {
	const endpoint = await endpointOf(operation);
	return endpoint && { ...endpoint, ...COMPOSED[nameOf(operation)] };
}
