import type { INodeParameters } from 'n8n-workflow';

import { ownInstalls } from '../fixtures/scenarios/app';
import { runNode } from './engine';
import { useService } from './sandbox';

const service = useService();

const run = async (operation: string, parameters: INodeParameters = {}, apiKey?: string) =>
	await runNode({
		credential: service.credential(apiKey === undefined ? {} : { apiKey }),
		parameters: { resource: 'app', operation, appId: service.ids.app.appId, ...parameters },
		onError: 'continueErrorOutput',
	});

/** Installs the app in this many more realms. */
function installIn(count: number): void {
	const { state, ids, realmId } = service;
	for (let number = 1; number <= count; number++) {
		const id = `aa${String(number).padStart(22, '0')}`;
		state.realms.set(id, { ...state.realms.get(realmId)!, id });
		state.installs.push({ ...state.installs[0]!, id: `ff${id.slice(2)}`, realmId: id, appId: ids.app.appId });
	}
}

it.each([
	['getAuthorizedRealms', {}, 'from'],
	['searchAuthorizedRealms', { type: 'platformId', values: '81384788765712384' }, 'from'],
	['getInstalls', {}, 'page'],
])('%s gives the records of all pages, and no more than the limit', async (operation, parameters, place) => {
	installIn(230);
	const { items } = await run(operation, { ...parameters, returnAll: true });
	const ids = items.map(({ json }) => json.realmId);
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids.length).toBeGreaterThanOrEqual(231);
	expect(service.requests.map(({ query }) => place in (query as object))).toEqual([false, true, true]);
	expect((await run(operation, { ...parameters, limit: 101 })).items).toHaveLength(101);
});

it.each([
	['getAuthorizedRealms', {}],
	['searchAuthorizedRealms', { values: 'x' }],
])('%s says that it takes the key of the app itself', async (operation, parameters) => {
	const { errorItems } = await run(operation, parameters, service.keys.noApp);
	const { error, details } = errorItems[0]!.json as { error: string; details: { advice: string } };
	expect(error).toBe('The API key is not allowed to do this: Only the app itself may ask for its realms.');
	expect(details.advice).toContain('Use a credential with the key of this app');
	expect(details.advice).not.toContain('the same realm');
});

it('an app of another realm, or none, is answered in words', async () => {
	const { errorItems } = await run('getInstalls', { appId: service.ids.otherApp.appId });
	expect(errorItems[0]?.json.details).toMatchObject({
		status: 404,
		advice: expect.stringContaining(`Check "App ID" (${service.ids.otherApp.appId}) and "Realm ID" `),
	});
});

it('a client ID is refused where the app ID is meant, before anything is asked', async () => {
	const { errorItems } = await run('getAuthorizedRealms', { appId: service.ids.app.clientId });
	expect(errorItems[0]?.json.error).toContain('"App ID" must be 24 hexadecimal digits');
	expect(service.requests).toEqual([]);
});

it('values are sent separated by commas, from a text as from a list', async () => {
	const [first, second] = ownInstalls(service);
	const values = { type: 'realmId', values: `={{ ['${first}', '${second}'] }}` };
	expect((await run('searchAuthorizedRealms', values)).items).toHaveLength(2);
	await run('searchAuthorizedRealms', { type: 'realmId', values: ` ${first} ,, ${second}` });
	const sent = service.requests.map(({ query }) => (query as { values: string }).values);
	expect(sent).toEqual([`${first},${second}`, `${first},${second}`]);
	const empty = await run('searchAuthorizedRealms', { values: ' , ' });
	expect(empty.errorItems[0]?.json.error).toContain('"Values" must contain at least one value');
});
