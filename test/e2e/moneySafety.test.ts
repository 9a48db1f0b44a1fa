import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';

import type { INodeTypeDescription } from 'n8n-workflow';

import type { CredentialReference, Execution, WorkflowNode } from '../harness/n8n/client';
import { installHost } from '../harness/n8n/install';
import { askAgent } from '../harness/workflows/agents';
import { byId, MANUAL_TRIGGER, manualWorkflow, type Branch } from '../harness/workflows/nodes';
import { adminCredential } from '../harness/workflows/questBonus';
import { OPEN_TIMEOUT_MS, shareTestEnvironment, type TestEnvironment } from '../harness/environment';

const NODE = 'n8n-nodes-rewards-engagement.rewardsEngagement';

/** The secret of a webhook. */
const SECRET = 'only the receiver knows';

let environment: TestEnvironment;
let credential: CredentialReference;

beforeAll(async () => {
	environment = await shareTestEnvironment();
	credential = await adminCredential(environment.client, environment.service);
}, OPEN_TIMEOUT_MS);

afterAll(async () => await environment?.close());

const paid = () =>
	environment.service.requests.filter(
		({ operationId, acted }) => operationId === 'member.transferBalance' && acted,
	).length;

function ours(parameters: Record<string, unknown>): Branch['node'] {
	return {
		type: NODE,
		typeVersion: 1,
		credentials: { rewardsEngagementApi: credential },
		onError: 'continueRegularOutput',
		parameters,
	};
}

function paying(options: object, more: object = {}): Branch['node'] {
	const { members, currencies } = environment.service.ids;
	return ours({
		resource: 'member',
		operation: 'transferBalance',
		serviceId: byId(members.bonusPool),
		recipientId: byId(members.ada),
		currencyId: byId(currencies.stars),
		amount: '={{ $json.amount }}',
		options,
		...more,
	});
}

async function run(name: string, branches: Branch[]): Promise<Execution> {
	const workflow = await environment.client.createWorkflow(manualWorkflow(name, branches));
	return await environment.client.runToEnd(workflow, MANUAL_TRIGGER);
}

const outputOf = ({ data }: Execution, node: string): Array<Record<string, unknown>> =>
	(data.resultData.runData[node]?.[0]?.data?.main?.[0] ?? []).map(({ json }) => json);
const hintsOf = ({ data }: Execution, node: string): string[] =>
	((data.resultData.runData[node]?.[0]?.hints ?? []) as Array<{ message: string }>).map(
		({ message }) => message,
	);

const transferred = (count: number, sum: number) =>
	`${count} transferred, ${sum} of currency ${environment.service.ids.currencies.stars} in total.`;

test('limits stop a run, a dry run sends nothing, and hints say what happened', async () => {
	const before = paid();
	const amounts = [{ amount: 2 }, { amount: 3 }];
	const key = { repeatProtection: 'key', idempotencyKey: '=week 12 {{ $json.amount }}' };
	const { service } = environment;
	const execution = await run('Money safety', [
		{ name: 'Above', items: amounts, node: paying({ maximumTotal: 4 }) },
		{ name: 'One above', items: amounts, node: paying({ maximumAmount: 2 }) },
		{ name: 'Within', items: amounts, node: paying({ maximumTotal: 5, maximumAmount: 3 }, key) },
		{ name: 'Dry', items: amounts, node: paying({ dryRun: true }) },
	]);
	expect(execution.status).toBe('success');
	expect(outputOf(execution, 'Above').map(({ error }) => error)).toEqual(
		amounts.map(() => expect.stringMatching(/^Not sent: a total of 5 of .* \(4\)$/) as unknown),
	);
	expect(outputOf(execution, 'One above')).toEqual([
		expect.objectContaining({ recipientId: service.ids.members.ada }),
		expect.objectContaining({
			error: expect.stringMatching(/^Not sent: 3 of .* \(2\)$/) as unknown,
		}),
	]);
	expect(outputOf(execution, 'Within')).toHaveLength(2);
	expect(outputOf(execution, 'Dry')[0]).toMatchObject({
		recipientId: service.ids.members.ada,
		amount: 2,
		dryRun: true,
		request: { method: 'PATCH', body: { amount: 2 } },
	});
	expect(hintsOf(execution, 'Dry')).toEqual([
		`Would transfer 5 of currency ${service.ids.currencies.stars} in 2 transfers. Nothing was sent.`,
	]);
	expect(hintsOf(execution, 'Within')).toEqual([transferred(2, 5)]);
	expect(paid() - before).toBe(3);
	expect(JSON.stringify(execution)).not.toContain(service.keys.admin);
});

