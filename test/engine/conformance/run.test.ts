import { registry } from '../../../nodes/RewardsEngagement/resources/registry';
import { Contract } from '../../../sandbox/contract/contract';
import { operationIdOf } from '../../../scripts/lib/derived/endpoints';
import { namedOperations, nameOf } from '../../fixtures/operations';
import { scenarios } from '../../fixtures/scenarios';
import { useSteadyClock } from '../../harness/clock';
import { useService } from '../sandbox';
import { contractProblems } from './contractProblems';
import { runProblems } from './runProblems';

useSteadyClock();
const service = useService();

/** The default of a parameter. That of a resource locator is inside an object. */
const valueOf = (usual: unknown) => (usual as { value?: unknown }).value ?? usual;

it('has three items for every operation that has an endpoint, and for none that is not there', () => {
	expect(namedOperations.length).toBeGreaterThanOrEqual(28);
	expect(Object.keys(scenarios)).toEqual(expect.arrayContaining(namedOperations.map(([name]) => name)));
	expect(registry.operations.map(nameOf)).toEqual(expect.arrayContaining(Object.keys(scenarios)));
});

it.each(namedOperations)('%s keeps to the document', async (_name, operation) => {
	expect(await contractProblems(operation)).toEqual([]);
});

it.each(namedOperations)(
	'%s has optional values start with what the service takes without them',
	async (_name, one) => {
		const { operations: endpoints } = await Contract.load();
		const endpoint = endpoints.find(({ operationId }) => operationId === operationIdOf(one))!;
		for (const { name, schema } of endpoint.parameters) {
			const usual: unknown = (schema as { default?: unknown }).default;
			const property = one.additionalFields?.[name]?.property;
			if (usual !== undefined && property) expect([name, valueOf(property.default)]).toEqual([name, usual]);
		}
	},
);

describe.each([0, 1, 3])('with %d items', (count) => {
	it.each(namedOperations)('%s runs', async (name, operation) => {
		expect(await runProblems(operation, scenarios[name]!(service), count, service)).toEqual([]);
		if (count === 0) expect(service.requests).toEqual([]);
	});
});
