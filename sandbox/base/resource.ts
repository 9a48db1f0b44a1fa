import type { FastifyInstance } from 'fastify';
import type { AnyHandler } from './call';
import type { Realm, State } from './state';
import type { World } from './world';

/** All parts of a resource. Its paths and schemas are in `openapi/<name>.yaml`. */
export interface Resource<Ids extends object = object> {
	/** The first half of its operationIds. */
	name: string;
	/** The ids of its seeded records, for tests and the control API. */
	ids: Ids;
	/** The collections of a new realm. It may also move points in the realm's ledger. */
	seedRealm?: (realm: Realm) => Partial<Realm>;
	/** The records outside of the realms. It runs after all realms are complete. */
	seedState?: (state: State) => Partial<State>;
	/** By the second half of the operationId. */
	routes: Readonly<Record<string, AnyHandler>>;
	/** Addresses outside of the API. */
	addPages?: (app: FastifyInstance, world: World) => void;
}

/** Declares a resource, by default without ids and routes. */
export function resource<const Ids extends object = Record<never, never>>(
	declaration: Omit<Resource, 'ids' | 'routes'> & { ids?: Ids; routes?: Resource['routes'] },
): Resource<Ids> {
	return { routes: {}, ...declaration, ids: declaration.ids ?? ({} as Ids) };
}
