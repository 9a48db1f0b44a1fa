// Every day, because its situations are rare. At once: test/engine/reported/meaninglessTexts.test.ts, test/engine/reported/aiTools.test.ts.
import { randomUUID } from 'node:crypto';

import { OPEN_TIMEOUT_MS, shareTestEnvironment, type TestEnvironment } from '../harness/environment';
import type { CredentialReference, DataTable, RunItem, Workflow } from '../harness/n8n/client';
import { waitFor } from '../harness/process/wait';
import { byId, chain, MANUAL_TRIGGER, nodesForItems, type NewNode } from '../harness/workflows/nodes';
import {
	awardTool,
	KEYS,
	publishMcpServer,
	type HeardItem,
	type McpServer,
} from '../harness/workflows/agents';
import { adminCredential } from '../harness/workflows/questBonus';

/** Situations that users reported, in a real n8n. */

const NAMES = ['ada', 'bruno', 'chen'];
const PAY = 'Pay';
const CALL = 'Call';
const [MARCH, APRIL] = ['2026-03-05T00:00:00.000Z', '2026-04-05T00:00:00.000Z'] as const;

const FROM_ISO = "DateTime.fromISO($json.joined).toFormat('yyyy-MM')";
const TO_DATE_TIME = "$json.joined.toDateTime().toFormat('yyyy-MM')";
const byMonth = (month: string) => `=bonus-{{ ${month} }}-{{ $json.username }}`;
const emptyPart = (code: string) => `Part of the key is empty for this item: {{ ${code} }}`;

let environment: TestEnvironment;
let credential: CredentialReference;
let table: DataTable;

beforeAll(async () => {
	environment = await shareTestEnvironment();
	const { client, service } = environment;
	credential = await adminCredential(client, service);
	table = await client.createDataTable({
		name: `Members ${randomUUID()}`,
		columns: [
			{ name: 'username', type: 'string' },
			{ name: 'joined', type: 'date' },
		],
		rows: NAMES.map((username) => ({ username, joined: MARCH })),
	});
}, OPEN_TIMEOUT_MS);

afterAll(async () => {
	try {
		if (table) await environment.client.deleteDataTable(table);
	} finally {
		await environment?.close();
	}
});

const manualTrigger: NewNode = {
	name: MANUAL_TRIGGER,
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
};

/** @param typeVersion 1 outputs dates as objects, and 1.1 as texts */
const rows = (typeVersion: number): NewNode => ({
	name: 'Rows',
	type: 'n8n-nodes-base.dataTable',
	typeVersion,
	parameters: { operation: 'get', dataTableId: byId(table.id), returnAll: true },
});

const pay = (idempotencyKey: string): NewNode => ({
	name: PAY,
	type: 'n8n-nodes-rewards-engagement.rewardsEngagement',
	typeVersion: 1,
	credentials: { rewardsEngagementApi: credential },
	onError: 'continueRegularOutput',
	parameters: {
		resource: 'member',
		operation: 'updateBalance',
		serviceId: { __rl: true, mode: 'username', value: '={{ $json.username }}' },
		currencyId: byId(environment.service.ids.currencies.stars),
		amount: 5,
		repeatProtection: 'key',
		idempotencyKey,
	},
});

const create = async (...nodes: NewNode[]) =>
	await environment.client.createWorkflow(chain('Reported', [manualTrigger, ...nodes]));

const payments = () =>
	environment.service.control.ledger().entries.filter(({ memo }) => memo.startsWith('Award')).length;

/** What each item says: that it paid, that it was skipped, or why it was refused. */
const outcomesOf = (items: RunItem[] | null | undefined) =>
	(items ?? []).map(
		({ json }) => json.error ?? (json.skipped ? 'skipped' : json.amount === 5 ? 'paid' : json),
	);

/** Runs a workflow. @returns the outcome of each item, and the number of payments in the ledger */
async function run(workflow: Workflow, node = PAY) {
	const before = payments();
	const { data } = await environment.client.runToEnd(workflow, MANUAL_TRIGGER);
	const { error, runData } = data.resultData;
	if (error) throw new Error(error.message);
	const outcomes = outcomesOf(runData[node]?.[0]?.data?.main[0]);
	return { outcomes, paid: payments() - before, runData };
}

const all = (outcome: unknown) => NAMES.map(() => outcome);

