import type { Schemas, With } from '../../base/state';

export type Webhook = With<Schemas['Webhook'], 'url' | 'events' | 'active'>;

declare module '../../base/state' {
	interface Realm {
		webhooks: Map<string, Webhook>;
	}
}
