import { registry } from '../../../nodes/RewardsEngagement/resources/registry';
import { useService } from '../sandbox';
import { runProblems } from './runProblems';
import { namedOperations, nameOf } from '../../fixtures/operations';
import { scenarios } from '../../fixtures/scenarios';

const service = useService();

it('has three items for every operation that has an endpoint, and for none that is not there', () => {
	expect(Object.keys(scenarios)).toEqual(expect.arrayContaining(namedOperations.map(([name]) => name)));
	expect(registry.operations.map(nameOf)).toEqual(expect.arrayContaining(Object.keys(scenarios)));
});

describe.each([0, 1, 3])('with %d items', (count) => {
	it.each(namedOperations)('%s runs', async (name, operation) => {
		expect(await runProblems(operation, scenarios[name]!(service), count, service)).toEqual([]);
		if (count === 0) expect(service.requests).toEqual([]);
	});
});
