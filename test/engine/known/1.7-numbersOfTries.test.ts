import type { INodeParameters } from 'n8n-workflow';

import type { LoggedRequest } from '../../../sandbox/base/requestLog';
import { find } from '../../../sandbox/base/state';
import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';
import { award, usePayouts } from './payouts';

let onRequest: (request: LoggedRequest) => void;
const service = useService({ onRequest: (request) => onRequest(request) });
withoutPauses();
const payouts = usePayouts(service);

it('known defect 1.7: of two equal payments, Retry On Fail skips the one whose look-up failed in the first try', async () => {
	const { ada, bruno } = service.ids.members;
	// The new address appears after the first try has paid the other item.
	onRequest = ({ acted, operationId }) => {
		if (!acted || operationId !== 'member.updateBalance') return;
		const { members } = find(service.state.realms, service.realmId, 'realm');
		find(members, bruno, 'member').email = 'new@members.example';
	};
	const initiatorId = { __rl: true, mode: 'email', value: '={{ $json.by }}' } as unknown as INodeParameters;
	const { items, errorItems } = await runNode({
		credential: service.credential(),
		parameters: award(service, { additionalFields: { initiatorId } }),
		input: ['new@members.example', 'ada@members.example'].map((by) => ({ to: ada, by })),
		mode: 'trigger',
		onError: 'continueRegularOutput',
		maxTries: 2,
	});
	expect(errorItems).toEqual([]);
	expect(items.map(({ json }) => json)).toEqual([
		expect.objectContaining({ skipped: true, firstRun: { execution: 'this', runIndex: 0, itemIndex: 1 } }),
		expect.objectContaining({ amount: 5 }),
	]);
	// Right: [[5, 5]]. Both payments were wanted, and an item that was paid keeps its number in the next try.
	expect(payouts.to(ada)).toEqual([[5]]);
});
