import { ok, type Handler } from '../../call';

/** API document, section 4.11: the realm, bare. */
export const getRealm: Handler = ({ realm }) => {
	const { id, name, ownerId, description, subdomain, details } = realm;
	return ok({ id, name, ownerId, description, subdomain, ...details });
};
