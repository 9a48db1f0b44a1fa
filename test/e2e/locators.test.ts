import type { CredentialReference, LocatorQuery, LocatorResults } from '../harness/n8n/client';
import { adminCredential } from '../harness/workflows/questBonus';
import { OPEN_TIMEOUT_MS, shareTestEnvironment, type TestEnvironment } from '../harness/environment';

const NODE = 'n8n-nodes-rewards-engagement.rewardsEngagement';

let environment: TestEnvironment;
let credential: CredentialReference;

beforeAll(async () => {
	environment = await shareTestEnvironment();
	credential = await adminCredential(environment.client, environment.service);
}, OPEN_TIMEOUT_MS);

afterAll(async () => await environment?.close());

type Question = Pick<LocatorQuery, 'methodName' | 'path' | 'parameters' | 'filter'>;

/** The entries in the list of a resource locator in the editor. */
async function listed(question: Question, key = credential): Promise<LocatorResults['results']> {
	const { results } = await environment.client.searchLocator({
		nodeType: NODE,
		typeVersion: 1,
		credentials: { rewardsEngagementApi: key },
		...question,
	});
	return results;
}

describe('the list of members', () => {
	const find = (filter?: string): Question => ({
		methodName: 'searchMembers',
		path: 'parameters.recipientId',
		parameters: { resource: 'member', operation: 'transferBalance', realmId: '' },
		filter,
	});

	it('finds a member by username', async () => {
		expect(await listed(find('ada'))).toEqual([
			{ name: expect.stringContaining('Ada Lindqvist'), value: environment.service.ids.members.ada },
		]);
	});

	it('is empty for an unknown name, and shows the first members before the user types', async () => {
		expect(await listed(find('nobody-at-all'))).toEqual([]);
		expect(await listed(find())).toContainEqual(
			expect.objectContaining({ value: environment.service.ids.members.ada }),
		);
	});

	it('says why it cannot be shown', async () => {
		const { baseUrl, realmId } = environment.service;
		const wrong = await environment.client.createCredential({
			name: 'Wrong key',
			type: 'rewardsEngagementApi',
			data: { baseUrl, realmId, apiKey: 'wrong' },
		});
		await expect(listed(find('ada'), wrong)).rejects.toThrow('The service did not accept the API key');
	});
});

describe('the list of currencies', () => {
	const of = (sender: string, filter?: string): Question => ({
		methodName: 'searchCurrencies',
		path: 'parameters.currencyId',
		parameters: {
			resource: 'member',
			operation: 'transferBalance',
			realmId: '',
			serviceId: { __rl: true, mode: 'id', value: sender },
		},
		filter,
	});

	it('shows the currencies in use, and finds one by a part of its name', async () => {
		const { members, currencies } = environment.service.ids;
		expect(await listed(of(members.bonusPool))).toContainEqual({
			name: '⭐ Stars (default)',
			value: currencies.stars,
		});
		expect(await listed(of(members.bonusPool, 'no such currency'))).toEqual([]);
	});
});

describe('the list of webhooks', () => {
	const find = (filter?: string): Question => ({
		methodName: 'searchWebhooks',
		path: 'parameters.webhookId',
		parameters: { resource: 'webhook', operation: 'delete', realmId: '' },
		filter,
	});

	const quests = {
		name: 'https://example.com/quests (quest.completed, quest.started)',
		value: 'hook-quests',
	};
	const members = { name: 'https://example.com/members (member.joined)', value: 'hook-members' };

	beforeAll(() => {
		const { webhooks } = environment.service.state.realms.get(environment.service.realmId)!;
		const add = (id: string, url: string, events: string[]) =>
			webhooks.set(id, { id, url, events, active: true });
		add(quests.value, 'https://example.com/quests', ['quest.completed', 'quest.started']);
		add(members.value, 'https://example.com/members', ['member.joined']);
	});

	it('shows every registration by address and events', async () => {
		expect(await listed(find())).toEqual([quests, members]);
	});
});

it('the service never broke its API document', () => {
	expect(environment.service.contractViolations).toEqual([]);
});
