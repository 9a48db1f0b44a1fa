import { store } from '../../../sandbox/base/ledger';
import { runGraph, type GraphOptions } from '../engine';
import { NODE, START, TRIGGER } from '../nodeTypes';
import { useService, withoutPauses } from '../sandbox';
import { usePayouts } from './payouts';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

/** A member buys one piece, and then two. The service refuses the second purchase in the first attempt. */
const graph = (start: string): GraphOptions => ({
	credential: service.credential(),
	nodes: {
		Start: { type: start },
		Buy: {
			type: NODE,
			parameters: {
				resource: 'request',
				operation: 'send',
				method: 'POST',
				path: `/api/v1/realms/${service.realmId}/store/${service.ids.storeItems.poster}/purchase`,
				body: '={{ ({ ...$json.purchase, metadata: { execution: $execution.id } }) }}',
				options: { retries: 0 },
			},
		},
	},
	connections: { Start: [['Buy']] },
	input: [1, 2].map((quantity) => ({
		purchase: { accountId: service.ids.members.bonusPool, quantity },
		eventId: `e${quantity}`,
		type: 'quest.completed',
	})),
});

const firstAttempt = async (start: string) => {
	const operation = 'storeItem.purchase';
	service.control.addFault({ operation, kind: 'delay', times: 1 });
	service.control.addFault({ operation, kind: 'status', status: 403, when: 'before', times: 1 });
	const { run } = await runGraph({ ...graph(start), mode: 'trigger', executionId: '1' });
	expect(payouts.to(store)).toEqual([[100]]);
	return run;
};

it('known defect 1.4: a retry sends a request again whose metadata name the execution', async () => {
	const retryOf = await firstAttempt(START);
	await runGraph({ ...graph(START), mode: 'retry', executionId: '2', retryOf, retryOfId: '1' });
	// Right: [[100, 200]], because metadata does not count.
	expect(payouts.to(store)).toEqual([[100, 100, 200]]);
});

it('known defect 1.4: a redelivered event sends a request again whose metadata name the execution', async () => {
	await firstAttempt(TRIGGER);
	await runGraph({ ...graph(TRIGGER), mode: 'trigger', executionId: '2' });
	// Right: [[100, 200]].
	expect(payouts.to(store)).toEqual([[100, 100, 200]]);
});
