import type { Schemas } from '../../base/state';

export type Webhook = Schemas['Webhook'];

declare module '../../base/state' {
	interface Realm {
		webhooks: Map<string, Webhook>;
	}
}
