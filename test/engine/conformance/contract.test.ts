import { activationsPath } from '../../../nodes/RewardsEngagement/resources/activation/paths';
import { activation } from '../../../nodes/RewardsEngagement/resources/activation/record';
import { registry } from '../../../nodes/RewardsEngagement/resources/registry';
import { number } from '../../../nodes/RewardsEngagement/fields/number';
import { text } from '../../../nodes/RewardsEngagement/fields/text';
import { operation, type Operation } from '../../../nodes/RewardsEngagement/run/operation';
import { keyOf } from '../../../nodes/RewardsEngagement/run/registry';
import { inData, listInData } from '../../../nodes/RewardsEngagement/run/response';
import { Contract } from '../../../sandbox/contract/contract';
import { contractProblems } from './contractProblems';
import { endpointOf, operationIdOf, operationIdsOf } from '../../../scripts/lib/derived/endpoints';
import { undeclaredPaging } from './undeclaredPaging';

const named = registry.remoteOperations.map((operation) => [keyOf(operation), operation] as const);

/** The default of a parameter. That of a resource locator is inside an object. */
const valueOf = (usual: unknown) => (usual as { value?: unknown }).value ?? usual;

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
			if (usual !== undefined && property) expect([name, valueOf(property.default)]).toEqual([name, usual]);
		}
	},
);

it('has an operation for every endpoint of the document, and an endpoint for every operation', async () => {
	const { operations: endpoints } = await Contract.load();
	const asked = new Set(registry.remoteOperations.flatMap(operationIdsOf));
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

describe('a list of pages whose operation does not declare how they are asked for', () => {
	const [, getMany] = named.find(([name]) => name === 'activation.getMany')!;
	const words = {
		displayName: 'Get Many',
		action: 'Get many activations',
		description: 'List the activations of the realm',
		effect: 'read',
	} as const;
	const problemsOf = async (mutant: Operation) =>
		await contractProblems({ ...mutant, resource: getMany.resource, name: getMany.name });
	const message =
		'activation.getMany gives its list page by page: declare `pagination` in resources/activation/getMany.ts, ' +
		"as `pagination: { place: 'after', size: 'take' }` beside `response: listInData(…)`. " +
		'See "A list" in docs/add-a-resource.md.';

	const withoutPaging = (response: Operation['response']) =>
		operation({
			...words,
			parameters: {},
			request: (place) => ({ method: 'GET', path: activationsPath(place) }),
			response,
		});

	it('is told what to declare, and where', async () =>
		expect(await problemsOf(withoutPaging(listInData(activation)))).toEqual([message]));

	it('is told so where it has parameters of its own for them', async () => {
		const after = text('After', { description: 'Where to begin', placeholder: 'e.g. f1' });
		const take = number('Take', { description: 'How many', default: 10, minimum: 1, isWhole: true });
		const mutant = operation({
			...words,
			parameters: {},
			additionalFields: { after, take },
			request: ({ realmId, ...query }) => ({ method: 'GET', path: activationsPath({ realmId }), query }),
			response: listInData(activation),
		});
		expect(await problemsOf(mutant)).toEqual([message]);
	});

	it('is told so where it gives the list as one item', async () =>
		expect(await problemsOf(withoutPaging(inData(activation)))).toEqual([message]));

	it('is told so where only the answer of the document has pages', async () => {
		const endpoint = { ...(await endpointOf(getMany))!, parameters: [] };
		expect(undeclaredPaging({ ...getMany, pagination: undefined }, endpoint)).toEqual([
			expect.stringContaining("as `pagination: { place: '…', size: '…' }`"),
		]);
	});
});
