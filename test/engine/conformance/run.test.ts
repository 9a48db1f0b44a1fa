import { registry } from '../../../nodes/RewardsEngagement/resources/registry';
import { keyOf } from '../../../nodes/RewardsEngagement/run/registry';
import { useService } from '../sandbox';
import { runProblems } from './runProblems';
import { scenarios } from '../../fixtures/scenarios';

const service = useService();
const named = registry.remoteOperations.map((operation) => [keyOf(operation), operation] as const);

it('has three items for every operation, and for no other', () => {
	expect(Object.keys(scenarios).sort()).toEqual(named.map(([name]) => name).sort());
});

describe.each([0, 1, 3])('with %d items', (count) => {
	it.each(named)('%s runs', async (name, operation) => {
		expect(await runProblems(operation, scenarios[name]!(service), count, service)).toEqual([]);
		if (count === 0) expect(service.requests).toEqual([]);
	});
});
