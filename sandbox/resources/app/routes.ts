import { ok, type Call, type Routes } from '../../base/call';
import { forbidden, notFound, ServiceError } from '../../base/errors';
import { cursorPage, nextMeta, page } from '../../base/pages';
import { find, type Schemas, type State } from '../../base/state';
import type { ConsentApp } from '../consent/records';
import type { AppInstall } from './records';

function findApp({ apps }: State, appId: string): ConsentApp | undefined {
	return [...apps.values()].find((app) => app.appId === appId.toLowerCase());
}

const installsOf = ({ installs }: State, { appId }: ConsentApp) =>
	installs.filter((install) => install.appId === appId);

/**
 * The realms that authorized an app.
 *
 * @throws {ServiceError} 404 for an unknown app, 403 for any other app
 */
function realmsOf(
	{ world: { state }, key }: Pick<Call, 'world' | 'key'>,
	appId: string,
): Schemas['AppRealm'][] {
	const app = findApp(state, appId);
	if (!app) throw notFound('There is no such app.');
	if (key?.clientId !== app.clientId) throw forbidden('Only the app itself may ask for its realms.');
	return installsOf(state, app).map(toRealm);
}

/** A realm without a platform counts as its own platform. */
function toRealm({ appId: _app, platformType, platformId, ...install }: AppInstall): Schemas['AppRealm'] {
	return { ...install, platformType: platformType ?? 'custom', platformId: platformId ?? install.realmId };
}

/** An installation as in the API, with the data of the realm. */
function withRealm({ realms }: State, install: AppInstall): Schemas['AppInstall'] {
	const { id, name, description, ownerId, details, members } = find(realms, install.realmId, 'realm');
	const owner = members.get(ownerId);
	return {
		...install,
		realm: {
			id,
			name,
			description,
			imageUrl: details.image ?? null,
			ownerId,
			owner: {
				id: ownerId,
				displayName: owner?.displayName ?? null,
				username: owner?.username ?? null,
				imageUrl: owner?.imageUrl ?? null,
			},
			createdAt: details.createdAt ?? install.createdAt,
			memberCount: members.size,
		},
	};
}

const SORTED_BY = {
	createdAt: (install: Schemas['AppInstall']) => install.createdAt,
	updatedAt: (install: Schemas['AppInstall']) => install.updatedAt,
	realmName: ({ realm }: Schemas['AppInstall']) => realm.name,
	memberCount: ({ realm }: Schemas['AppInstall']) => realm.memberCount,
};

export const routes: Routes<'app'> = {
	/** API document, extended 8.1. 403 for every key but the app's own, 400 for an invalid cursor. */
	getAuthorizedRealms: ({ world, key, params, query: { take, from } }) => {
		const { data, meta } = cursorPage(realmsOf({ world, key }, params.appId), { take, after: from });
		return ok({ data, meta: nextMeta(meta) });
	},

	/** The same for the realms with one of the values. */
	searchAuthorizedRealms: ({ world, key, params, query: { type, values, take, from } }) => {
		const wanted = values.split(',');
		const found = realmsOf({ world, key }, params.appId).filter((realm) => wanted.includes(realm[type]));
		return ok(cursorPage(found, { take, after: from }, { usual: 10, most: 100 }));
	},

	/** The newest first by default. 404 with a bare body for an app that is not installed in the realm. */
	getInstalls: ({ world: { state }, realm, params, query }) => {
		const { search = '', sortBy = 'createdAt', sortOrder = 'desc', ...place } = query;
		const app = findApp(state, params.appId);
		if (app?.realmId !== realm.id) throw new ServiceError(404, { error: 'There is no such app.' });
		const found = installsOf(state, app)
			.map((install) => withRealm(state, install))
			.filter(({ realm: { name, description } }) =>
				[name, description].some((text) => text?.toLowerCase().includes(search.toLowerCase())),
			)
			.map((install) => ({ install, order: SORTED_BY[sortBy](install) }));
		const { data, meta } = page(found, { ...place, sortBy: 'order', sortOrder }, { usual: 10, most: 100 });
		return ok({
			data: data.map(({ install }) => install),
			meta: { ...meta, hasNextPage: meta.page < meta.totalPages, hasPreviousPage: meta.page > 1 },
		});
	},
};
