import type { Schemas, With } from '../../base/state';

export type Raffle = With<Omit<Schemas['Raffle'], 'realmPoint'>, 'id' | 'currencyId'>;

declare module '../../base/state' {
	interface Realm {
		raffles: Map<string, Raffle>;
	}
}
