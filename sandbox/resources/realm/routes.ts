import { ok, type Routes } from '../../base/call';

export const routes: Routes<'realm'> = {
	/** API document, section 4.11: the realm, not wrapped in `data`. */
	get: ({ realm }) => {
		const { id, name, ownerId, description, subdomain, details } = realm;
		return ok({ id, name, ownerId, description, subdomain, ...details });
	},
};
