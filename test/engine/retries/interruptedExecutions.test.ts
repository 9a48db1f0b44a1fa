import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { until } from '../../harness/process/wait';
import { byId } from '../../harness/workflows/nodes';
import type { GraphOptions } from '../engine';
import { amended } from '../executionData';
import { CODE, LOOP, NODE, SPLIT, START, TRIGGER } from '../nodeTypes';
import { award, usePayouts } from '../payouts';
import { Processes, type Attempt, type Ended } from '../processes';
import { useService, withoutPauses } from '../sandbox';

/** Retries of executions that were stopped, killed or crashed. Each item has its own amount, which tells it apart. */

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

/** The run of a list has two windows of keys, and a rest. Its 27th request is held up, and the second one of a loop. */
const COUNT = { list: 53, loop: 4 };
const PAID = { list: 26, loop: 1 };

type Shape = keyof typeof COUNT;
type Interruption = 'stopped' | 'killed';

/** How many items in a row have a report. An item is `kept` if the first attempt reported it, and n8n saved that. */
type Reports = Array<[number, 'sent' | 'skipped' | 'unknown' | 'kept']>;

const amounts = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

function graphOf(shape: Shape, onError: INode['onError'] = 'continueErrorOutput'): GraphOptions {
	return {
		credential: service.credential(),
		nodes: {
			Start: { type: START },
			Loop: { type: LOOP },
			Pay: { type: NODE, parameters: award(service), onError },
		},
		connections:
			shape === 'list'
				? { Start: [['Pay']] }
				: { Start: [['Loop']], Loop: [[], ['Pay']], Pay: [['Loop'], ['Loop']] },
		input: amounts(COUNT[shape]).map((amount) => ({ to: service.ids.members.ada, amount })),
	};
}

const paid = () => payouts.to(service.ids.members.ada)[0]!;

/** The service answers this many requests. It acts on the next one, and never answers it. */
function holdUpAfter(answered: number): () => Promise<void> {
	const operation = 'member.updateBalance';
	service.control.addFault({ operation, kind: 'delay', times: answered });
	service.control.addFault({ operation, kind: 'timeout', when: 'after', times: 1 });
	return async () => {
		await until('the request without an answer', () => {
			return payouts.to(...Object.values(service.ids.members)).flat().length > answered;
		});
	};
}

/** What the node told about each item, in order. */
const toldBy = ({ run }: Ended, node = 'Pay'): IDataObject[] =>
	(run.data.resultData.runData[node] ?? []).flatMap(({ data }) => {
		const all = (data?.main ?? []).flatMap((output) => output ?? []);
		const items = all.filter(({ json }) => json.isArtificialRecoveredEventItem !== true);
		const indexOf = ({ pairedItem }: (typeof items)[number]) => (pairedItem as { item: number }).item;
		return items.sort((one, other) => indexOf(one) - indexOf(other)).map(({ json }) => json);
	});

interface Details {
	outcome?: 'unknown';
	idempotencyKey?: string;
}
const detailsOf = ({ details = {} }: IDataObject) => details as Details;

function reportsOf(ended: Ended, saved?: Attempt['saves'][number], node = 'Pay'): Reports {
	const kept = saved?.resultData.runData.Pay?.filter(({ error }) => !error).length ?? 0;
	const reports: Reports = [];
	for (const [index, json] of toldBy(ended, node).entries()) {
		const own = detailsOf(json).outcome ?? (json.skipped === true ? 'skipped' : 'sent');
		const report = index < kept ? 'kept' : own;
		const last = reports.at(-1);
		if (last?.[1] === report) last[0]++;
		else reports.push([1, report]);
	}
	return reports;
}

/** The keys of items of unknown outcome, by the amount of the item. Each has its own, of the first attempt. */
function openKeysIn(ended: Ended): Map<number, string> {
	const open = toldBy(ended).filter((json) => detailsOf(json).outcome === 'unknown');
	const keys = open.map((json) => detailsOf(json).idempotencyKey ?? '');
	expect(keys.filter((key) => !/^execution 1 [0-9a-f]+@[0-9a-f]{12}$/.test(key))).toEqual([]);
	expect(new Set(keys).size).toBe(keys.length);
	return new Map(open.map(({ amount }, index) => [amount as number, keys[index]!]));
}

