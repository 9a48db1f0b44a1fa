import { path, type Path } from '../../api/path';
import { activationPath } from '../activation/paths';

export function configsPath(place: { realmId: string; activationId: string }): Path {
	return path`${activationPath(place)}/configs`;
}

export function configPath(place: { realmId: string; activationId: string; configId: string }): Path {
	return path`${configsPath(place)}/${place.configId}`;
}