test('hints say which items a key skipped, and which outcomes are unknown', async () => {
	const { service } = environment;
	const key = { repeatProtection: 'key', idempotencyKey: '={{ $json.order }}' };
	const items = ['a', 'b', 'a'].map((order) => ({ order, amount: 1 }));
	const input = manualWorkflow('Hints', [{ name: 'Pay', items, node: paying({}, key) }]);
	const workflow = await environment.client.createWorkflow(input);
	const first = await environment.client.runToEnd(workflow, MANUAL_TRIGGER);
	expect(hintsOf(first, 'Pay')).toEqual([
		transferred(2, 2),
		'Repeat Protection skipped one item that run 1 of this node in this execution already processed.',
	]);
	const second = await environment.client.runToEnd(workflow, MANUAL_TRIGGER);
	expect(hintsOf(second, 'Pay')).toEqual([
		'Nothing was sent: Repeat Protection skipped all 3 items that an earlier execution already processed. If they are new, the key lacks what makes them different, such as the month.',
	]);
	const { id } = service.control.addFault({
		operation: 'member.transferBalance',
		kind: 'status',
		status: 502,
		when: 'after',
	});
	const third = await run('Unknown', [{ name: 'Pay', items: [{ amount: 1 }], node: paying({}) }]).finally(
		() => service.control.clearFaults(id),
	);
	expect(hintsOf(third, 'Pay')).toEqual([
		'Outcome unknown: one item may have been applied. Check in the service before you run it again.',
	]);
});

/** Agents before version 3 run their tools in another way. */
test.each([3.1, 2.2])(
	'an agent of version %s keeps within the total of its owner however often it calls, and cannot raise a limit',
	async (agentVersion) => {
		const fromModel = (name: string) => `={{ $fromAI('${name}', '', 'number') }}`;
		const tool = (name: string, options: object): WorkflowNode => ({
			...(paying(options, { amount: fromModel('amount') }) as WorkflowNode),
			id: randomUUID(),
			name,
			type: `${NODE}Tool`,
			position: [0, 0],
		});
		const before = paid();
		const { heard } = await askAgent(environment, {
			agentVersion,
			tools: [
				tool('fixed', { maximumTotal: 5 }),
				tool('raised', { maximumTotal: fromModel('limit') }),
				tool('taken', { maximumTotal: '={{ $json.limit ?? 1000 }}' }),
				tool('wet', { dryRun: '={{ false }}' }),
			],
			script: [
				{ tool: 'fixed', arguments: { amount: 3, maximumTotal: 1000, limit: 1000 } },
				{ tool: 'fixed', arguments: { amount: 3, limit: 1000 } },
				{ tool: 'fixed', arguments: { amount: 2 } },
				{ tool: 'raised', arguments: { amount: 3, limit: 1000 } },
				{ tool: 'taken', arguments: { amount: 3, limit: 1000 } },
				{ tool: 'wet', arguments: { amount: 3 } },
				{ say: 'Done.' },
			],
		});
		expect(heard[0]).toContain(environment.service.ids.members.ada);
		expect(heard[1]).toMatch(/Not sent: a total of 6 .* is above/);
		expect(heard[2]).toContain(environment.service.ids.members.ada);
		for (const words of heard.slice(3, 6))
			expect(words).toMatch(/is an expression that an AI model could set/);
		expect(paid() - before).toBe(2);
	},
);

