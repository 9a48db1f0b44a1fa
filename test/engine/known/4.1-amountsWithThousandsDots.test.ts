import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../harness/workflows/byId';
import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

const move = async (operation: string, amount: string, members: INodeParameters) =>
	await runNode({
		credential: service.credential(),
		onError: 'continueErrorOutput',
		input: [{ amount }],
		parameters: {
			resource: 'member',
			operation,
			...members,
			currencyId: byId(service.ids.currencies.stars),
			amount: '={{ $json.amount }}',
		},
	});
const stars = () => service.balance(service.ids.members.ada, service.ids.currencies.stars);

const pays = async (operation: string, amount: string, moved: number) => {
	const { ada, bonusPool } = service.ids.members;
	const isTransfer = operation === 'transferBalance';
	const members = isTransfer
		? { serviceId: byId(bonusPool), recipientId: byId(ada) }
		: { serviceId: byId(ada) };
	const before = stars();
	const { items, errorItems } = await move(operation, amount, members);
	expect(items).toMatchObject([{ json: { amount: moved } }]);
	expect(errorItems).toEqual([]);
	expect(stars()).toBe(before + moved);
};

it.each([
	['updateBalance', '1.000', 1],
	['updateBalance', '20.000', 20],
	['updateBalance', '-1.000', -1],
	['updateBalances', '1.000', 1],
	['transferBalance', '1.000', 1],
])(
	'known defect 4.1: %s of the text "%s" moves %i, where many countries mean thousands',
	async (...payment) => {
		// Right: refused with '"Amount" is the text "1.000", which can mean 1 or 1000. Send a number.'
		await pays(...payment);
	},
);
