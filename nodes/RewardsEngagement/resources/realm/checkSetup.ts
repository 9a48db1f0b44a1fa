import { z } from 'zod';

import type { Client } from '../../api/client';
import { cancelSignalOf } from '../../api/http';
import { path } from '../../api/path';
import { checkPolicy } from '../../api/retry';
import { operation, type ItemContent } from '../../declare/operation';
import { bare } from '../../declare/response';
import { type Field, oneOf, saying } from '../../fields/field';
import { realmId } from '../../fields/text';
import { ownN8n } from './ownN8n';
import {
	addressCheck,
	clockCheck,
	consentAppCheck,
	keyCheck,
	limitCheck,
	obstacle,
	permissionCheck,
	realmCheck,
} from './serviceChecks';
import { problemsFirst, setupCheck, type SetupCheck } from './setupCheck';
import { PERMISSIONS, SetupProbes, type Probe, type Permission } from './setupProbes';
import { webhookChecks, type OwnN8n } from './webhookChecks';

/** A missing realm is a result of the check, and not an error. */
const checkedRealm: Field<string | undefined> = { ...realmId, fallback: undefined, optional: true };

const permissions: Field<Permission[]> = {
	property: {
		displayName: 'Permissions',
		type: 'multiOptions',
		options: PERMISSIONS.map((value) => ({ name: value, value })),
		default: [...PERMISSIONS],
		description:
			'The permissions of the key to check, each with a harmless read. Write permissions cannot be checked without writing.',
	},
	schema: z.preprocess(
		(value) => (typeof value === 'string' ? value.split(',').map((one) => one.trim()) : value),
		z.array(oneOf(...PERMISSIONS), saying('must be a list of permissions')),
	),
};

/** Replaces a missing realm. No request with it is sent. */
const NO_REALM = 'none';

export const checkSetup = operation({
	displayName: 'Check Setup',
	action: 'Check setup',
	description:
		'Check the credential, realm, permissions, clock, rate limit, webhooks and consent app. Returns one item per check with the result and what to do. Changes nothing.',
	source: '4.11',
	parameters: {},
	additionalFields: { permissions },
	realm: checkedRealm as Field<string>,
	effect: 'read',
	endpoint: 'realm.get',
	permission: 'realm:read',
	request: ({ realmId: given }) => ({ method: 'GET', path: path`/api/v1/realms/${given || NO_REALM}` }),
	perform: async ({ context, client, values }): Promise<ItemContent[]> => {
		const { connection } = client;
		const realm = (values.realmId as string | undefined) ?? connection.realmId;
		const probes = new SetupProbes(
			client.with(checkPolicy(client.retryPolicy), realm),
			cancelSignalOf(context),
		);
		const own = ownN8n(context);
		const checks = await checksOf(client, probes, realm, values.permissions ?? PERMISSIONS, own);
		return problemsFirst(checks).map((check) => ({ json: { ...client.shown(check) } }));
	},
	response: bare(setupCheck),
});

/** The first probe shows whether the others make sense. */
async function checksOf(
	{ connection }: Client,
	probes: SetupProbes,
	realm: string,
	permissions: readonly Permission[],
	own: OwnN8n,
): Promise<SetupCheck[]> {
	const first = await probes.at('realm:read', realm || NO_REALM);
	const because = obstacle(first);
	const noRealm = realm === '' ? 'no realm is given' : undefined;
	const others = PERMISSIONS.filter(
		(one) => one !== 'realm:read' && (permissions.includes(one) || one === 'webhooks:write'),
	);
	const [app, ...asked] = await Promise.all([
		because === undefined && connection.clientId !== '' ? probes.atApp(connection.clientId) : undefined,
		...others.map(async (one) => ((because ?? noRealm) === undefined ? await probes.at(one, realm) : {})),
	]);
	const seen = new Map<Permission, Probe>([['realm:read', first]]);
	others.forEach((one, index) => seen.set(one, asked[index] ?? {}));
	const all = [...seen.values(), ...(app ? [app] : [])];
	return [
		addressCheck(connection, first),
		keyCheck(first),
		realmCheck(realm, first),
		clockCheck(first),
		limitCheck(all),
		...permissions.map((one) => permissionCheck(one, seen.get(one) ?? {}, because ?? noRealm)),
		...webhookChecks(own, connection.baseUrl, seen.get('webhooks:write'), because ?? noRealm),
		consentAppCheck(connection, app, because),
	];
}
