import { ExecuteContext } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type IRunExecutionData,
} from 'n8n-workflow';

import { startReceiver, type Receiver } from '../../harness/http/receiver';
import { byId } from '../../harness/workflows/nodes';
import {
	additionalData,
	credentialReference,
	nodeOf,
	runGraph,
	workflowOf,
	type GraphOptions,
} from '../engine';
import { AGENT, nodeTypes, START, TOOL, TRIGGER } from '../nodeTypes';
import { award, usePayouts } from '../payouts';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const MEMBER = '1a'.repeat(12);

let receiver: Receiver;
beforeAll(async () => {
	receiver = await startReceiver(() => ({
		body: { id: 'x', serviceId: MEMBER, balance: receiver.received.length },
	}));
});
afterAll(async () => await receiver.stop());
let execution: IRunExecutionData;
beforeEach(() => {
	processedValues.clear();
	receiver.received.length = 0;
	execution = createRunExecutionData();
});

/**
 * One call of the tool in the execution. n8n may give several calls of an agent the same run index.
 *
 * @param json the item that expressions read
 * @param given the item that the tool gets
 */
async function call(
	changes: INodeParameters = {},
	json: IDataObject = {},
	given: IDataObject = json,
): Promise<IDataObject> {
	const parameters: INodeParameters = {
		resource: 'member',
		operation: 'updateBalance',
		serviceId: byId(MEMBER),
		currencyId: byId(''),
		amount: 5,
		...changes,
	};
	const node = { ...nodeOf('Tool', TOOL, parameters), credentials: credentialReference() };
	const items = [{ json }];
	const input = { main: [[{ json: given }]] };
	const credential = { baseUrl: receiver.url, apiKey: 'key', realmId: 'a'.repeat(24) };
	const context = new ExecuteContext(
		workflowOf({ nodes: [node] }),
		node,
		additionalData(credential, 'trigger'),
		'trigger',
		execution,
		0,
		items,
		input,
		{ node, data: input, source: null },
		[],
		new AbortController().signal,
	);
	const output = await nodeTypes.getByNameAndVersion(TOOL).execute!.call(context);
	return (output as INodeExecutionData[][])[0]![0]!.json;
}

it('evaluates the expressions of a tool as n8n does, with the item of another node', async () => {
	await call({ amount: '={{ $json.points }}' }, { points: 5 }, { points: 7 });
	expect(receiver.received.map(({ body }) => body.toString())).toEqual(['{"amount":5}']);
});

const balances = (results: IDataObject[]) => results.map(({ balance }) => balance).sort();

describe('equal awards that an agent makes in one execution', () => {
	it('are all made, one after another', async () => {
		expect(balances([await call(), await call(), await call()])).toEqual([1, 2, 3]);
	});

	it('are all made at the same time', async () => {
		expect(balances(await Promise.all([call(), call(), call()]))).toEqual([1, 2, 3]);
	});

	it('are one with a key of the user', async () => {
		const key = { repeatProtection: 'key', idempotencyKey: 'order 17' };
		expect(await call(key)).toMatchObject({ balance: 1 });
		expect(await call(key)).toMatchObject({ skipped: true });
		expect(receiver.received).toHaveLength(1);
	});

	it('count together for the highest total', async () => {
		const limit = { options: { maximumTotal: 12 } };
		expect(balances([await call(limit), await call(limit)])).toEqual([1, 2]);
		expect(await call(limit)).toMatchObject({
			error: expect.stringMatching(/^Not sent: a total of 15 of the default currency is above/) as unknown,
			details: { outcome: 'notApplied' },
		});
		expect(receiver.received).toHaveLength(2);
	});
});

it.each([
	['Resource', 'resource', 'member'],
	['Operation', 'operation', 'updateMetadata'],
])('%s is chosen by no model, because another one leaves the limits behind', async (name, choice, value) => {
	const limits = { options: { dryRun: true, maximumAmount: 1 } };
	const given = { metadata: '{ "tier": "gold" }', operation: 'updateMetadata', ...limits };
	expect(
		await call({ ...given, [choice]: `={{ $fromAI('${choice}') }}` }, { [choice]: value }),
	).toMatchObject({
		error: `"${name}" is an expression that an AI model could set`,
		details: { outcome: 'notApplied' },
	});
	expect(receiver.received).toEqual([]);
});

