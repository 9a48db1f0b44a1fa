import { randomUUID } from 'node:crypto';

import type { Field } from '../../nodes/RewardsEngagement/fields/field';
import type { RemoteOperation } from '../../nodes/RewardsEngagement/declare/registry';
import { registry } from '../../nodes/RewardsEngagement/resources/registry';
import { topLevelOf, type ItemValues } from '../fixtures/operations';
import { scenarios } from '../fixtures/scenarios';
import type { CredentialReference, WorkflowNode } from '../harness/n8n/client';
import { adminCredential } from '../harness/workflows/questBonus';
import { byId } from '../harness/workflows/nodes';
import { startScriptedModel } from '../harness/http/scriptedModel';
import {
	agentWorkflow,
	askAgent,
	modelCredential,
	startedBy,
	type AgentRun,
} from '../harness/workflows/agents';
import { OPEN_TIMEOUT_MS, shareTestEnvironment, type TestEnvironment } from '../harness/environment';

const TOOL = 'n8n-nodes-rewards-engagement.rewardsEngagementTool';
const TRANSFER = 'member_transferBalance';
const SEARCH = 'member_search';
const NEWEST_AGENT = 3.1;
const OLDER_AGENT = 2.2;
/** n8n makes all tools of an agent again for each call, so the time grows with the square of their number. */
const TOOLS_OF_AN_AGENT = 16;

/** By the names that the model uses. Operations that delete the records of others come last. */
const tools = [...registry.remoteOperations]
	.sort((a, b) => Number(a.name === 'delete') - Number(b.name === 'delete'))
	.map((operation) => [`${operation.resource}_${operation.name}`, operation] as const);

let environment: TestEnvironment;
let credential: CredentialReference;
const values = new Map<string, ItemValues>();

beforeAll(async () => {
	environment = await shareTestEnvironment();
	credential = await adminCredential(environment.client, environment.service);
	for (const [name] of tools)
		values.set(name, scenarios[name.replace('_', '.')]?.(environment.service)[0] ?? {});
}, OPEN_TIMEOUT_MS);

afterAll(async () => await environment?.close());

/** Runs an agent whose model calls each of the tools once, in this order. */
async function runAgent(
	agentVersion: number,
	names: readonly string[],
	parameters: Record<string, unknown> = {},
): Promise<AgentRun> {
	const toolNodes = tools
		.filter(([name]) => names.includes(name))
		.map(([name, operation]) => toolNode(name, operation, parameters));
	const script = names.map((tool) => ({ tool, arguments: argumentsOf(tool) }));
	return await askAgent(environment, {
		agentVersion,
		tools: toolNodes,
		script: [...script, { say: 'Done.' }],
	});
}

describe('agents that have a tool for every operation', () => {
	const runs: AgentRun[] = [];
	const offered = () => runs.flatMap((run) => run.offered);
	const heard = () => runs.flatMap((run) => run.heard);

	beforeAll(async () => {
		const names = tools.map(([name]) => name);
		for (let start = 0; start < names.length; start += TOOLS_OF_AN_AGENT)
			runs.push(await runAgent(NEWEST_AGENT, names.slice(start, start + TOOLS_OF_AN_AGENT)));
	});

	it('use each of them, and send only documented requests', () => {
		for (const { execution } of runs) {
			expect(execution.data.resultData.error).toBeUndefined();
			expect(execution.status).toBe('success');
		}
		expect(heard()).toHaveLength(tools.length);
		expect(environment.service.contractViolations).toEqual([]);
	});

	it.each(tools)('get the purpose of %s and its required values', (name, operation) => {
		const tool = offered().find((one) => one.name === name);
		expect(tool?.description).toBe(`${operation.action} in Rewards and Engagement`);
		expect(Object.keys(tool?.parameters.properties ?? {}).sort()).toEqual(
			Object.keys(argumentsOf(name)).sort(),
		);
	});

	it.each(tools.map(([name], index) => [name, index] as const))('get the result of %s', (_name, index) => {
		const items = JSON.parse(heard()[index] ?? '') as object[];
		expect(items.length).toBeGreaterThan(0);
		for (const item of items) {
			expect(Object.keys(item)).not.toEqual([]);
			expect(item).not.toHaveProperty('details.outcome');
		}
	});
});

