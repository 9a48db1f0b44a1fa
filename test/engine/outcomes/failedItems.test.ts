import { Container } from '@n8n/di';
import { parse, stringify } from 'flatted';
import { BinaryDataConfig } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeParameters,
	IRun,
	IRunExecutionData,
	ITaskDataConnectionsSource,
} from 'n8n-workflow';

import type { RemoteOperation } from '../../../nodes/RewardsEngagement/declare/registry';
import { resources } from '../../../nodes/RewardsEngagement/resources/index';
import { registry } from '../../../nodes/RewardsEngagement/resources/registry';
import { byId } from '../../harness/workflows/nodes';
import { runGraph, runNode, type GraphOptions, type RunOptions } from '../engine';
import { AGAIN, LOOP, MERGE, NEXT, NODE, START, WAIT } from '../nodeTypes';
import { award, transferToAda, usePayouts } from '../payouts';
import { store } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

/** Ada's award is refused, Bruno's is applied, and that of Chen has an unknown outcome. */
function people(): IDataObject[] {
	const { ada, bruno, chen } = service.ids.members;
	const once = { operation: 'member.updateBalance', times: 1 };
	service.control.addFault({ ...once, kind: 'delay' });
	service.control.addFault({ ...once, kind: 'drop', when: 'before' });
	// "If" leads those to its first output who have another try.
	return [
		{ to: ada, amount: 0 },
		{ to: bruno, amount: 5, again: 1, isDaring: true },
		{ to: chen, amount: 5, again: 1, isDaring: true },
	];
}

/** Parameters that give one point to the person in the item of "Start" that the present item comes from. */
const consolation = () =>
	transferToAda(service, { recipientId: byId("={{ $('Start').item.json.to }}"), amount: 1 });

/**
 * Awards to each person. A paid person goes to "Thank", and a failed item to "Look".
 *
 * @param connections replace some
 * @param settings of "Pay"
 */
function graphOf(connections: GraphOptions['connections'] = {}, settings: Partial<INode> = {}): GraphOptions {
	return {
		credential: service.credential(),
		nodes: {
			Start: { type: START },
			If: { type: AGAIN },
			Merge: { type: MERGE },
			Loop: { type: LOOP },
			Pay: { type: NODE, parameters: award(service), onError: 'continueErrorOutput', ...settings },
			Thank: { type: NEXT },
			Look: { type: NEXT, onError: 'continueErrorOutput' },
			Wait: { type: WAIT },
			Console: { type: NODE, parameters: consolation() },
			End: { type: NEXT },
		},
		connections: { Start: [['Pay']], Pay: [['Thank'], ['Look']], Look: [['Console']], ...connections },
		input: people(),
	};
}

/** The JSON of the items of a node, of all its runs. */
function items({ data }: Pick<IRun, 'data'>, node: string, output = 0): IDataObject[] {
	const runs = data.resultData.runData[node] ?? [];
	return runs.flatMap((run) => run.data?.main?.[output] ?? []).map(({ json }) => json);
}

/** The amounts that Ada, Bruno and Chen got. */
function paid(): number[][] {
	const { ada, bruno, chen } = service.ids.members;
	return payouts.to(ada, bruno, chen);
}

/** Bruno's award is in "Thank", and the failures of Ada and Chen are in "Look", in any order. */
function expectRouted(run: Pick<IRun, 'data'>): void {
	const { ada, bruno, chen } = service.ids.members;
	const failure = (outcome: string) => ({
		error: expect.any(String) as string,
		details: expect.objectContaining({ outcome, advice: expect.any(String) as string }) as IDataObject,
	});
	expect(items(run, 'Thank')).toMatchObject([{ serviceId: bruno, amount: 5 }]);
	expect(items(run, 'Look')).toHaveLength(2);
	expect(items(run, 'Look')).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ to: ada, amount: 0, ...failure('notApplied') }),
			expect.objectContaining({ to: chen, amount: 5, ...failure('unknown') }),
		]),
	);
}

const BACK = { Pay: [['Thank', 'Loop'], ['Look']], Console: [['Loop']] };

it.each<[string, GraphOptions['connections'], Partial<INode>?]>([
	['straight', {}],
	['from both outputs of a node', { Start: [['If']], If: [['Pay'], ['Pay']] }],
	['after a Merge', { Start: [['If']], If: [['Merge'], ['Merge input 1']], Merge: [['Pay']] }],
	['in a loop', { Start: [['Loop']], Loop: [['End'], ['Pay']], ...BACK }],
	['with Retry On Fail', {}, { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 }],
])(
	'a failed item goes to the error output with its input, and is paired with it: %s',
	async (...[, connections, settings = {}]) => {
		const { run } = await runGraph(graphOf(connections, settings));
		expectRouted(run);
		expect(paid()).toEqual([[1], [5], [1]]);
		expect(run.status).toBe('success');
	},
);

