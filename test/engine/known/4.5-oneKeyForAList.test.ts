import { byId } from '../../harness/workflows/byId';
import { runNode, type RunOptions } from '../engine';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const team = () => {
	const { ada, bruno, chen } = service.ids.members;
	return [ada, bruno, chen];
};
const award = async (operation: string, onError: RunOptions['onError']) =>
	await runNode({
		credential: service.credential(),
		onError,
		input: team().map((member) => ({ member })),
		parameters: {
			resource: 'member',
			operation,
			serviceId: byId('={{ $json.member }}'),
			currencyId: byId(service.ids.currencies.stars),
			amount: 5,
			repeatProtection: 'key',
			idempotencyKey: 'weekly-bonus',
		},
	});
const stars = () => team().map((member) => service.balance(member, service.ids.currencies.stars));
const ERROR = 'Not sent: this key was used for another request';

const OPERATIONS = ['updateBalance', 'updateBalances'];

it.each(OPERATIONS)(
	'known defect 4.5: %s with a fixed key for a list pays its first person, and refuses the others',
	async (operation) => {
		const [first = 0, ...others] = stars();
		const { items, errorItems } = await award(operation, 'continueErrorOutput');
		// Right: no person is paid, and each item says that all 3 items have the key "weekly-bonus".
		expect(items.map(({ json }) => json.serviceId)).toEqual(team().slice(0, 1));
		expect(errorItems.map(({ json }) => json.error)).toEqual([ERROR, ERROR]);
		expect(stars()).toEqual([first + 5, ...others]);
	},
);

it.each(OPERATIONS)(
	'known defect 4.5: %s also pays the first person where the run then stops',
	async (operation) => {
		const [first = 0, ...others] = stars();
		const { error } = await award(operation, undefined);
		// Right: 'All 3 items have the key "weekly-bonus". Add what differs, such as {{ $json.email }}. Nothing was sent.'
		expect(error?.message).toBe(ERROR);
		expect(stars()).toEqual([first + 5, ...others]);
	},
);
