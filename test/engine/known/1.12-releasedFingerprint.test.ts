import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';
import { award, usePayouts } from './payouts';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

it('known defect 1.12: a request whose key was released is skipped as done after another request took the key', async () => {
	const { ada } = service.ids.members;
	const pay = async (amount: number) =>
		await runNode({
			credential: service.credential(),
			parameters: award(service, { repeatProtection: 'key', idempotencyKey: 'order-17' }),
			input: [{ to: ada, amount }],
			onError: 'continueErrorOutput',
		});
	service.control.addFault({ operation: 'member.updateBalance', kind: 'drop', when: 'before', times: 1 });
	const { errorItems } = await pay(5);
	const { outcome, idempotencyKey } = errorItems[0]!.json.details as Record<string, string>;
	expect(outcome).toBe('unknown');

	const released = await runNode({
		credential: service.credential(),
		parameters: { resource: 'idempotencyKey', operation: 'release', idempotencyKey: idempotencyKey! },
	});
	expect(released.items[0]?.json).toMatchObject({ released: true });
	await pay(7);
	expect(payouts.to(ada)).toEqual([[7]]);

	// Right: the error "Not sent: this key was used for another request", as in every other case of another amount.
	expect((await pay(5)).items.map(({ json }) => json)).toEqual([
		expect.objectContaining({ skipped: true, idempotencyKey, firstRun: { execution: 'earlier' } }),
	]);
	expect(payouts.to(ada)).toEqual([[7]]);
});
