import { path, type Path } from '../../api/path';

export function memberWeb3Path({ realmId, serviceId }: { realmId: string; serviceId: string }): Path {
	return path`/api/v1/realms/${realmId}/web3/members/${serviceId}`;
}
