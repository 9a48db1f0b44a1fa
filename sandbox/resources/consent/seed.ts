import { realmIds, seedId } from '../../base/ids';
import type { State } from '../../base/state';
import type { ConsentApp } from './records';

export const ids = {
	app: {
		appId: seedId('app', 1),
		clientId: 'club-bot',
		redirectUri: 'http://127.0.0.1:5678/webhook/consent',
	},
	otherApp: {
		appId: seedId('app', 2),
		clientId: 'other-bot',
		redirectUri: 'http://127.0.0.1:9/callback',
	},
} as const;

function seedApps(): ConsentApp[] {
	// The known behavior of the service: it compares the whole redirect URI, and returns no state.
	const rules = { returnsState: false, comparesQuery: true };
	return [
		{
			...ids.app,
			...rules,
			realmId: realmIds.realm,
			name: 'Club Bot',
			description: 'Greets you and hands out stars.',
			pfp: 'https://images.example/club-bot.png',
			verified: true,
			developer: 'Lighthouse Club',
		},
		{
			...ids.otherApp,
			...rules,
			realmId: realmIds.otherRealm,
			name: 'Other Bot',
			description: 'An app of somebody else.',
			pfp: 'https://images.example/other-bot.png',
			verified: false,
			developer: 'Somebody else',
		},
	];
}

export const seedState = (): Partial<State> => ({
	apps: new Map(seedApps().map((app) => [app.clientId, app])),
	codes: new Map(),
});
