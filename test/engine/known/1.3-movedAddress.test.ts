import type { INodeParameters } from 'n8n-workflow';

import { find } from '../../../sandbox/base/state';
import { runGraph, type GraphOptions } from '../engine';
import { NODE, START, TRIGGER } from '../nodeTypes';
import { useService, withoutPauses } from '../sandbox';
import { award, usePayouts } from './payouts';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

const ADDRESS = 'team@members.example';

/** The address belongs to one member from now on. */
function give(owner: string): void {
	const { members } = find(service.state.realms, service.realmId, 'realm');
	for (const member of members.values()) {
		if (member.email === ADDRESS) member.email = `${member.username}@members.example`;
		if (member.id === owner) member.email = ADDRESS;
	}
}

const graph = (start: string): GraphOptions => ({
	credential: service.credential(),
	nodes: {
		Start: { type: start },
		Pay: {
			type: NODE,
			parameters: award(service, {
				serviceId: { __rl: true, mode: 'email', value: ADDRESS } as unknown as INodeParameters,
				amount: '={{ $json.amount }}',
			}),
		},
	},
	connections: { Start: [['Pay']] },
	input: [1, 2].map((amount) => ({ amount, eventId: `e${amount}`, type: 'quest.completed' })),
});

/** The first payment is made, and the second one refused. */
function refuseTheSecond(): void {
	const operation = 'member.updateBalance';
	service.control.addFault({ operation, kind: 'delay', times: 1 });
	service.control.addFault({ operation, kind: 'status', status: 403, when: 'before', times: 1 });
}

it('known defect 1.3: a retry pays again if the address belongs to another member by then', async () => {
	const { ada, bruno } = service.ids.members;
	give(ada);
	refuseTheSecond();
	const { run } = await runGraph({ ...graph(START), mode: 'trigger', executionId: '1' });
	expect(payouts.to(ada, bruno)).toEqual([[1], []]);

	give(bruno);
	await runGraph({ ...graph(START), mode: 'retry', executionId: '2', retryOf: run, retryOfId: '1' });
	// Right: [[1], [2]]. What the item asks for is the same payment, whoever has the address.
	expect(payouts.to(ada, bruno)).toEqual([[1], [1, 2]]);
});

it('known defect 1.3: a redelivered event is paid again if the address belongs to another member by then', async () => {
	const { ada, bruno } = service.ids.members;
	give(ada);
	refuseTheSecond();
	await runGraph({ ...graph(TRIGGER), mode: 'trigger', executionId: '1' });
	expect(payouts.to(ada, bruno)).toEqual([[1], []]);

	give(bruno);
	await runGraph({ ...graph(TRIGGER), mode: 'trigger', executionId: '2' });
	// Right: [[1], [2]].
	expect(payouts.to(ada, bruno)).toEqual([[1], [1, 2]]);
});