it.each<[string, ITaskDataConnectionsSource | null]>([
	['another output', { main: [{ previousNode: 'Start', previousNodeOutput: 1, previousNodeRun: 0 }] }],
	['a run that was not', { main: [{ previousNode: 'Start', previousNodeOutput: 0, previousNodeRun: 7 }] }],
	['no node', { main: [null] }],
	['nothing at all', null],
])('a failed item goes to the error output where n8n names %s as its source', async (_what, source) => {
	const stop = new AbortController();
	let saved: IRunExecutionData | undefined;
	const graph = graphOf({ Look: [[]] });
	await runGraph({
		...graph,
		signal: stop.signal,
		progress: (data) => {
			if (!data.resultData.runData.Start) return;
			saved = data;
			stop.abort();
		},
	});
	expect(paid()).toEqual([[], [], []]);
	saved!.executionData!.nodeExecutionStack[0]!.source = source;
	const { run } = await runGraph({ ...graph, retryOf: { data: saved! } });
	expectRouted(run);
	expect(paid()).toEqual([[], [5], []]);
	expect(run.status).toBe('success');
});

it('an execution that n8n saves and loads again still finds the items behind the error output', async () => {
	const graph = graphOf({ Look: [['Wait']], Wait: [['Console']] });
	const waiting = await runGraph(graph);
	expect(paid()).toEqual([[], [5], []]);
	const loaded = parse(stringify(waiting.run.data)) as IRunExecutionData;
	const { run } = await runGraph({ ...graph, retryOf: { data: loaded } });
	expectRouted(run);
	expect(paid()).toEqual([[1], [5], [1]]);
});

it('a later node that passes a failed item on does not fail because of it', async () => {
	const { run, of } = await runGraph(graphOf());
	expect([items(run, 'Look').length, items(run, 'Look', 1)]).toEqual([2, []]);
	for (const [index, item] of of('Pay').errorItems.entries()) {
		const plain = { json: item.json, pairedItem: { item: index * 2 } };
		expect(Object.getOwnPropertyDescriptors(item)).toEqual(Object.getOwnPropertyDescriptors(plain));
	}
});

describe('a failed item keeps its file', () => {
	const config = Container.get(BinaryDataConfig);
	const { mode } = config;
	afterEach(() => void (config.mode = mode));

	it.each<[string, RunOptions['onError'], boolean]>([
		['beside its JSON', 'continueErrorOutput', false],
		['where n8n copies the JSON because of it', 'continueErrorOutput', true],
		['at the only output, where it has no field of its input', 'continueRegularOutput', false],
	])('%s, and nothing is added to one without', async (_where, onError, hasFilesInJson) => {
		if (hasFilesInJson) config.mode = 'filesystem';
		const to = service.ids.members.ada;
		const { items: given, errorItems } = await runNode({
			credential: service.credential(),
			parameters: award(service),
			input: [1, 2].map((order) => ({ to, order, amount: 0 })),
			files: [Buffer.from('a file')],
			onError,
			hasFilesInJson,
		});
		const isApart = onError === 'continueErrorOutput';
		expect([given.length, errorItems.length]).toEqual(isApart ? [0, 2] : [2, 0]);
		const [failed, other] = [...given, ...errorItems];
		expect(failed).toMatchObject({
			json: { error: expect.any(String) as string, details: { outcome: 'notApplied' } },
			binary: { data: { data: Buffer.from('a file').toString('base64') } },
			pairedItem: { item: 0 },
		});
		expect(failed?.json.order).toBe(isApart ? 1 : undefined);
		expect(other).not.toHaveProperty('binary');
	});
});

