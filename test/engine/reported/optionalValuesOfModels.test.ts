import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../harness/workflows/byId';
import { runTool } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

/** The expression that n8n's button beside a field writes. */
const fromModel = (name: string, type: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`The ${name} (optional)\`, '${type}') }}`;

const errors = ({ items }: { items: Array<{ json: IDataObject }> }) => items.map(({ json }) => json.error);

/** A search whose model fills in the values and, as it likes, their limit. */
const search = async (given: IDataObject, limit = fromModel('Limit', 'number')) =>
	await runTool({
		credential: service.credential(),
		input: [{ Values: 'ada,bruno,chen', ...given }],
		parameters: {
			resource: 'member',
			operation: 'search',
			type: 'username',
			values: fromModel('Values', 'string'),
			additionalFields: { limit },
		},
	});

it.each<IDataObject>([{}, { Limit: '' }, { Limit: null }, { Limit: ' ' }])(
	'a model leaves out an additional field with an empty value (%j)',
	async (given) => {
		expect((await search(given)).items).toHaveLength(3);
		expect((await search({ Limit: 2 })).items).toHaveLength(2);
	},
);

it('a wrong value is refused all the same', async () => {
	expect(errors(await search({ Limit: 'two' }))).toEqual([expect.stringMatching(/^"Limit" must be/)]);
	expect(service.requests).toEqual([]);
});

it('the spellings of n8n are the same', async () => {
	for (const limit of [
		'={{ $fromAI("Limit") }}',
		"={{$fromai('Limit', 'How many (at most), as a number', 'number')}}",
		"={{ $fromAi( 'Limit' ) }}",
	])
		expect((await search({ Limit: '' }, limit)).items).toHaveLength(3);
});

it.each(["={{ $fromAI('Limit', ``, 'number') || $json.missing }}", '={{ $json.missing }}'])(
	'an expression that is more than the value of the model must give one: %s',
	async (limit) => {
		expect(errors(await search({ Limit: '' }, limit))).toEqual([
			'"Limit" is an expression that returned no value for this item',
		]);
		expect(service.requests).toEqual([]);
	},
);

it('a model that gives no new value changes nothing', async () => {
	const update = async (given: IDataObject) =>
		await runTool({
			credential: service.credential(),
			input: [given],
			parameters: {
				resource: 'currency',
				operation: 'update',
				currencyId: byId(service.ids.currencies.stars),
				updateFields: { name: fromModel('Name', 'string'), emoji: fromModel('Emoji', 'string') },
			},
		});
	expect(errors(await update({ Name: '', Emoji: '' }))).toEqual(['There is nothing to update']);
	expect(service.requests).toEqual([]);
	await update({ Name: '', Emoji: '🌟' });
	expect(service.requests.map(({ body }) => body)).toEqual([{ emoji: '🌟' }]);
});

it('an empty value that would let a claim act on more is refused', async () => {
	const claim = {
		resource: 'memberWeb3',
		operation: 'claim',
		serviceId: byId(service.ids.members.ada),
		claimType: 'all',
	};
	for (const [name, field] of [
		['Activation', { activationId: byId(fromModel('Value', 'string')) }],
		['NFT Names or IDs', { nftIds: fromModel('Value', 'string') }],
	] as const) {
		const { items } = await runTool({
			credential: service.credential(),
			input: [{ Value: '' }],
			parameters: { ...claim, additionalFields: field },
		});
		expect(errors({ items })).toEqual([`"${name}" is an expression that returned no value for this item`]);
	}
	expect(service.requests).toEqual([]);
});

it.each(['serviceId', 'currencyId', 'amount'])(
	'an empty %s of a payment is refused, because it would pay somebody or something else',
	async (name) => {
		const parameters = {
			resource: 'member',
			operation: 'updateBalance',
			serviceId: byId(service.ids.members.ada),
			currencyId: byId(service.ids.currencies.stars),
			amount: 5,
		};
		const value = fromModel('Value', 'string');
		const { items } = await runTool({
			credential: service.credential(),
			input: [{ Value: '' }],
			parameters: { ...parameters, [name]: name === 'amount' ? value : byId(value) },
		});
		expect(errors({ items })).toEqual([
			expect.stringMatching(/is an expression that returned no value for this item$/),
		]);
		expect(service.requests).toEqual([]);
	},
);
