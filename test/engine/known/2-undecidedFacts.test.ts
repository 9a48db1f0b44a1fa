import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../harness/workflows/byId';
import { runNode, runTool } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

/** The expression that n8n's button beside a field writes. */
const fromModel = (name: string, type: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`\`, '${type}') }}`;

/** A search whose model fills in the values and, as it likes, their limit. */
const search = async (given: IDataObject) =>
	await runTool({
		credential: service.credential(),
		input: [{ Values: 'ada,bruno,chen', ...given }],
		parameters: {
			resource: 'member',
			operation: 'search',
			type: 'username',
			values: fromModel('Values', 'string'),
			additionalFields: { limit: fromModel('Limit', 'number') },
		},
	});

it.each<IDataObject>([{}, { Limit: '' }, { Limit: null }])(
	'known fact: a model cannot leave out an optional value (%j)',
	async (given) => {
		const { items } = await search(given);
		// To decide: an empty value of $fromAI is left out, or docs/ai-tools.md says that optional fields are not for it.
		expect(items.map(({ json }) => json)).toEqual([
			{
				error: '"Limit" is an expression that returned no value for this item',
				details: {
					outcome: 'notApplied',
					advice: 'Correct the expression, or remove "Limit" to leave it out. Nothing was sent.',
				},
			},
		]);
		expect(service.requests).toEqual([]);
		expect((await search({ Limit: 2 })).items).toHaveLength(2);
	},
);

it('known fact: a failed item without an error output loses its file', async () => {
	const { items, errorItems } = await runNode({
		credential: service.credential(),
		onError: 'continueRegularOutput',
		input: [{ order: 17 }],
		files: [Buffer.from('{"receipt":17}')],
		parameters: {
			resource: 'member',
			operation: 'updateBalance',
			serviceId: byId('f'.repeat(24)),
			currencyId: byId(service.ids.currencies.stars),
			amount: 5,
		},
	});
	const [failed, ...others] = [...items, ...errorItems];
	expect(failed?.json).toMatchObject({ details: { outcome: 'notApplied', status: 404 } });
	// To decide: the item keeps the binary data of its input, or docs/outcomes.md says that it has none.
	expect(failed).not.toHaveProperty('binary');
	expect(others).toEqual([]);
});