describe('the outcome of a failed item', () => {
	type Perform = NonNullable<RemoteOperation['perform']>;
	type Client = Parameters<Perform>[0]['client'];

	/** The declarations of the transfer. Tests plant a defect in it. */
	const place = { resource: 'member', name: 'transferBalance' };
	const declared = [resources.member.operations.transferBalance, registry.find(place)] as Array<{
		perform?: Perform;
	}>;
	const plant = (perform: Perform | undefined) => declared.forEach((one) => (one.perform = perform));

	afterEach(() => {
		plant(undefined);
		store.failure = undefined;
	});

	const transfer = (changes: INodeParameters = {}) => transferToAda(service, changes);
	/** Runs a transfer that fails. Returns what its item says. */
	async function failing(perform?: Perform, changes: INodeParameters = {}): Promise<IDataObject> {
		plant(perform);
		const { items, errorItems } = await runNode({
			credential: service.credential(),
			parameters: transfer(changes),
			onError: 'continueErrorOutput',
		});
		expect(items).toEqual([]);
		const { error, details } = errorItems[0]!.json as { error: string; details: IDataObject };
		return { error, ...details };
	}
	const paid = () => service.requests.filter(({ acted }) => acted).length;

	const requestOf = (resource: string, name: string, values: IDataObject) =>
		(registry.find({ resource, name }) as RemoteOperation).request(values);
	const readRealm = async (client: Client) =>
		await client.send(requestOf('realm', 'get', { realmId: service.realmId }));
	/** Throws what the node throws for a wrong parameter. */
	const refuse = () => requestOf('request', 'send', { method: 'GET', path: '/a', body: '1' });
	const fail = (operation: string, status: number) =>
		service.control.addFault({ operation, kind: 'status', status });

	const NOTHING_SENT = expect.stringMatching(/Nothing was sent\.$/) as string;

	const thrown: Array<[string, () => void]> = [
		['an error of the code', () => void (undefined as unknown as { x: { y: number } }).x.y],
		['a wrong parameter', () => void refuse()],
	];

	describe.each(thrown)('%s', (_what, fault) => {
		it('before anything is sent is not applied, and says that nothing was sent', async () => {
			const details = await failing(async () => {
				await Promise.resolve();
				fault();
				return [];
			});
			expect(details).toMatchObject({ outcome: 'notApplied', advice: NOTHING_SENT });
			expect(service.requests).toEqual([]);
		});

		it('after a read is not applied', async () => {
			const details = await failing(async ({ client }) => {
				await readRealm(client);
				fault();
				return [];
			});
			expect(details.outcome).toBe('notApplied');
			expect(details.advice).not.toEqual(NOTHING_SENT);
		});

		it('after a payment is unknown, and its key stays open', async () => {
			const pay: Perform = async ({ client, request }) => {
				await client.send(request);
				fault();
				return [];
			};
			const keyed = { repeatProtection: 'key', idempotencyKey: 'order 1' };
			expect(await failing(pay, keyed)).toMatchObject({
				error: expect.stringMatching(/^Outcome unknown: /) as string,
				outcome: 'unknown',
				advice: expect.stringMatching(/^(Look for a transfer|Check in the service)/) as string,
				idempotencyKey: expect.stringMatching(/^order 1@/) as string,
			});
			expect(await failing(undefined, keyed)).toMatchObject({ outcome: 'unknown' });
			expect(paid()).toBe(1);
		});

		it('after a refused payment is unknown, because only the refusal itself would say more', async () => {
			fail('member.transferBalance', 422);
			const details = await failing(async ({ client, request }) => {
				await client.send(request).catch(fault);
				return [];
			});
			expect(details.outcome).toBe('unknown');
		});
	});

	describe('a request that fails', () => {
		it.each<[string, string, (client: Client, payment: Parameters<Client['send']>[0]) => Promise<unknown>]>([
			['a read', 'realm.get', async (client) => await readRealm(client)],
			['a second payment', 'member.transferBalance', async (client, payment) => await client.send(payment)],
		])('after a payment leaves the item unknown, although the service refuses it: %s', async (...args) => {
			const [, operation, send] = args;
			const details = await failing(async ({ client, request }) => {
				await client.send(request);
				fail(operation, 422);
				await send(client, request);
				return [];
			});
			expect(details).toMatchObject({ outcome: 'unknown', status: 422 });
			expect(paid()).toBe(1);
		});
	});

	it("a failure of n8n's store after the payment fails no item, and the next run pays nothing", async () => {
		const keyed = { repeatProtection: 'key', idempotencyKey: 'order 1' };
		plant(async ({ client, request }) => {
			const { body } = await client.send(request);
			store.failure = new Error('database is locked');
			return [{ json: body as IDataObject }];
		});
		const { items } = await runNode({ credential: service.credential(), parameters: transfer(keyed) });
		expect(items).toHaveLength(1);
		store.failure = undefined;
		expect(await failing(undefined, keyed)).toMatchObject({ outcome: 'unknown' });
		expect(paid()).toBe(1);
	});
});
