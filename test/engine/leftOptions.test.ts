import { NodeHelpers, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { registry } from '../../nodes/RewardsEngagement/resources/registry';
import { nameOf, optionsOf } from '../fixtures/operations';
import { ownNode, readSavedWorkflows } from '../fixtures/savedWorkflows';
import { byId } from '../harness/workflows/byId';
import { runNode, runTool } from './engine';
import { useService, withoutPauses } from './sandbox';

const service = useService();
withoutPauses();

const NAMES: Record<string, string> = {
	dryRun: 'Dry Run',
	maximumAmount: 'Maximum Amount per Item',
	maximumTotal: 'Maximum Total per Execution',
	batchSize: 'Batch Size',
	combineSearches: 'Combine Searches',
	nope: 'nope',
};
const VALUES: INodeParameters = {
	dryRun: true,
	maximumAmount: 1,
	maximumTotal: 1,
	batchSize: 2,
	combineSearches: false,
	nope: 1,
};
const run = async (parameters: INodeParameters) =>
	await runNode({ credential: service.credential(), parameters });
const asTool = async (parameters: INodeParameters) => {
	const { items } = await runTool({ credential: service.credential(), parameters });
	return items[0]?.json;
};

const saved = new Map(readSavedWorkflows().map(({ name, workflow }) => [name, ownNode(workflow).parameters]));
const withOptions = registry.operations
	.map((one) => [nameOf(one), optionsOf(one).map(({ name }) => name), one] as const)
	.filter(([, offered]) => offered.length > 0);

it('most operations have options', () => expect(withOptions.length).toBeGreaterThan(100));

it.each(withOptions)(
	'%s refuses by name every option that it does not have, and sends nothing',
	async (name, offered, one) => {
		const left = Object.keys(NAMES).filter((option) => !offered.includes(option));
		expect(left.length).toBeGreaterThan(0);
		for (const option of left) {
			const parameters = { resource: one.resource, operation: one.name, ...saved.get(name) };
			const { items, error } = await run({ ...parameters, options: { [option]: VALUES[option] } });
			expect([option, items, error?.message]).toEqual([
				option,
				[],
				`This operation has no "${NAMES[option]}"`,
			]);
			expect(error?.description).toContain(`Remove "${NAMES[option]}" from "Options"`);
			expect(error?.description).toContain('Nothing was sent.');
		}
		expect(service.requests).toEqual([]);
	},
);

it.each<[string, () => INodeParameters]>([
	['a read', () => ({ resource: 'realm', operation: 'get' })],
	[
		'an update',
		() => ({
			resource: 'currency',
			operation: 'update',
			currencyId: byId(service.ids.currencies.stars),
			updateFields: { name: 'Suns' },
		}),
	],
])('a tool refuses a dry run of %s, which would not be one', async (_what, parameters) => {
	const answer = await asTool({ ...parameters(), options: { dryRun: true } });
	expect(answer).toMatchObject({
		error: 'This operation has no "Dry Run"',
		details: { outcome: 'notApplied' },
	});
	expect(service.requests).toEqual([]);
});

it.each([undefined, {}, { retries: 1 }])('options of the operation itself are taken: %j', async (options) => {
	const { items } = await run({ resource: 'realm', operation: 'get', ...(options && { options }) });
	expect(items).toHaveLength(1);
});

describe('in the editor', () => {
	const { description } = new RewardsEngagement();
	const members = description.properties.find(({ name }) => name === 'options')?.options as INodeProperties[];
	/** The visible rows of the editor, which resolves paths from the top of the node. */
	const rowsOf = (parameters: INodeParameters) => {
		const node = { parameters, typeVersion: 1 } as INode;
		const shown = members.filter((member) =>
			NodeHelpers.displayParameterPath({ parameters }, member, 'parameters.options', node, description),
		);
		return shown.map(({ name }) => name);
	};
	const reading = (options: INodeParameters): INodeParameters => ({
		resource: 'realm',
		operation: 'get',
		options,
	});

	it('an option that was left of another operation is there to be removed, and no other is offered', () => {
		expect(rowsOf(reading({}))).not.toContain('dryRun');
		expect(rowsOf(reading({ dryRun: true })).filter((name) => name === 'dryRun')).toEqual(['dryRun']);
		const paying = { resource: 'member', operation: 'transferBalance', options: { dryRun: true } };
		expect(rowsOf(paying).filter((name) => name === 'dryRun')).toEqual(['dryRun']);
	});

	it('no option is lost silently when the operation changes', () => {
		for (const withDefaults of [true, false]) {
			const parameters = reading({ dryRun: true, retries: 1 });
			const node = { parameters, typeVersion: 1 } as INode;
			expect(
				NodeHelpers.getNodeParameters(
					description.properties,
					parameters,
					withDefaults,
					false,
					node,
					description,
				),
			).toMatchObject({ options: { dryRun: true, retries: 1 } });
		}
	});
});
