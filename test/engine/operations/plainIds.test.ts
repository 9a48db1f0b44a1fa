import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../harness/workflows/nodes';
import { runNode } from '../engine';
import { startHttpServer, type HttpServer } from '../httpServer';

/** The API document does not forbid such an ID. */
const PLAIN = 'player-7';
const HEX = 'b00000000000000000000001';
const REALM = 'd00000000000000000000001';

let server: HttpServer;
beforeAll(async () => {
	server = await startHttpServer((_request, response) => {
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ id: 'x', balance: 1, data: { id: 'x' } }));
	});
});
beforeEach(() => (server.requests.length = 0));
afterAll(async () => await server.stop());

async function run(operation: string, parameters: INodeParameters, realmId = REALM) {
	const [resource = '', name = ''] = operation.split('.');
	return await runNode({
		credential: { baseUrl: server.url, apiKey: 'key', realmId },
		parameters: { resource, operation: name, ...parameters },
		onError: 'continueErrorOutput',
	});
}

const pay = { amount: 1 };
const social = { provider: 'shop', providerId: '1' };

it.each<[string, string, INodeParameters]>([
	['the recipient', 'member.transferBalance', { serviceId: byId(HEX), recipientId: byId(PLAIN), ...pay }],
	['a member in bulk', 'member.updateBalances', { serviceId: byId(PLAIN), ...pay }],
	[
		'the initiator',
		'member.updateBalance',
		{ serviceId: byId(HEX), ...pay, additionalFields: { initiatorId: byId(PLAIN) } },
	],
	['a member with NFTs', 'memberWeb3.getBalances', { serviceId: byId(PLAIN) }],
	['who claims', 'memberWeb3.claim', { serviceId: byId(PLAIN) }],
	['the buyer of tickets', 'raffle.buyTickets', { raffleId: byId('r'), tickets: 1, accountId: byId(PLAIN) }],
	['the buyer of an item', 'storeItem.purchase', { itemId: byId('i'), quantity: 1, accountId: byId(PLAIN) }],
	[
		'the account of a link',
		'memberCredential.link',
		{ type: 'email', value: 'a@b.example', accountId: byId(PLAIN) },
	],
	[
		'the account of a new credential',
		'memberCredential.createSocial',
		{ ...social, additionalFields: { accountId: byId(PLAIN) } },
	],
	['the member of quests', 'quest.getManyForMember', { memberId: byId(PLAIN) }],
	['the realm of a search', 'member.search', { type: 'email', values: 'a@b.example', realmId: PLAIN }],
	[
		'the realm of a currency',
		'currency.update',
		{ currencyId: byId('c'), realmId: PLAIN, updateFields: { name: 'n' } },
	],
	['the realm of a webhook', 'webhook.getMany', { realmId: PLAIN }],
])('%s may be any text', async (_what, operation, parameters) => {
	await run(operation, parameters);
	expect(server.requests).not.toEqual([]);
});

it.each<[string, string, INodeParameters]>([
	['the sender', 'member.transferBalance', { serviceId: byId(PLAIN), recipientId: byId(HEX), ...pay }],
	['a member', 'member.updateBalance', { serviceId: byId(PLAIN), ...pay }],
	['the member of metadata', 'member.updateMetadata', { serviceId: byId(PLAIN), metadata: '{}' }],
])('%s has a member ID, as the API document states', async (_what, operation, parameters) => {
	const { errorItems } = await run(operation, parameters);
	expect(errorItems[0]?.json.error).toBe(
		'"player-7" is not a member ID. If it is a username, set "By ID" to "By Username".',
	);
	expect(server.requests).toEqual([]);
});

it.each<[string, string, INodeParameters]>([
	['an app', 'app.getAuthorizedRealms', { appId: PLAIN }],
	['the realm of members', 'member.getMany', { realmId: PLAIN }],
	['the realm of currencies', 'currency.getMany', { realmId: PLAIN }],
])('%s has 24 hexadecimal digits, as the API document states', async (_what, operation, parameters) => {
	const { errorItems } = await run(operation, parameters);
	expect(errorItems[0]?.json.error).toMatch(/must be 24 hexadecimal digits/);
	expect(server.requests).toEqual([]);
});