describe('a bonus per month for the rows of a data table', () => {
	it('pays nobody in any month when the key reads the date object as a text, but a step in the editor pays', async () => {
		const { client } = environment;
		const workflow = await create(rows(1), pay(byMonth(FROM_ISO)));
		for (const joined of [MARCH, APRIL]) {
			await client.updateDataTable(table, { joined });
			const { outcomes, paid, runData } = await run(workflow);
			expect(outcomes).toEqual(all(emptyPart(FROM_ISO)));
			expect(paid).toBe(0);
			// The editor keeps the date as a text, and a step there reads that text. So the same key works.
			if (joined === APRIL) {
				const step = await client.runStep(workflow, PAY, runData);
				expect(outcomesOf(step.data.resultData.runData[PAY]?.[0]?.data?.main[0])).toEqual(all('paid'));
			}
		}
	});

	it.each([
		['an object', 1, TO_DATE_TIME],
		['a text', 1.1, FROM_ISO],
	])('pays each member once per month with %s of Data Table %s and %s', async (_type, version, month) => {
		const workflow = await create(rows(version), pay(byMonth(month)));
		const outcomes: unknown[] = [];
		for (const joined of [MARCH, MARCH, APRIL]) {
			await environment.client.updateDataTable(table, { joined });
			outcomes.push(await run(workflow));
		}
		expect(outcomes).toMatchObject([
			{ outcomes: all('paid'), paid: 3 },
			{ outcomes: all('skipped'), paid: 0 },
			{ outcomes: all('paid'), paid: 3 },
		]);
	});
});

it('a key without the month skips everyone in the next month, and a hint says what it may lack', async () => {
	const workflow = await create(rows(1), pay('=bonus-{{ $json.username }}'));
	expect(await run(workflow)).toMatchObject({ outcomes: all('paid'), paid: 3 });
	const { outcomes, paid, runData } = await run(workflow);
	expect({ outcomes, paid }).toEqual({ outcomes: all('skipped'), paid: 0 });
	expect(runData[PAY]?.[0]?.hints).toMatchObject([
		{ message: expect.stringContaining('the key lacks what makes them different, such as the month') },
	]);
});

it('a month in another format pays nobody until the key names that format', async () => {
	const items = ['03/2026', '04/2026'].flatMap((joined) => NAMES.map((username) => ({ username, joined })));
	const wrong = await create(...nodesForItems('Rows', items), pay(byMonth(FROM_ISO)));
	expect(await run(wrong)).toMatchObject({ outcomes: items.map(() => emptyPart(FROM_ISO)), paid: 0 });
	const format = "DateTime.fromFormat($json.joined, 'MM/yyyy').toFormat('yyyy-MM')";
	const right = await create(...nodesForItems('Rows', items), pay(byMonth(format)));
	expect(await run(right)).toMatchObject({ outcomes: items.map(() => 'paid'), paid: 6 });
	expect(await run(right)).toMatchObject({ outcomes: items.map(() => 'skipped'), paid: 0 });
});

