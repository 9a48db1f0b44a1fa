import { path, type Path } from '../../api/path';

export function activationsPath({ realmId }: { realmId: string }): Path {
	return path`/api/v1/realms/${realmId}/web3/activations`;
}

export function activationPath(place: { realmId: string; activationId: string }): Path {
	return path`${activationsPath(place)}/${place.activationId}`;
}
