import { ok, type Handler } from '../call';

export const getRealm: Handler = ({ realm }) => {
	const { id, name, ownerId, description, subdomain, details } = realm;
	return ok({ id, name, ownerId, description, subdomain, ...details });
};
