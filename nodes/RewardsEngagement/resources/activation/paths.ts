import { path, type Path } from '../../api/path';

/** Where the activations of a realm live. */
export function activationsPath({ realmId }: { realmId: string }): Path {
	return path`/api/v1/realms/${realmId}/web3/activations`;
}

/** Where one activation lives; its configs lie below it. */
export function activationPath(place: { realmId: string; activationId: string }): Path {
	return path`${activationsPath(place)}/${place.activationId}`;
}
