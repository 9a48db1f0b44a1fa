import {
	sleep,
	type IExecuteFunctions,
	type INode,
	type INodeParameters,
	type IRun,
	type IWorkflowSettings,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { RewardsEngagement } from '../../../nodes/RewardsEngagement/RewardsEngagement.node';
import { useSteadyClock } from '../../harness/clock';
import { until } from '../../harness/process/wait';
import { credentialReference, runGraph, type GraphOptions, type NodeRun } from '../engine';
import { CHAT_TRIGGER, FORM, LOOP, NEXT, NODE, START, TOOL, TRIGGER, WEBHOOK } from '../nodeTypes';
import { useService } from '../sandbox';
import { watchedNode } from '../changedNode';

/** Long waits for exports, in which n8n pauses the execution. Each run of the engine is a process of n8n. */

useSteadyClock();
const service = useService();
afterEach(() => jest.restoreAllMocks());

const MINUTE = 60_000;
/** The node looks at growing gaps, so that the first minute ends up to this much later. */
const GAP = 20_000;
const jobs = () => service.ids.exports;
const WAIT: INodeParameters = {
	resource: 'export',
	operation: 'waitForCompletion',
	jobId: '={{ $json.jobId }}',
	simplify: false,
};

/** A workflow that waits for these jobs, one per item. */
function graphOf(
	jobIds: string[],
	node: Partial<INode> = {},
	more: Partial<GraphOptions> = {},
): GraphOptions {
	return {
		credential: service.credential(),
		input: jobIds.map((jobId) => ({ jobId })),
		nodes: {
			Start: { type: START },
			Wait: { type: NODE, parameters: WAIT, ...node },
			Next: { type: NEXT },
			'On Error': { type: NEXT },
		},
		connections: { Start: [['Wait']], Wait: [['Next'], ['On Error']] },
		mode: 'trigger',
		executionId: '7',
		settings: { executionOrder: 'v1' },
		...more,
	};
}

const atMost = (maxWaitMinutes: number): Partial<INode> => ({
	parameters: { ...WAIT, additionalFields: { maxWaitMinutes } },
});
const run = async (graph: GraphOptions) => await runGraph(graph);
/** Continues the execution at the end of its pause, in another process. */
const resume = async (graph: GraphOptions, waiting: IRun) => {
	jest.setSystemTime(pauseOf(waiting).end);
	return await run({ ...graph, resumes: waiting });
};
/** The pause of an execution, in milliseconds. */
function pauseOf({ waitTill, stoppedAt }: IRun): { end: number; length: number } {
	if (!waitTill) throw new Error('The execution does not wait');
	return { end: waitTill.getTime(), length: waitTill.getTime() - stoppedAt!.getTime() };
}
/** The service gives such a job from now on, or at the next requests. */
const answer = (job: object, times?: number) =>
	service.control.addFault({ operation: 'export.get', kind: 'status', status: 200, body: job, times });
const finish = () => {
	answer({ jobId: jobs().stalled, status: 'completed', completedAt: '2026-01-01', expiresAt: '2999-01-01' });
};
/** The jobs that were asked for since this was forgotten. */
const asked = () => service.requests.slice(forgotten).map(({ path }) => path.split('/').at(-1));
let forgotten = 0;
const forget = () => (forgotten = service.requests.length);
beforeEach(() => (forgotten = 0));
const runsOf = ({ data }: IRun, node: string) => data.resultData.runData[node] ?? [];
const jobsAt = (ended: IRun, node: string, output = 0) =>
	runsOf(ended, node).map(({ data }) => (data?.main?.[output] ?? []).map(({ json }) => json.jobId));
const errorOf = ({ data }: IRun) => data.resultData.error?.message;
const near = (value: number, wanted: number) => {
	expect(value).toBeGreaterThan(wanted - 3_000);
	expect(value).toBeLessThan(wanted + 3_000);
};

describe('a wait that takes longer than a minute', () => {
	it('holds its process for the first minute, and then pauses the execution for a minute', async () => {
		const began = Date.now();
		const { run: waiting } = await run(graphOf([jobs().stalled]));
		expect(waiting.status).toBe('waiting');
		expect(waiting.stoppedAt!.getTime() - began).toBeGreaterThanOrEqual(MINUTE);
		expect(waiting.stoppedAt!.getTime() - began).toBeLessThan(MINUTE + GAP);
		near(pauseOf(waiting).length, MINUTE);
		expect(runsOf(waiting, 'Next')).toEqual([]);
	});

	it('looks once after each pause, and the next pause is a third of the time so far, up to 5 minutes', async () => {
		const graph = graphOf([jobs().stalled]);
		const began = Date.now();
		let { run: waiting } = await run(graph);
		for (let pauses = 0; pauses < 9; pauses++) {
			forget();
			({ run: waiting } = await resume(graph, waiting));
			expect(asked()).toHaveLength(1);
			const waited = waiting.stoppedAt!.getTime() - began;
			near(pauseOf(waiting).length, Math.min(Math.max(MINUTE, waited / 3), 5 * MINUTE));
		}
		near(pauseOf(waiting).length, 5 * MINUTE);
	});

	it('gives the job to the next node, once, as from a single run of the node', async () => {
		const graph = graphOf([jobs().stalled]);
		const { run: first } = await run(graph);
		const { run: second } = await resume(graph, first);
		finish();
		const { run: ended, of } = await resume(graph, second);
		expect(ended.finished).toBe(true);
		expect(of('Wait').items).toMatchObject([{ json: { jobId: jobs().stalled }, pairedItem: { item: 0 } }]);
		expect(jobsAt(ended, 'Wait')).toEqual([[jobs().stalled]]);
		expect(jobsAt(ended, 'Next')).toEqual([[jobs().stalled]]);
		expect(runsOf(ended, 'Start')).toHaveLength(1);
	});

	it('passes no item on for a pause, even if the node always has to give one', async () => {
		const graph = graphOf([jobs().stalled], { alwaysOutputData: true });
		const { run: waiting } = await run(graph);
		finish();
		const { run: ended } = await resume(graph, waiting);
		expect(jobsAt(ended, 'Wait')).toEqual([[jobs().stalled]]);
		expect(jobsAt(ended, 'Next')).toEqual([[jobs().stalled]]);
	});

	it('counts the maximum wait from its start, and never pauses beyond it', async () => {
		const graph = graphOf([jobs().stalled], atMost(10));
		const began = Date.now();
		let { run: ended } = await run(graph);
		while (ended.status === 'waiting') {
			expect(pauseOf(ended).end).toBeLessThan(began + 10 * MINUTE + 3_000);
			({ run: ended } = await resume(graph, ended));
		}
		expect(errorOf(ended)).toBe('The export is still running after 10 minutes (0 %)');
		near(ended.stoppedAt!.getTime(), began + 10 * MINUTE);
	});

	it('waits as long as before if the clock was set back during a pause', async () => {
		const graph = graphOf([jobs().stalled]);
		const { run: waiting } = await run(graph);
		jest.setSystemTime(pauseOf(waiting).end - 60 * MINUTE);
		const setBackAt = Date.now();
		const { run: again } = await run({ ...graph, resumes: waiting });
		expect(again.stoppedAt!.getTime() - setBackAt).toBeLessThan(MINUTE + GAP);
		near(pauseOf(again).length, MINUTE);
		finish();
		expect((await resume(graph, again)).of('Next').items).toHaveLength(1);
	});

	it.each<WorkflowExecuteMode>(['trigger', 'webhook', 'manual', 'retry', 'error'])(
		'pauses in an execution of the mode "%s"',
		async (mode) => {
			const graph = graphOf([jobs().stalled], {}, { mode });
			const { run: waiting } = await run(graph);
			finish();
			expect((await resume(graph, waiting)).of('Next').items).toHaveLength(1);
		},
	);
});

describe('a wait for several jobs', () => {
	it('gives the result of each item in order, and does not ask again for a job that was done', async () => {
		const graph = graphOf([jobs().stalled, jobs().running]);
		const { run: waiting } = await run(graph);
		forget();
		finish();
		const { run: ended, of } = await resume(graph, waiting);
		expect(asked()).toEqual([jobs().stalled]);
		expect(jobsAt(ended, 'Next')).toEqual([[jobs().stalled, jobs().running]]);
		expect(of('Wait').items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('gives a failed job to the error output with its file, beside the job that took longer', async () => {
		const files = ['one', 'two'].map((text) => Buffer.from(text));
		const onError = 'continueErrorOutput';
		const graph = graphOf([jobs().failing, jobs().stalled], { onError }, { files });
		const { run: waiting } = await run(graph);
		expect(runsOf(waiting, 'On Error')).toEqual([]);
		answer({ jobId: jobs().failing, status: 'failed', error: 'A record could not be read.' }, 1);
		finish();
		const { run: ended, of } = await resume(graph, waiting);
		expect(jobsAt(ended, 'Next')).toEqual([[jobs().stalled]]);
		const [failed, ...others] = of('On Error').items;
		expect(others).toEqual([]);
		expect(failed!.json).toMatchObject({ jobId: jobs().failing, error: expect.stringContaining('A record') });
		expect(failed!.binary?.data?.data).toBe(files[0]!.toString('base64'));
	});

	it('ends without a pause if one job fails and the node stops for it', async () => {
		const { run: ended, of } = await run(graphOf([jobs().stalled, jobs().failing]));
		expect(ended.waitTill).toBeUndefined();
		expect(errorOf(ended)).toContain('A record could not be read.');
		expect(of('Next').items).toEqual([]);
	});
});

it('each run of the node in a loop waits from its start', async () => {
	const graph = graphOf([jobs().stalled, jobs().stalled], atMost(5));
	const looped: GraphOptions = {
		...graph,
		nodes: { ...graph.nodes, Loop: { type: LOOP } },
		connections: { Start: [['Loop']], Loop: [['Next'], ['Wait']], Wait: [['Loop']] },
	};
	let began = Date.now();
	let { run: ended } = await run(looped);
	for (let runs = 0; runs < 2; runs++) {
		expect(ended.stoppedAt!.getTime() - began).toBeGreaterThanOrEqual(MINUTE);
		near(pauseOf(ended).length, MINUTE);
		began = pauseOf(ended).end;
		answer({ jobId: jobs().stalled, status: 'completed', completedAt: '2026-01-01' }, 1);
		({ run: ended } = await resume(looped, ended));
	}
	expect(ended.finished).toBe(true);
	expect(jobsAt(ended, 'Wait')).toEqual([[jobs().stalled], [jobs().stalled]]);
	expect(jobsAt(ended, 'Next')).toEqual([[jobs().stalled, jobs().stalled]]);
});

it('another branch of the workflow runs after the wait, with its items', async () => {
	const graph = graphOf([jobs().stalled]);
	const branched = {
		...graph,
		nodes: { ...graph.nodes, Aside: { type: NEXT, position: [0, 500] as [number, number] } },
		connections: { ...graph.connections, Start: [['Wait', 'Aside']] },
	};
	const { run: waiting } = await run(branched);
	finish();
	const { run: ended } = await resume(branched, waiting);
	expect(jobsAt(ended, 'Next')).toEqual([[jobs().stalled]]);
	expect(jobsAt(ended, 'Aside')).toEqual([[jobs().stalled]]);
});

it('a node that runs for one item only waits for one item only', async () => {
	const graph = graphOf([jobs().stalled, jobs().failing], { executeOnce: true });
	const { run: waiting } = await run(graph);
	finish();
	const { run: ended } = await resume(graph, waiting);
	expect(jobsAt(ended, 'Next')).toEqual([[jobs().stalled]]);
});

it('a node that retries on failure takes a pause for no failure, and tries again after one', async () => {
	const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const graph = graphOf([jobs().stalled, jobs().running], retrying);
	const { run: waiting } = await run(graph);
	forget();
	service.control.addFault({ operation: 'export.get', kind: 'status', status: 404, times: 1 });
	finish();
	const { run: ended } = await resume(graph, waiting);
	expect(asked()).toEqual([jobs().stalled, jobs().stalled]);
	expect(jobsAt(ended, 'Next')).toEqual([[jobs().stalled, jobs().running]]);
});

it('an error after a pause stops the workflow, and a retry by hand waits from the start', async () => {
	const graph = graphOf([jobs().stalled], atMost(4));
	const { run: waiting } = await run(graph);
	service.control.addFault({ operation: 'export.get', kind: 'status', status: 404, times: 1 });
	const { run: failed } = await resume(graph, waiting);
	expect(failed.data.resultData.error).toBeDefined();
	expect(failed.waitTill).toBeUndefined();
	jest.setSystemTime(Date.now() + 600 * MINUTE);
	const retry: GraphOptions = { ...graph, mode: 'retry', executionId: '8' };
	const { run: again } = await run({ ...retry, retryOf: failed });
	near(pauseOf(again).length, MINUTE);
	finish();
	expect(jobsAt((await resume(retry, again)).run, 'Next')).toEqual([[jobs().stalled]]);
});

it('a retry by hand of an execution that was killed after a pause waits from the start', async () => {
	const graph = graphOf([jobs().stalled], atMost(4));
	const { run: killed } = await run(graph);
	jest.setSystemTime(Date.now() + 600 * MINUTE);
	const retry: GraphOptions = { ...graph, mode: 'retry', executionId: '8' };
	const { run: again } = await run({ ...retry, resumes: killed });
	near(pauseOf(again).length, MINUTE);
});

it('stops within a second when the execution is canceled after a pause', async () => {
	const graph = graphOf([jobs().stalled], atMost(2.5));
	const { run: waiting } = await run(graph);
	jest.setSystemTime(pauseOf(waiting).end);
	const { nodeType, ended } = watchedNode();
	const abort = new AbortController();
	forget();
	const running = runGraph({ ...graph, resumes: waiting, nodeType, signal: abort.signal });
	await until('two looks', () => asked().length > 1);
	const canceledAt = Date.now();
	abort.abort();
	await ended;
	expect(Date.now() - canceledAt).toBeLessThan(1_000);
	expect((await running).run.waitTill).toBeUndefined();
});

it('an execution that is canceled while one of its items needs a pause does not wait', async () => {
	const additionalFields = { maxWaitMinutes: '={{ $itemIndex === 0 ? 10 : 1.9 }}' };
	const node = { parameters: { ...WAIT, additionalFields }, onError: 'continueRegularOutput' as const };
	const { nodeType, ended } = watchedNode();
	const abort = new AbortController();
	const running = runGraph({
		...graphOf([jobs().stalled, jobs().stalled], node),
		nodeType,
		signal: abort.signal,
	});
	await sleep(1.5 * MINUTE);
	abort.abort();
	await ended;
	expect((await running).run.data.waitTill).toBeUndefined();
});

describe('the process is held', () => {
	/** Checks that the node waits for two minutes and more in one piece. */
	const expectHeld = async (begin: () => Promise<{ run: IRun; of: (node: string) => NodeRun }>) => {
		const running = begin();
		running.catch(() => undefined);
		let isOver = false;
		void running.finally(() => (isOver = true));
		await sleep(2 * MINUTE);
		expect(isOver).toBe(false);
		finish();
		const { run: ended, of } = await running;
		expect(ended.waitTill).toBeUndefined();
		expect(of('Wait').items.map(({ json }) => json.jobId)).toEqual([jobs().stalled]);
	};
	const held = async (more: Partial<GraphOptions>, node: Partial<INode> = {}) =>
		await expectHeld(async () => await runGraph(graphOf([jobs().stalled], node, more)));
	/** A workflow that starts with such a node. */
	const started = (start: Partial<INode>) => ({
		nodes: { ...graphOf([]).nodes, Start: { type: START, ...start } },
		mode: 'webhook' as const,
	});

	it('in a sub-workflow', async () => await held({ mode: 'integrated' }));

	it.each(['v0', undefined])(
		'in the order of execution %s, in which n8n would run no node without items',
		async (executionOrder) => await held({ settings: { executionOrder } as IWorkflowSettings }),
	);

	it.each(['lastNode', 'responseNode', '={{ "lastNode" }}'])(
		'if the caller of a webhook waits with the response mode %s',
		async (responseMode) => await held(started({ type: WEBHOOK, parameters: { responseMode } })),
	);

	it('if the service waits for the end of an event', async () => {
		const options = { respond: 'whenFinished' };
		const start = started({ type: TRIGGER, parameters: { events: ['quest.completed'], options } });
		await held({ ...start, mode: 'manual' });
	});

	it.each([FORM, CHAT_TRIGGER])('if a person waits at %s', async (type) => {
		const { nodes } = graphOf([]);
		await held({ nodes: { ...nodes, Aside: { type } } });
	});

	it('if n8n has another form inside', async () => {
		class Elsewhere extends RewardsEngagement {
			override async execute(this: IExecuteFunctions) {
				Object.assign(this, { executeData: undefined });
				return await RewardsEngagement.prototype.execute.call(this);
			}
		}
		await held({ nodeType: new Elsewhere() });
	});

	it('if the maximum wait is a minute', async () => {
		const { run: ended } = await run(graphOf([jobs().stalled], atMost(1)));
		expect(ended.waitTill).toBeUndefined();
		expect(errorOf(ended)).toBe('The export is still running after 1 minutes (0 %)');
	});

	it('if an agent calls the node', async () => {
		const { nodes } = graphOf([]);
		const { run: ended, of } = await run(
			graphOf(
				[jobs().stalled],
				{},
				{
					nodes: {
						...nodes,
						Wait: { ...nodes.Wait, ...atMost(4), type: TOOL, credentials: credentialReference() },
					},
				},
			),
		);
		expect(ended.waitTill).toBeUndefined();
		expect(of('Wait').items[0]?.json.error).toBe('The export is still running after 4 minutes (0 %)');
	});
});

it('a webhook that responds at once, and one that did not start the execution, do not keep the node from a pause', async () => {
	const { nodes } = graphOf([]);
	const { run: waiting } = await run(
		graphOf(
			[jobs().stalled],
			{},
			{
				mode: 'webhook',
				nodes: {
					...nodes,
					Start: { type: WEBHOOK, parameters: { responseMode: 'onReceived' } },
					Other: { type: WEBHOOK, parameters: { responseMode: 'lastNode' } },
				},
			},
		),
	);
	near(pauseOf(waiting).length, MINUTE);
});