/** This covers n8n's conversion of a node to a tool, and both ways in which agents run one. */
describe.each([NEWEST_AGENT, OLDER_AGENT])('an agent of version %s that finds a member', (agentVersion) => {
	const found = async (settings?: Record<string, unknown>) => {
		const { heard } = await runAgent(agentVersion, [SEARCH], settings);
		return JSON.parse(heard[0] ?? '') as Array<Record<string, unknown>>;
	};
	const personal = ['email', 'credentials', 'notes', 'metadata', 'about'];

	it("gets no email, wallet or note, whatever the node's Simplify is set to", async () => {
		for (const settings of [{}, { simplify: false }]) {
			const [member] = await found(settings);
			expect(member).toMatchObject({ username: 'ada', id: expect.any(String) as unknown });
			expect(personal.filter((name) => name in member!)).toEqual([]);
		}
	});

	it('hears that nobody was found', async () => {
		const { control } = environment.service;
		const { id } = control.addFault({
			operation: 'member.search',
			kind: 'status',
			status: 200,
			body: { data: [] },
		});
		expect(await found().finally(() => control.clearFaults(id))).toEqual([{ found: 0 }]);
	});

	it('gets them when the user chose them', async () => {
		const [raw] = await found({ output: 'raw' });
		expect(raw).toMatchObject({
			email: expect.any(String) as unknown,
			credentials: expect.anything() as unknown,
		});
		const [chosen] = await found({ output: 'selectedFields', fields: ['email'] });
		expect(Object.keys(chosen!)).toEqual(['id', 'email']);
	});
});

/** Agents before version 3 run their tools in another way, where an error arrives as an empty text. */
it.each([NEWEST_AGENT, OLDER_AGENT])(
	'an agent of version %s learns that a transfer may have happened, and what not to do',
	async (agentVersion) => {
		const { service } = environment;
		const transfers = () =>
			service.requests.filter(({ operationId }) => operationId === 'member.transferBalance').length;
		const before = transfers();
		const { id } = service.control.addFault({
			operation: 'member.transferBalance',
			kind: 'status',
			status: 502,
			when: 'after',
		});
		const { heard } = await runAgent(agentVersion, [TRANSFER]).finally(() => service.control.clearFaults(id));
		expect(JSON.parse(heard[0] ?? '')).toEqual([
			{
				error: expect.stringMatching(/^Outcome unknown: /) as unknown,
				details: expect.objectContaining({
					outcome: 'unknown',
					advice: expect.stringContaining('to avoid a duplicate') as unknown,
				}) as unknown,
			},
		]);
		expect(heard[0]).not.toMatch(/try again/i);
		expect(transfers()).toBe(before + 1);
	},
);

/**
 * The keys of a tool's calls depend on how often the agent has run, and n8n runs the tools of these agents in two ways.
 */
