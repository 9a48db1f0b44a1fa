import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';
import { award, usePayouts } from './payouts';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

const pay = async (operation: string, body: object) => {
	const fault = { operation: `member.${operation}`, kind: 'status', when: 'before' } as const;
	service.control.addFault({ ...fault, status: 200, body, times: 1 });
	return await runNode({
		credential: service.credential(),
		parameters: award(service, { operation }),
		input: [{ to: service.ids.members.ada }],
		mode: 'trigger',
		onError: 'continueErrorOutput',
	});
};

it.each([
	{ message: 'Insufficient balance', balance: 3 },
	{ applied: false, balance: 3 },
	{ currencyId: 'c00000000000000000000001' },
])('known defect 1.10: the answer %j counts as an award', async (body) => {
	const { items, errorItems } = await pay('updateBalance', body);
	// Right: one item of unknown outcome at the error output, as for the same row of a bulk answer.
	expect(errorItems).toEqual([]);
	expect(items.map(({ json }) => json)).toEqual([expect.objectContaining(body)]);
	expect(payouts.to(service.ids.members.ada)).toEqual([[]]);

	const bulk = await pay('updateBalances', { results: [{ serviceId: service.ids.members.ada, ...body }] });
	expect(bulk.items).toEqual([]);
	expect(bulk.errorItems[0]?.json.details).toMatchObject({ outcome: 'unknown' });
});