/** A person looks at the service, and settles these keys. */
async function settle(n8n: Processes, graph: GraphOptions, keys: Map<number, string>): Promise<void> {
	const settleSome = async (operation: string, isPaid: boolean) => {
		const some = [...keys].filter(([amount]) => paid().includes(amount) === isPaid);
		const idempotencyKey = '={{ $json.key }}';
		const parameters: INodeParameters = { resource: 'idempotencyKey', operation, idempotencyKey };
		const { of } = await n8n.started({
			...graph,
			nodes: { ...graph.nodes, Settle: { type: NODE, parameters } },
			connections: { Start: [['Settle']] },
			input: some.map(([, key]) => ({ key })),
		});
		expect(of('Settle').items.map(({ json }) => json.status)).toEqual(some.map(() => 'pending'));
	};
	await settleSome('confirm', true);
	await settleSome('release', false);
}

const STOPPED: Reports = [
	[26, 'skipped'],
	[1, 'unknown'],
	[26, 'sent'],
];
/** The outcomes of a window of keys are recorded together. */
const KILLED: Reports = [
	[25, 'skipped'],
	[25, 'unknown'],
	[3, 'sent'],
];
const inLoop = (first: 'skipped' | 'kept'): Reports => [
	[1, first],
	[1, 'unknown'],
	[2, 'sent'],
];

const CASES: Array<[Interruption, Shape, 'only the start' | 'its progress', Reports]> = [
	['stopped', 'list', 'only the start', STOPPED],
	['stopped', 'list', 'its progress', STOPPED],
	['stopped', 'loop', 'only the start', inLoop('skipped')],
	['stopped', 'loop', 'its progress', inLoop('kept')],
	['killed', 'list', 'only the start', KILLED],
	['killed', 'list', 'its progress', KILLED],
	['killed', 'loop', 'only the start', inLoop('skipped')],
	['killed', 'loop', 'its progress', inLoop('kept')],
];

it.each(CASES)(
	'a retry of a %s %s, of which n8n saved %s, skips what was paid, reports what was under way, and sends the rest',
	async (how, shape, save, expected) => {
		const graph = graphOf(shape);
		const n8n = new Processes(`${how} ${shape} ${save}`);
		const first: Attempt & Partial<Ended> = await n8n[how](graph, holdUpAfter(PAID[shape]));
		expect(first.run?.status).toBe(how === 'stopped' ? 'canceled' : undefined);
		const saved = first.saves.at(save === 'only the start' ? 0 : -1)!;
		const retry = await n8n.retried(graph, first, saved);
		expect(reportsOf(retry, saved)).toEqual(expected);
		const [, , [sent]] = expected as [unknown, unknown, Reports[number]];
		const all = amounts(COUNT[shape]);
		expect(paid()).toEqual(all.filter((amount) => amount <= PAID[shape] + 1 || amount > all.length - sent));

		await settle(n8n, graph, openKeysIn(retry));
		await n8n.retried(graph, first, saved);
		expect(paid().sort((one, other) => one - other)).toEqual(all);
	},
);

const CONFIRMED: Record<Shape, Reports> = {
	list: [
		[27, 'skipped'],
		[26, 'sent'],
	],
	loop: [
		[1, 'kept'],
		[1, 'skipped'],
		[2, 'sent'],
	],
};

