import type { WorkflowExecuteMode } from 'n8n-workflow';

import { byId } from '../../harness/workflows/byId';
import { runGraph } from '../engine';
import { NODE, START } from '../nodeTypes';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

/** Awards 5 Stars. Returns the hints above the output. */
const award = async (mode: WorkflowExecuteMode) => {
	const { run } = await runGraph({
		credential: service.credential(),
		mode,
		nodes: {
			Start: { type: START },
			Pay: {
				type: NODE,
				parameters: {
					resource: 'member',
					operation: 'updateBalance',
					serviceId: byId(service.ids.members.ada),
					currencyId: byId(service.ids.currencies.stars),
					amount: 5,
				},
			},
		},
		connections: { Start: [['Pay']] },
	});
	return run.data.resultData.runData.Pay?.[0]?.hints?.map(({ message }) => message) ?? [];
};
const stars = () => service.balance(service.ids.members.ada, service.ids.currencies.stars);

it.each<[string, WorkflowExecuteMode]>([
	['each test run', 'manual'],
	['each run of a schedule', 'trigger'],
])('known defect 4.4: %s pays again, and the hint speaks of a second delivery', async (_what, mode) => {
	const before = stars();
	await award(mode);
	const [, hint] = await award(mode);
	// Right: a test run says "These were real payments. Each test run pays again." and offers Dry Run. Behind a
	// schedule, the hint says "The next run pays again." and shows the key of a week.
	expect(hint).toBe(
		'Repeat Protection (Automatic) covers this execution and its retries. A second delivery of the same data starts another execution, which pays again. To prevent that, set Repeat Protection to By Key, with a value such as an order ID.',
	);
	expect(stars()).toBe(before + 10);
});
