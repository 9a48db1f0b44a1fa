import type { Delivery } from './deliveries';
import type { Realm, State } from './state';

/** Access of a resource to everything besides its own records. */
export interface World {
	readonly state: State;
	/** Address of the service without a slash at the end. */
	readonly baseUrl: string;
	/**
	 * Delivers an event of the API document to every active webhook of the realm that listens to its type. An event
	 * that breaks the document is a bug of the service, and is recorded as one.
	 */
	emitOwn(realm: Realm, type: string, data: Record<string, unknown>): Delivery[];
}
