import { registry } from '../../../nodes/RewardsEngagement/resources/registry';
import { keyOf } from '../../../nodes/RewardsEngagement/run/registry';
import { Contract } from '../../../sandbox/contract/contract';
import { contractProblems } from './contractProblems';
import { operationIdOf } from '../../../scripts/lib/derived/endpoints';

const named = registry.remoteOperations.map((operation) => [keyOf(operation), operation] as const);

it('finds the operations', () => expect(named.length).toBeGreaterThanOrEqual(28));

it.each(named)('%s keeps to the document', async (_name, operation) => {
	expect(await contractProblems(operation)).toEqual([]);
});

it.each(named)(
	'%s has optional values begin with what the service takes without them',
	async (_name, one) => {
		const { operations: endpoints } = await Contract.load();
		const endpoint = endpoints.find(({ operationId }) => operationId === operationIdOf(one))!;
		for (const { name, schema } of endpoint.parameters) {
			const usual: unknown = (schema as { default?: unknown }).default;
			const property = one.additionalFields?.[name]?.property;
			if (usual !== undefined && property) expect([name, property.default]).toEqual([name, usual]);
		}
	},
);

it('has an operation for every endpoint of the document, and an endpoint for every operation', async () => {
	const { operations: endpoints } = await Contract.load();
	const asked = new Set(registry.remoteOperations.map(operationIdOf));
	expect([...asked].sort()).toEqual(endpoints.map(({ operationId }) => operationId).sort());
});

it('takes an operation for none other than the one of its name', async () => {
	const [, get] = named.find(([name]) => name === 'taskCondition.get')!;
	expect(await contractProblems({ ...get, name: 'update' })).toEqual([
		expect.stringMatching(/^GET .* is no endpoint of the document: taskCondition\.update is PATCH /),
	]);
	expect(await contractProblems({ ...get, name: 'fly' })).toEqual([
		'the document has no operation taskCondition.fly',
	]);
});
