import { store } from '../../../sandbox/base/ledger';
import { byId } from '../../harness/workflows/byId';
import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';
import { usePayouts } from './payouts';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

it('known defect 1.9: the error of the last try does not name a purchase of unknown outcome, if a price cannot be read', async () => {
	const { poster, badge } = service.ids.storeItems;
	const price = { operation: 'storeItem.get' };
	service.control.addFault({ ...price, kind: 'delay', times: 2 });
	service.control.addFault({ ...price, kind: 'status', status: 503, when: 'before', times: 1 });
	service.control.addFault({ operation: 'storeItem.purchase', kind: 'drop', when: 'after', times: 1 });
	const { error } = await runNode({
		credential: service.credential(),
		parameters: {
			resource: 'storeItem',
			operation: 'purchase',
			itemId: byId('={{ $json.item }}'),
			accountId: byId(service.ids.members.bonusPool),
			repeatProtection: 'key',
			idempotencyKey: '={{ $json.item }}',
			options: { retries: 0, maximumAmount: 1_000 },
		},
		input: [poster, badge].map((item) => ({ item })),
		maxTries: 2,
	});
	expect(payouts.to(store)).toEqual([[100]]);
	// Right: "Outcome unknown: …" with the key of the poster, because that item needs a person.
	expect(error?.message).toBe('The service could not process the request (status 503)');
	expect(error?.description).toBe(
		'The service says: "The sandbox was configured to return this status". Try again later.',
	);
});
