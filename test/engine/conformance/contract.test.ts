import { z } from 'zod';

import type { Field } from '../../../nodes/RewardsEngagement/fields/field';
import { registry } from '../../../nodes/RewardsEngagement/resources/registry';
import type { RemoteOperation } from '../../../nodes/RewardsEngagement/declare/registry';
import { Contract } from '../../../sandbox/contract/contract';
import { namedOperations, operationNamed } from '../../fixtures/operations';
import { contractProblems } from './contractProblems';
import { endpointOf, operationIdOf, operationIdsOf } from '../../../scripts/lib/derived/endpoints';
import { undeclaredPaging } from './undeclaredPaging';

/** The default of a parameter. That of a resource locator is inside an object. */
const valueOf = (usual: unknown) => (usual as { value?: unknown }).value ?? usual;

it('finds the operations', () => expect(namedOperations.length).toBeGreaterThanOrEqual(28));

it.each(namedOperations)('%s keeps to the document', async (_name, operation) => {
	expect(await contractProblems(operation)).toEqual([]);
});

it.each(namedOperations)(
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
	const get = operationNamed('taskCondition.get');
	expect(await contractProblems({ ...get, name: 'update' })).toEqual([
		expect.stringMatching(/^GET .* is no endpoint of the document: taskCondition\.update is PATCH /),
	]);
	expect(await contractProblems({ ...get, name: 'fly' })).toEqual([
		'the document has no operation taskCondition.fly',
	]);
});

describe('a list of pages whose operation does not declare how they are asked for', () => {
	const getMany = operationNamed('activation.getMany');
	const message =
		'activation.getMany gives its list page by page: declare `pagination` in resources/activation/getMany.ts, ' +
		"as `pagination: { place: 'after', size: 'take' }` beside `response: listInData(…)`. " +
		'See "A list" in docs/add-a-resource.md.';
	const withoutPaging: RemoteOperation = { ...getMany, pagination: undefined };

	it('is told what to declare, and where', async () =>
		expect(await contractProblems(withoutPaging)).toEqual([message]));

	it('is told so where it has parameters of its own for them', async () => {
		const after: Field<string> = {
			property: { displayName: 'After', type: 'string', default: '' },
			schema: z.string(),
		};
		const take: Field<number> = {
			property: { displayName: 'Take', type: 'number', default: 10 },
			schema: z.number(),
		};
		const mutant: RemoteOperation = {
			...withoutPaging,
			additionalFields: { ...getMany.additionalFields, after, take },
			request: (values) => ({
				...getMany.request(values),
				query: { after: values.after as string, take: values.take as number },
			}),
		};
		expect(await contractProblems(mutant)).toEqual([message]);
	});

	it('is told so where it gives the list as one item', async () => {
		const { record } = getMany.response as { record: z.ZodTypeAny };
		expect(await contractProblems({ ...withoutPaging, response: { kind: 'data', record } })).toEqual([
			message,
		]);
	});

	it('is told so where only the answer of the document has pages', async () => {
		const endpoint = { ...(await endpointOf(getMany))!, parameters: [] };
		expect(undeclaredPaging({ ...getMany, pagination: undefined }, endpoint)).toEqual([
			expect.stringContaining("as `pagination: { place: '…', size: '…' }`"),
		]);
	});
});