describe.each([NEWEST_AGENT, OLDER_AGENT])(
	'an agent of version %s that fails after its tool paid',
	(agentVersion) => {
		const PACKAGE = 'n8n-nodes-rewards-engagement';
		const START = 'Start';
		const AMOUNT = 7;

		/** Starts an agent that wants to pay `calls` times, and fails `failures` times after that. */
		const failAndRetry = async (start: 'a webhook' | 'an event', calls: number, failures: number) => {
			const { client, service, n8n } = environment;
			const { bonusPool } = service.ids.members;
			const payee = service.control.joinMember(`agent-${randomUUID().slice(0, 8)}`).id;
			let left = failures;
			const reply = (messages: Array<{ role: string }>) => {
				if (messages.filter(({ role }) => role === 'tool').length < calls)
					return { tool: TRANSFER, arguments: {} };
				return left-- > 0 ? { refuse: 'The model is not available.' } : { say: 'Done.' };
			};
			const model = await startScriptedModel(Array(100).fill(reply) as Array<typeof reply>);
			try {
				const openAiApi = await modelCredential(client, model);
				const pay = {
					...node(TRANSFER, TOOL, 1, 0),
					credentials: { rewardsEngagementApi: credential },
					parameters: {
						resource: 'member',
						operation: 'transferBalance',
						serviceId: byId(bonusPool),
						recipientId: byId(payee),
						currencyId: byId(''),
						amount: AMOUNT,
					},
				};
				const input = agentWorkflow(agentVersion, openAiApi, [pay], calls + 2);
				const path = randomUUID();
				const started =
					start === 'a webhook'
						? {
								...node(START, 'n8n-nodes-base.webhook', 2, -2),
								parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
							}
						: {
								...node(START, `${PACKAGE}.rewardsEngagementTrigger`, 1, -2),
								credentials: { rewardsEngagementApi: credential },
								parameters: { events: ['quest.completed'] },
							};
				const workflow = await client.createWorkflow(startedBy({ ...started, webhookId: path }, input));
				await client.publish(workflow);
				if (start === 'a webhook') await fetch(`${n8n.url}/webhook/${path}`, { method: 'POST' });
				else {
					service.control.completeQuest(service.ids.quests.firstSteps, service.ids.members.ada);
					await service.control.settled();
				}
				const statuses: string[] = [];
				for (let attempt = 0; attempt <= failures; attempt++) {
					const [latest] = await client.waitForExecutions(workflow.id);
					statuses.push(latest!.status);
					if (attempt < failures) await client.retryExecution(latest!.id);
				}
				await client.unpublish(workflow.id);
				const payments = service.control.ledger().entries.filter(({ to }) => to === payee);
				return { statuses, amounts: payments.map(({ amount }) => amount), heard: model.heard };
			} finally {
				await model.stop();
			}
		};

		it.each(['a webhook', 'an event'] as const)(
			'pays once when %s started it and it is retried',
			async (start) => {
				const { statuses, amounts } = await failAndRetry(start, 1, 2);
				expect(statuses).toEqual(['error', 'error', 'success']);
				expect(amounts).toEqual([AMOUNT]);
			},
		);

		it('makes two equal payments once each, when it is retried', async () => {
			const { statuses, amounts } = await failAndRetry('a webhook', 2, 1);
			expect(statuses).toEqual(['error', 'success']);
			expect(amounts).toEqual([AMOUNT, AMOUNT]);
		});
	},
);

function node(name: string, type: string, typeVersion: number, column: number): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion, position: [column * 200, 0], parameters: {} };
}

/** A tool that leaves every value to the model, as the button beside a parameter sets it. */
function toolNode(name: string, operation: RemoteOperation, settings: Record<string, unknown>): WorkflowNode {
	const fields = topLevelOf(operation);
	const parameters = Object.entries(values.get(name) ?? {}).map(([parameter, given]) => {
		const field = fields[parameter];
		if (!field) return [parameter, given];
		const value = leftToTheModel(field);
		return [parameter, field.property.type === 'resourceLocator' ? { __rl: true, mode: 'id', value } : value];
	});
	return {
		...node(name, TOOL, 1, 0),
		credentials: { rewardsEngagementApi: credential },
		parameters: {
			resource: operation.resource,
			operation: operation.name,
			...(Object.fromEntries(parameters) as Record<string, unknown>),
			...settings,
		},
	};
}

function leftToTheModel(field: Field<unknown>): string {
	const type = String(field.property.type);
	const kind = ['number', 'boolean', 'json'].includes(type) ? type : 'string';
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${nameForModel(field)}', \`\`, '${kind}') }}`;
}

function nameForModel({ property }: Field<unknown>): string {
	return property.displayName.replace(/[^\w-]/g, '_');
}

/** The model's values. A list or JSON is text where the tool asks for text. */
function argumentsOf(tool: string): Record<string, unknown> {
	const [, operation] = tools.find(([name]) => name === tool)!;
	const fields = topLevelOf(operation);
	const entries = Object.entries(values.get(tool) ?? {}).flatMap(([parameter, value]) => {
		const field = fields[parameter];
		if (!field) return [];
		return [[nameForModel(field), field.property.type === 'json' ? value : inWords(value)]];
	});
	return Object.fromEntries(entries) as Record<string, unknown>;
}

function inWords(value: unknown): unknown {
	if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.join(', ');
	return typeof value === 'object' ? JSON.stringify(value) : value;
}
