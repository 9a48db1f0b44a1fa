import { created, noContent, ok, type Routes } from '../../base/call';
import { now } from '../../base/dates';
import { notFound } from '../../base/errors';
import { cursorPage } from '../../base/pages';
import { find, type Realm } from '../../base/state';
import { activationRecord, newConfig } from '../activation/routes';

/** @throws {ServiceError} 404 for the activation or the config */
function placeOf(realm: Realm, { activationId, configId }: { activationId: string; configId: string }) {
	const { configs } = find(realm.activations, activationId, 'activation');
	const index = configs.findIndex(({ id }) => id === configId);
	if (index < 0) throw notFound('There is no such config.');
	return { configs, index };
}

export const routes: Routes<'activationConfig'> = {
	getMany: ({ realm, params, query }) =>
		ok(cursorPage(find(realm.activations, params.activationId, 'activation').configs, query)),

	create: ({ realm, params, body }) => {
		const activation = find(realm.activations, params.activationId, 'activation');
		activation.configs.push(newConfig(body.config));
		activation.updatedAt = now();
		return created(activationRecord(activation));
	},

	/** The id and the creation date do not change. */
	update: ({ realm, params, body }) => {
		const { configs, index } = placeOf(realm, params);
		const { id = params.configId, createdAt = now() } = configs[index] ?? {};
		const changed = { ...newConfig(body.config), id, createdAt };
		configs[index] = changed;
		return ok(changed);
	},

	delete: ({ realm, params }) => {
		const { configs, index } = placeOf(realm, params);
		configs.splice(index, 1);
		return noContent;
	},
};
