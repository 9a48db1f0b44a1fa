import { byId } from '../../harness/workflows/byId';
import { runNode } from '../engine';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const award = async () =>
	await runNode({
		credential: service.credential(),
		input: [{ email: 'ada@members.example' }],
		parameters: {
			resource: 'member',
			operation: 'updateBalance',
			serviceId: { __rl: true, mode: 'email', value: '={{ $json.email }}' },
			currencyId: byId(service.ids.currencies.stars),
			amount: 5,
			repeatProtection: 'key',
			idempotencyKey: 'week-12',
		},
	});

it('known defect 4.9: a skipped item has lost who and how much', async () => {
	expect((await award()).items[0]?.json).toMatchObject({ name: 'Ada Lindqvist', amount: 5 });
	const { items } = await award();
	// Right: serviceId, name and amount come first, and the key last.
	expect(Object.keys(items[0]!.json)).toEqual(['skipped', 'idempotencyKey', 'reason', 'firstRun']);
});