describe('a sub-workflow', () => {
	const passthrough = { called: { inputSource: 'passthrough' }, given: undefined };

	/** The trigger and the calling node, for fields that the trigger defines. */
	const defined = (type: string) => {
		const schema = ['username', 'joined'].map((name) => ({
			id: name,
			displayName: name,
			required: false,
			defaultMatch: false,
			display: true,
			canBeUsedToMatch: true,
			type: name === 'username' ? 'string' : type,
		}));
		return {
			called: {
				inputSource: 'workflowInputs',
				workflowInputs: {
					values: [
						{ name: 'username', type: 'string' },
						{ name: 'joined', type },
					],
				},
			},
			given: {
				mappingMode: 'defineBelow',
				value: { username: '={{ $json.username }}', joined: '={{ $json.joined }}' },
				matchingColumns: [],
				attemptToConvertTypes: true,
				convertFieldsToString: true,
				schema,
			},
		};
	};

	interface Calling {
		called: object;
		given?: object;
		mode?: 'once' | 'each';
	}

	/** @returns a workflow that calls one that pays by this key */
	const calling = async (input: NewNode[], key: string, { called, given, mode = 'once' }: Calling) => {
		const sub = await environment.client.createWorkflow(
			chain('Called', [
				{
					name: 'Called',
					type: 'n8n-nodes-base.executeWorkflowTrigger',
					typeVersion: 1.2,
					parameters: { ...called },
				},
				pay(key),
			]),
		);
		return await create(...input, {
			name: CALL,
			type: 'n8n-nodes-base.executeWorkflow',
			typeVersion: 1.4,
			parameters: {
				source: 'database',
				workflowId: byId(sub.id),
				...(given ? { workflowInputs: given } : {}),
				mode,
				options: {},
			},
		});
	};

	it.each([
		['takes over all data', passthrough],
		['defines it as a text', defined('string')],
	])('gets a date object that it cannot read as a text when it %s', async (_how, input) => {
		const workflow = await calling([rows(1)], byMonth(FROM_ISO), input);
		expect(await run(workflow, CALL)).toMatchObject({ outcomes: all(emptyPart(FROM_ISO)), paid: 0 });
	});

	it.each([
		['takes over all data', passthrough],
		['defines it as an object', defined('object')],
	])('pays each member once for a date object when it %s', async (_how, input) => {
		const workflow = await calling([rows(1)], byMonth(TO_DATE_TIME), input);
		expect(await run(workflow, CALL)).toMatchObject({ outcomes: all('paid'), paid: 3 });
		expect(await run(workflow, CALL)).toMatchObject({ outcomes: all('skipped'), paid: 0 });
	});

	const OF_EXECUTION = '=bonus {{ $execution.id }}';
	const shared = (count: number) =>
		expect.stringMatching(
			`^All ${count} items have the key "bonus \\d+", but they are different requests$`,
		) as unknown;

	it('has one execution for all items, so a key from its ID is refused for different items', async () => {
		const workflow = await calling([rows(1)], OF_EXECUTION, passthrough);
		const none = { outcomes: all(shared(3)), paid: 0 };
		expect([await run(workflow, CALL), await run(workflow, CALL)]).toMatchObject([none, none]);
		const equal = nodesForItems('Rows', [{ username: 'ada' }, { username: 'ada' }]);
		const twice = await calling(equal, OF_EXECUTION, passthrough);
		const { outcomes, paid, runData } = await run(twice, CALL);
		expect({ outcomes, paid }).toEqual({ outcomes: ['paid', 'skipped'], paid: 1 });
		expect(runData[CALL]?.[0]?.data?.main[0]?.[1]?.json).toMatchObject({
			reason: 'Not sent: another item of this execution already did this with the same key',
		});
	});

	it.each([
		['its own execution for each item', OF_EXECUTION, 'each' as const],
		['a key with the name too', `${OF_EXECUTION} {{ $json.username }}`, 'once' as const],
	])('pays every item with %s, and again when it is called again', async (_what, key, mode) => {
		const workflow = await calling([rows(1)], key, { ...passthrough, mode });
		const everyone = { outcomes: all('paid'), paid: 3 };
		expect([await run(workflow, CALL), await run(workflow, CALL)]).toMatchObject([everyone, everyone]);
	});
});

describe('an MCP server', () => {
	let server: McpServer;

	beforeAll(async () => {
		const tools = Object.entries(KEYS).map(([name, key]) =>
			awardTool(environment.service, credential, name, key),
		);
		server = await publishMcpServer(environment, tools);
	});

	const call = async (...calls: Array<[tool: keyof typeof KEYS, values: object]>) => {
		const before = payments();
		const heard = await server.call(calls.map(([tool, values]) => ({ tool, values })));
		return { heard: heard.flat(), paid: payments() - before };
	};

	it('refuses a key from the ID of the execution, which a call has not, and says so to the model', async () => {
		const refusal = {
			error: emptyPart('$execution.id'),
			details: { outcome: 'notApplied', advice: expect.stringContaining('Nothing was sent.') as string },
		};
		expect(await call(['ofExecution', { amount: 5 }], ['ofExecution', { amount: 7 }])).toEqual({
			heard: [refusal, refusal],
			paid: 0,
		});
		const executions = await waitFor('n8n to record both calls, after their ends', 60_000, async () => {
			const recorded = await environment.client.waitForExecutions(server.workflow.id);
			return recorded.length === 2 ? recorded : undefined;
		});
		const recorded = { mode: 'webhook', status: 'success' };
		expect(executions).toMatchObject([recorded, recorded]);
	});

	it('pays an order once when two models ask at the same time', async () => {
		const order: [keyof typeof KEYS, object] = ['ofOrder', { orderId: 'A-3', amount: 5 }];
		const before = payments();
		const heard = (await Promise.all([call(order), call(order)])).flatMap((one) => one.heard);
		// While the first request is under way, the other call cannot know its outcome.
		const isNotSent = ({ skipped, error }: HeardItem) =>
			skipped === true || error === 'Not sent: an earlier request with this key may have been applied';
		expect(heard).toHaveLength(2);
		expect(heard.filter(isNotSent)).toHaveLength(1);
		expect(payments() - before).toBe(1);
	});
});