describe('a model', () => {
	const sent = () => receiver.received.map(({ body }) => JSON.parse(body.toString()) as unknown);
	const rows = (...keyvalue: INodeParameters[]) => ({ metadataFields: { keyvalue } });
	const update = (metadata: INodeParameters) => ({ operation: 'updateMetadata', ...metadata });

	it('gives values of metadata, which keep their types, and names', async () => {
		const metadata = rows(
			{ name: 'zip', value: "={{ $fromAI('zip', '', 'string') }}" },
			{ name: 'level', value: "={{ $fromAI('level', '', 'number') }}" },
			{ name: "={{ $fromAI('name') }}", value: 'x' },
		);
		await call(update(metadata), { zip: '007', level: 7, name: '__proto__' });
		expect(sent()).toEqual([{ metadata: JSON.parse('{"zip":"007","level":7,"__proto__":"x"}') as unknown }]);
	});

	it('repeats no name, and replaces no value of the JSON', async () => {
		const name = { name: "={{ $fromAI('name') }}", value: 'x' };
		expect(await call(update(rows({ name: 'tier', value: 'gold' }, name)), { name: 'tier' })).toMatchObject({
			error: '"Metadata" contains two rows with the name "tier"',
			details: { outcome: 'notApplied' },
		});
		const both = { ...rows(name), metadata: '{ "tier": "gold" }' };
		expect(await call(update(both), { name: 'tier' })).toMatchObject({
			error: '"Metadata" and "Metadata (JSON)" both have the name "tier"',
			details: { outcome: 'notApplied' },
		});
		expect(receiver.received).toEqual([]);
	});

	it('gives a type and a provider, as text or by name', async () => {
		const quest = { resource: 'quest', operation: 'create', name: 'Walk' };
		const type = "={{ $fromAI('type') }}";
		await call({ ...quest, additionalFields: { type } }, { type: 'DAILY' });
		const byName = { __rl: true, mode: 'name', value: type };
		await call({ ...quest, additionalFields: { type: byName } }, { type: 'DAILY' });
		const social = { resource: 'memberCredential', operation: 'createSocial', providerId: 'c-1' };
		await call(
			{ ...social, provider: { ...byName, value: "={{ $fromAI('provider') }}" } },
			{ provider: 'shop' },
		);
		expect(sent()).toEqual([
			{ name: 'Walk', type: 'DAILY' },
			{ name: 'Walk', type: 'DAILY' },
			{ provider: 'shop', providerId: 'c-1' },
		]);
	});
});

describe('an agent that failed after its tool had paid', () => {
	const service = useService();
	withoutPauses();
	const payouts = usePayouts(service);

	/** The agent calls its tool once for each message. @param failsAfter how many calls, or -1 for no failure */
	const graph = (start: string, protection: INodeParameters, failsAfter: number): GraphOptions => ({
		credential: service.credential(),
		nodes: {
			Start: { type: start },
			Agent: { type: AGENT, parameters: { failsAfter } },
			Tool: {
				type: TOOL,
				parameters: award(service, { serviceId: byId(service.ids.members.ada), ...protection }),
				credentials: credentialReference(),
			},
		},
		connections: { Start: [['Agent']] },
		tools: { Tool: 'Agent' },
		input: [{ eventId: 'e1', type: 'quest.completed', messageId: 'm1' }],
	});
	const paid = () => payouts.to(service.ids.members.ada)[0];
	const byMessage = {
		repeatProtection: 'key',
		idempotencyKey: "=chat {{ $('Start').first().json.messageId }}",
	};

	const origins: Array<[string, string, INodeParameters]> = [
		['without an event', START, {}],
		['with an event', TRIGGER, {}],
		['with the key of the message', START, byMessage],
	];
	const cases = origins.flatMap(([what, ...how]) => [
		[what, 'what the attempt did', true, ...how] as const,
		[what, 'only its start', false, ...how] as const,
	]);

	it.each(cases)(
		'does not pay again in a retry, %s, if n8n saved %s',
		async (_what, _saved, isSaved, start, protection) => {
			const { run } = await runGraph({ ...graph(start, protection, 1), mode: 'trigger', executionId: '1' });
			expect(run.data.resultData.error?.message).toBe('The model is away');
			expect(paid()).toEqual([5]);

			const retry = {
				mode: 'retry',
				executionId: '2',
				retryOfId: '1',
				...(isSaved && { retryOf: run }),
			} as const;
			const { of } = await runGraph({ ...graph(start, protection, -1), ...retry });
			expect(of('Agent').items.map(({ json }) => json.skipped)).toEqual([true]);
			expect(paid()).toEqual([5]);
		},
	);

	it('makes in a retry only the equal calls that it had not made', async () => {
		const calls = { input: [{}, {}, {}] };
		const { run } = await runGraph({ ...graph(START, {}, 2), ...calls, mode: 'trigger', executionId: '1' });
		expect(paid()).toEqual([5, 5]);

		const retry = { mode: 'retry', executionId: '2', retryOf: run, retryOfId: '1' } as const;
		const { of } = await runGraph({ ...graph(START, {}, -1), ...calls, ...retry });
		expect(of('Agent').items.map(({ json }) => json.skipped ?? false)).toEqual([true, true, false]);
		expect(paid()).toEqual([5, 5, 5]);
	});

	it('pays for another message, whose key differs', async () => {
		await runGraph({ ...graph(START, byMessage, 1), mode: 'trigger', executionId: '1' });
		const another = { ...graph(START, byMessage, -1), input: [{ messageId: 'm2' }] };
		const { run } = await runGraph({ ...another, mode: 'trigger', executionId: '2' });
		expect(run.status).toBe('success');
		expect(paid()).toEqual([5, 5]);
	});
});