it.each([
	['stopped', 'list', 'start'],
	['stopped', 'list', 'end'],
	['stopped', 'loop', 'start'],
	['stopped', 'loop', 'end'],
	['killed', 'loop', 'start'],
] as const)(
	'by default a retry of a %s %s, of which n8n saved the %s, stops at the item under way, and its retry goes on from there',
	async (how, shape, save) => {
		const graph = graphOf(shape, 'stopWorkflow');
		const n8n = new Processes(`by default ${how} ${shape} ${save}`);
		const first: Attempt & Partial<Ended> = await n8n[how](graph, holdUpAfter(PAID[shape]));
		const saved = save === 'end' ? first.run!.data : first.saves[0];
		const sent = paid();
		const second = await n8n.retried(graph, first, saved);
		const third = await n8n.retried(graph, second);
		const errors = [second, third].map(({ run }) => run.data.resultData.error!);
		const isOpen = 'Not sent: an earlier request with this key may have been applied';
		expect(errors.map(({ message }) => message)).toEqual([isOpen, isOpen]);
		expect(paid()).toEqual(sent);

		const [key, ...others] = new Set(
			errors.map(({ description }) => /Its key is "(.+)"/.exec(description!)?.[1]),
		);
		expect(others).toEqual([]);
		await settle(n8n, graph, new Map([[PAID[shape] + 1, key!]]));
		const fourth = await n8n.retried(graph, third);
		expect(reportsOf(fourth, third.run.data)).toEqual(CONFIRMED[shape]);
		expect(paid()).toEqual(amounts(COUNT[shape]));
	},
);

it('a retry after a node before was removed skips what was paid, although its place among the items differs', async () => {
	const graph = graphOf('list');
	graph.nodes.Code = { type: CODE };
	graph.input![0]!.isLeftOut = true;
	const n8n = new Processes('changed workflow');
	const withCode = { ...graph, connections: { Start: [['Code']], Code: [['Pay']] } };
	const first = await n8n.stopped(withCode, holdUpAfter(PAID.list));
	const retry = await n8n.retried(graph, first);
	expect(reportsOf(retry)).toEqual([
		[1, 'sent'],
		[26, 'skipped'],
		[1, 'unknown'],
		[25, 'sent'],
	]);
	expect(openKeysIn(retry).size).toBe(1);
	expect(paid().sort((one, other) => one - other)).toEqual(amounts(COUNT.list));
});

describe.each([
	['an event', TRIGGER],
	['no event', START],
])('a retry of a crashed execution with artificial items and %s', (_what, start) => {
	const crashed = (): GraphOptions => {
		const bonus = { serviceId: byId(service.ids.members.bruno), amount: 9 };
		const list = amounts(3).map((amount) => ({
			to: service.ids.members.ada,
			amount,
			isLeftOut: amount === 3,
		}));
		return {
			credential: service.credential(),
			nodes: {
				Start: { type: start },
				Split: { type: SPLIT },
				Code: { type: CODE },
				Pay: { type: NODE, parameters: award(service), onError: 'continueErrorOutput' },
				Bonus: { type: NODE, parameters: award(service, bonus), onError: 'continueErrorOutput' },
			},
			connections: { Start: [['Split']], Split: [['Code']], Code: [['Pay']], Pay: [['Bonus']] },
			input: [{ eventId: 'e1', type: 'quest.completed', list }],
		};
	};
	const retryOf = async (n8n: Processes, { id, saves }: Attempt, started: string[]) => {
		const saved = amended(saves[0]!, started, {
			started: new Set(started),
			ended: new Set(started.slice(0, -1)),
		});
		return await n8n.retried(crashed(), { id, saves }, saved);
	};

	it('reports the items of the node that was running', async () => {
		const n8n = new Processes(`crashed in Pay ${start}`);
		const killed = await n8n.killed(crashed(), holdUpAfter(1));
		const retry = await retryOf(n8n, killed, ['Start', 'Split', 'Code', 'Pay']);
		expect(reportsOf(retry)).toEqual([[2, 'unknown']]);
		expect(paid()).toEqual([1, 2]);
	});

	it('skips the items of the node before it', async () => {
		const n8n = new Processes(`crashed in Bonus ${start}`);
		const killed = await n8n.killed(crashed(), holdUpAfter(3));
		const retry = await retryOf(n8n, killed, ['Start', 'Split', 'Code', 'Pay', 'Bonus']);
		expect(reportsOf(retry)).toEqual([[2, 'skipped']]);
		expect(reportsOf(retry, undefined, 'Bonus')).toEqual([[2, 'unknown']]);
		expect(payouts.to(service.ids.members.ada, service.ids.members.bruno)).toEqual([
			[1, 2],
			[9, 9],
		]);
	});
});