test('webhook secrets and file addresses are redacted by n8n’s own strategy, and a download works as before', async () => {
	const { service, client } = environment;
	const jobId = service.ids.exports.completed;
	const export_ = (operation: string) => ours({ resource: 'export', operation, jobId });
	const webhook = (operation: string, more: object) => ours({ resource: 'webhook', operation, ...more });
	// The sandbox returns no secret. The behavior of real services is not documented, so this one returns them.
	const told = { id: 'w1', url: 'https://example.com/hook', secret: SECRET, active: true };
	const answer = { kind: 'status', status: 200, when: 'after' } as const;
	service.control.addFault({ ...answer, operation: 'webhook.create', body: told, times: 1 });
	service.control.addFault({ ...answer, operation: 'webhook.getMany', body: { data: [told] }, times: 2 });
	const execution = await run('Secrets', [
		{
			name: 'Create',
			items: [{}],
			node: webhook('create', {
				url: 'https://example.com/hook',
				events: ['quest.completed'],
				additionalFields: { secret: SECRET },
			}),
		},
		{ name: 'Get Many', items: [{}], node: webhook('getMany', { returnAll: true }) },
		{ name: 'Whole', items: [{}], node: webhook('getMany', { additionalFields: { fullResponse: true } }) },
		{
			name: 'Get',
			items: [{}],
			node: { ...export_('get'), parameters: { ...export_('get').parameters, simplify: false } },
		},
		{ name: 'Download', items: [{}], node: export_('download') },
	]);
	expect(execution.status).toBe('success');
	const downloaded = execution.data.resultData.runData.Download?.[0]?.data?.main?.[0]?.[0];
	expect(Number(downloaded?.binary?.data?.bytes)).toBeGreaterThan(0);

	const nodes = ['Create', 'Get Many', 'Whole', 'Get', 'Download'];
	const shown = () => JSON.stringify(nodes.map((name) => outputOf(execution, name)));
	expect(shown().split(SECRET)).toHaveLength(4);
	expect(shown()).toMatch(/"blobUrl":"/);
	// n8n 2.41 has the strategy but does not call it yet. So the test calls it, with the data that this n8n
	// recorded and the description that it serves.
	const described = (await client.listNodeTypes()).filter(({ name }) => name === NODE);
	const description = described[0] as unknown as INodeTypeDescription;
	await redact(execution, description);
	expect(shown()).not.toContain(SECRET);
	expect(shown()).not.toMatch(/"blobUrl":"/);
	const marker = { __redacted: true, reason: 'node_defined_field', canReveal: false };
	expect(outputOf(execution, 'Create')[0]?.secret).toEqual(marker);
	expect(outputOf(execution, 'Get')[0]?.blobUrl).toEqual(marker);
	expect(outputOf(execution, 'Get')[0]?.jobId).toBe(jobId);
});

interface Strategy {
	apply: (execution: unknown, context: { memo: Map<string, unknown> }) => Promise<void>;
}

/** Applies n8n's strategy for sensitive fields of a node to an execution. */
async function redact(execution: Execution, description: INodeTypeDescription): Promise<void> {
	const { directory } = await installHost();
	const file =
		'node_modules/n8n/dist/modules/redaction/executions/strategies/node-defined-field-redaction.strategy.js';
	const load = createRequire(path.join(directory, 'package.json'));
	load('reflect-metadata');
	const { NodeDefinedFieldRedactionStrategy: Redaction } = load(path.join(directory, file)) as {
		NodeDefinedFieldRedactionStrategy: new (logger: object, nodeTypes: object) => Strategy;
	};
	const nodeTypes = {
		getByNameAndVersion: (name: string) => ({ description: name === NODE ? description : {} }),
	};
	await new Redaction({ warn: () => {} }, nodeTypes).apply(execution, { memo: new Map() });
}
