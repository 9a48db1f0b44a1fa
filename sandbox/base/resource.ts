import type { FastifyInstance } from 'fastify';
import type { AnyHandler } from './call';
import type { Realm, State } from './state';
import type { World } from './world';

/** Everything there is of a resource. Its paths and schemas are in `openapi/<name>.yaml`. */
export interface Resource<Ids extends object = object> {
	/** The first half of its operationIds. */
	name: string;
	/** The ids of its seeded records, as tests and the control API give them out. */
	ids: Ids;
	/** The collections that a fresh realm holds, and what they mean for its ledger. */
	seedRealm?: (realm: Realm) => Partial<Realm>;
	/** What it keeps apart from the realms. They are complete by then. */
	seedState?: (state: State) => Partial<State>;
	/** By the second half of the operationId. */
	routes: Readonly<Record<string, AnyHandler>>;
	/** Addresses that are no part of the API. */
	addPages?: (app: FastifyInstance, world: World) => void;
}

/** Declares a resource; ids and routes may be missing. */
export function resource<const Ids extends object = Record<never, never>>(
	declaration: Omit<Resource, 'ids' | 'routes'> & { ids?: Ids; routes?: Resource['routes'] },
): Resource<Ids> {
	return { routes: {}, ...declaration, ids: declaration.ids ?? ({} as Ids) };
}
