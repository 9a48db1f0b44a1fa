import { isoDaysAgo } from '../../base/dates';
import { realmIds, seedId } from '../../base/ids';
import type { State } from '../../base/state';
import { ids as consentIds } from '../consent/seed';
import type { AppInstall } from './records';

const { app, otherApp } = consentIds;

const seedInstalls = (): AppInstall[] => [
	{
		id: seedId('install', 1),
		realmId: realmIds.realm,
		appId: app.appId,
		approvedScopes: ['members:read', 'points:write'],
		platformType: 'discord',
		platformId: '81384788765712384',
		createdAt: isoDaysAgo(50),
		updatedAt: isoDaysAgo(20),
	},
	{
		id: seedId('install', 2),
		realmId: realmIds.otherRealm,
		appId: app.appId,
		approvedScopes: ['members:read'],
		platformType: null,
		platformId: null,
		createdAt: isoDaysAgo(12),
		updatedAt: isoDaysAgo(12),
	},
	{
		id: seedId('install', 3),
		realmId: realmIds.realm,
		appId: otherApp.appId,
		approvedScopes: [],
		platformType: 'slack',
		platformId: 'T0LAMP',
		createdAt: isoDaysAgo(3),
		updatedAt: isoDaysAgo(3),
	},
];

export const seedState = (): Partial<State> => ({ installs: seedInstalls() });
