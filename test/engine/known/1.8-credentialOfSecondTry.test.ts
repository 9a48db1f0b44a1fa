import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';
import { award, usePayouts } from './payouts';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

it('known defect 1.8: paid items are reported as not sent, if the next try cannot read the credential', async () => {
	const { ada, bruno, chen } = service.ids.members;
	const operation = 'member.updateBalance';
	service.control.addFault({ operation, kind: 'status', status: 403, when: 'before', times: 1 });
	const credential = service.credential();
	const { apiKey } = credential;
	Object.defineProperty(credential, 'apiKey', {
		enumerable: true,
		get: () => {
			if (payouts.to(chen)[0]!.length > 0) throw new Error('The vault is sealed');
			return apiKey;
		},
	});
	const { items, errorItems } = await runNode({
		credential,
		parameters: award(service),
		input: [ada, bruno, chen].map((to) => ({ to })),
		mode: 'trigger',
		onError: 'continueErrorOutput',
		maxTries: 2,
	});
	expect(payouts.to(ada, bruno, chen)).toEqual([[], [5], [5]]);
	// Right: the items of Bruno and Chen are here, with the results of the first try.
	expect(items).toEqual([]);
	const notSent = expect.objectContaining({
		error: 'The vault is sealed',
		details: { outcome: 'notApplied', advice: 'Nothing was sent.' },
	}) as unknown;
	expect(errorItems.map(({ json }) => json)).toEqual([notSent, notSent, notSent]);
});
