import type { Delivery } from './deliveries';
import type { Realm, State } from './state';

/** What a resource may see and do beside its own records. */
export interface World {
	readonly state: State;
	/** Address of the service without a slash at the end. */
	readonly baseUrl: string;
	/**
	 * Delivers an event of the document to every active hook of the realm that listens to its type. One that does not
	 * fit the document is a bug of the service and recorded as such.
	 */
	emitOwn(realm: Realm, type: string, data: Record<string, unknown>): Delivery[];
}
