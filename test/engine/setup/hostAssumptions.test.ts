import { PollContext } from 'n8n-core';
import type { IRun } from 'n8n-workflow';

import manifest from 'n8n-core/package.json';

import { assumptions, broken, lookAt, tell } from '../../fixtures/host/assumptions';
import { HostProbe } from '../../fixtures/host/HostProbe.node';
import { AFTER_PAUSE, ASIDE, END, GONE, LOOK, LOOK_MOMENT, PAUSE } from '../../fixtures/host/story';
import { additionalData, nodeOf, runGraph, workflowOf, type GraphOptions } from '../engine';
import { NEXT, NODE, POLL_TRIGGER, START, WAIT } from '../nodeTypes';

const VERSION = manifest.version;
const credential = { baseUrl: 'http://127.0.0.1', apiKey: 'unused' };

const graph = (more: Partial<GraphOptions>): GraphOptions => ({
	credential,
	nodeType: new HostProbe(),
	nodes: {
		Start: { type: START },
		Wait: { type: WAIT },
		[LOOK.name]: { type: NODE, id: LOOK.id, parameters: { moment: LOOK_MOMENT } },
		[GONE.name]: { type: NEXT, id: GONE.id },
		[END.name]: { type: NODE, id: END.id, parameters: { moment: 'retried' } },
		[ASIDE.name]: { type: NEXT, id: ASIDE.id },
	},
	connections: {
		Start: [[LOOK.name]],
		[LOOK.name]: [['Wait'], [GONE.name]],
		Wait: [[LOOK.name]],
		[GONE.name]: [[END.name]],
	},
	mode: 'webhook',
	executionId: 'the first',
	...more,
});

/** The later saved workflow, from which one node was removed. */
function changed(retryOf: IRun): GraphOptions {
	const { nodes, connections, ...rest } = graph({ retryOf });
	const { [GONE.name]: _node, ...left } = nodes;
	const { [GONE.name]: _lead, ...leads } = connections;
	return {
		...rest,
		nodes: left,
		connections: { ...leads, [LOOK.name]: [['Wait'], [END.name]] },
		mode: 'retry',
		executionId: 'the second',
		retryOfId: 'the first',
	};
}

/** A workflow with a node that pauses, and that always gives an item. */
const pausing = (resumes?: IRun): GraphOptions => ({
	credential,
	nodeType: new HostProbe(),
	nodes: {
		Start: { type: START },
		[PAUSE.name]: { type: NODE, parameters: { moment: 'pause' }, alwaysOutputData: true },
		[AFTER_PAUSE.name]: { type: NODE, parameters: { moment: 'again' } },
	},
	connections: { Start: [[PAUSE.name]], [PAUSE.name]: [[AFTER_PAUSE.name]] },
	input: [{ number: 1 }, { number: 2 }],
	mode: 'webhook',
	executionId: 'the third',
	settings: { executionOrder: 'v1' },
	resumes,
});

function poll(): Promise<void> {
	const node = nodeOf('Poll', POLL_TRIGGER);
	const workflow = workflowOf({ nodes: [node] });
	const data = additionalData(credential, 'trigger');
	return lookAt('poll', new PollContext(workflow, node, data, 'trigger', 'activate'));
}

it("each assumption about n8n beyond its types holds in n8n's engine", async () => {
	const waiting = await runGraph(graph({}));
	const failed = await runGraph(graph({ retryOf: waiting.run }));
	const retried = await runGraph(changed(failed.run));
	const paused = await runGraph(pausing());
	const again = await runGraph(pausing(paused.run));
	await poll();
	const looked = assumptions.filter(({ needsN8n }) => needsN8n === undefined);
	const runs = [waiting, failed, retried, paused, again].map(({ run }) => run.data.resultData.error?.message);
	expect({ broken: broken(tell(), VERSION, looked), runs }).toEqual({
		broken: [],
		runs: [undefined, 'The probe fails once', undefined, undefined, undefined],
	});
});

it('an assumption that does not hold is named, and so is one that was not checked', () => {
	const [first, second, ...others] = assumptions;
	const told = others.map(({ says }) => ({ json: { says, result: 'holds' } }));
	told.push({ json: { says: first!.says, result: '"Aside" is missing' } });
	expect(broken(told, VERSION)).toEqual([
		`"${first!.says}" (${first!.file}): "Aside" is missing`,
		`"${second!.says}" (${second!.file}): it was not looked at`,
	]);
});

it('an n8n with a known difference is reported when the difference is gone', () => {
	const told = assumptions.map(({ says }) => ({ json: { says, result: 'holds' } }));
	const known = assumptions.filter(({ notIn }) => notIn === '1.123.');
	expect(known.length).toBeGreaterThan(0);
	expect(broken(told, '1.123.81')).toEqual(
		known.map(({ says, file }) => `"${says}" (${file}): it holds, and is listed as broken`),
	);
	expect(broken(told, VERSION)).toEqual([]);
});
