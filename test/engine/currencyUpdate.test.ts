import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../harness/workflows/byId';
import { runNode } from './engine';
import { useService } from './sandbox';

const service = useService();

const update = async (apiPath: string | undefined, updateFields: INodeParameters) =>
	await runNode({
		credential: service.credential(),
		parameters: {
			resource: 'currency',
			operation: 'update',
			currencyId: byId(service.ids.currencies.gems),
			...(apiPath !== undefined && { apiPath }),
			updateFields,
		},
		onError: 'continueErrorOutput',
	});

const PICTURE = 'https://images.example/gem.png';
const asked = () => service.requests.map(({ operationId, body }) => [operationId, body]);

it('takes the documented path where nothing else is chosen', async () => {
	const { items } = await update(undefined, { name: 'Jewels', emoji: '' });
	expect(items[0]?.json).toMatchObject({ name: 'Jewels', emoji: '' });
	expect(asked()).toEqual([['currency.update', { name: 'Jewels', emoji: '' }]]);
});

it('sets a custom emoji by the newer path, and removes it', async () => {
	const { items } = await update('newer', { customEmojiUrl: PICTURE, name: 'Jewels' });
	expect(items[0]?.json).toMatchObject({ name: 'Jewels' });
	expect(
		service.state.realms.get(service.realmId)!.currencies.get(service.ids.currencies.gems),
	).toMatchObject({
		customEmojiUrl: PICTURE,
	});
	await update('newer', { customEmojiUrl: '', emoji: '' });
	expect(asked()).toEqual([
		['currency.updateInRealm', { name: 'Jewels', customEmojiUrl: PICTURE }],
		['currency.updateInRealm', { customEmojiUrl: null, emoji: null }],
	]);
});

it('refuses a custom emoji for the documented path, which has none', async () => {
	const { errorItems } = await update('stated', { customEmojiUrl: PICTURE });
	expect(errorItems[0]?.json).toMatchObject({
		error: 'The documented path takes no "Custom Emoji URL"',
		details: { advice: expect.stringContaining('Set "API Path" to "Newer"') as unknown },
	});
	expect(service.requests).toEqual([]);
});

it.each([
	['stated', 'currency.update', 'Newer'],
	['newer', 'currency.updateInRealm', 'Documented'],
])('names the other path where the service does not know the %s one', async (apiPath, operation, other) => {
	for (const message of ['Route not found', 'The currency was not found', undefined]) {
		const body = { error: 'Not Found', ...(message !== undefined && { message }) };
		service.control.addFault({ operation, kind: 'status', status: 404, body });
		const { errorItems } = await update(apiPath, { name: 'Jewels' });
		expect(errorItems[0]?.json.details).toMatchObject({
			status: 404,
			advice: expect.stringContaining(`set "API Path" to "${other}"`) as unknown,
		});
	}
});
