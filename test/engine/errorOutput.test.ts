import { Container } from '@n8n/di';
import { parse, stringify } from 'flatted';
import { BinaryDataConfig } from 'n8n-core';
import type { IDataObject, INode, IRun, IRunExecutionData, ITaskDataConnectionsSource } from 'n8n-workflow';

import { byId } from '../harness/workflows/byId';
import { runGraph, runNode, type GraphOptions } from './engine';
import { AGAIN, LOOP, MERGE, NEXT, NODE, START, WAIT } from './nodeTypes';
import { processedValues } from './processedValues';
import { useService, withoutPauses } from './sandbox';

const service = useService();
withoutPauses();
let entriesBefore: number;
beforeEach(() => {
	processedValues.clear();
	entriesBefore = service.control.ledger().entries.length;
});

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

/** Parameters that award what the item says, and send each request once. */
const award = () => ({
	resource: 'member',
	operation: 'updateBalance',
	serviceId: byId('={{ $json.to }}'),
	currencyId: byId(service.ids.currencies.stars),
	amount: '={{ $json.amount }}',
	options: { retries: 0 },
});

/** Parameters that give one point to the person in the item of "Start" that the present item comes from. */
const consolation = () => ({
	resource: 'member',
	operation: 'transferBalance',
	serviceId: byId(service.ids.members.bonusPool),
	recipientId: byId("={{ $('Start').item.json.to }}"),
	currencyId: byId(service.ids.currencies.stars),
	amount: 1,
});

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
			Pay: { type: NODE, parameters: award(), onError: 'continueErrorOutput', ...settings },
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
	const entries = service.control.ledger().entries.slice(entriesBefore);
	return [ada, bruno, chen].map((member) =>
		entries.filter(({ to }) => to === member).map(({ amount }) => amount),
	);
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

	it.each([
		['beside its JSON', false],
		['where n8n copies the JSON because of it', true],
	])('%s', async (_where, hasFilesInJson) => {
		if (hasFilesInJson) config.mode = 'filesystem';
		const { items: applied, errorItems } = await runNode({
			credential: service.credential(),
			parameters: award(),
			input: [{ to: service.ids.members.ada, amount: 0 }],
			files: [Buffer.from('a file')],
			onError: 'continueErrorOutput',
			hasFilesInJson,
		});
		expect(applied).toEqual([]);
		expect(errorItems).toMatchObject([
			{
				json: { amount: 0, error: expect.any(String) as string, details: { outcome: 'notApplied' } },
				binary: { data: { data: Buffer.from('a file').toString('base64') } },
			},
		]);
	});
});
