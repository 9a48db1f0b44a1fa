import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

import { broken } from '../fixtures/host/assumptions';
import { AFTER_PAUSE, ASIDE, END, GONE, LOOK, LOOK_MOMENT, PAUSE } from '../fixtures/host/story';
import type { ExecutionSummary, WorkflowInput, WorkflowNode } from '../harness/n8n/client';
import { waitFor } from '../harness/process/wait';
import type { Environment } from './environment';

const TIMEOUT_MS = 60_000;
/** n8n continues an execution up to a minute after its pause. */
const PAUSE_TIMEOUT_MS = 150_000;
/** n8n's name for the node of a custom folder. */
const PROBE = 'CUSTOM.hostProbe';

/** Runs workflows in n8n that cover all the assumptions. @throws Error that names those that do not hold */
export async function assumptionsHold(environment: Environment): Promise<void> {
	const { client } = environment;
	const steps = await Promise.allSettled([
		waitFailAndRetry(environment),
		pauseAndRunAgain(environment),
		callByHand(environment),
		poll(environment),
	]);
	const teller = await client.createWorkflow(
		workflowOf('Tell', [MANUAL, probe('Tell', 'tell')], { [MANUAL.name]: ['Tell'] }),
	);
	const { data } = await client.runToEnd(teller, MANUAL.name);
	const { text } = await client.file('rest/settings');
	const { versionCli } = (JSON.parse(text) as { data: { versionCli: string } }).data;
	// After a step that failed, some assumptions were not checked. These are the reasons.
	const reasons = steps.flatMap((step) => (step.status === 'rejected' ? [String(step.reason)] : []));
	const lines = broken(data.resultData.runData.Tell?.[0]?.data?.main[0] ?? [], versionCli);
	if (reasons.length + lines.length > 0)
		throw new Error(`n8n ${versionCli}: ${[...reasons, ...lines].join('; ')}`);
}

type Node = Pick<WorkflowNode, 'name' | 'type' | 'typeVersion' | 'parameters'> & Partial<WorkflowNode>;

const MANUAL: Node = {
	name: 'By Hand',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};

function webhook(path: string): Node {
	const parameters = { path, options: {} };
	return { name: 'Start', type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: path, parameters };
}

function probe(name: string, moment: string, more: Partial<Node> = {}): Node {
	return { name, type: PROBE, typeVersion: 1, parameters: { moment }, ...more };
}

/** @param leads the next node for each output of each node */
function workflowOf(name: string, nodes: Node[], leads: Record<string, string[]>): WorkflowInput {
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	return {
		name,
		nodes: nodes.map((node, index) => ({ id: randomUUID(), position: [index * 200, 0], ...node })),
		connections: Object.fromEntries(
			Object.entries(leads).map(([from, outputs]) => [from, { main: outputs.map(to) }]),
		),
		settings: { executionOrder: 'v1' },
	};
}

async function waitFailAndRetry({ client }: Environment): Promise<void> {
	const path = randomUUID();
	const start = webhook(path);
	const wait: Node = {
		name: 'Wait',
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		webhookId: randomUUID(),
		parameters: { resume: 'webhook', options: {} },
	};
	const nodes = [
		start,
		wait,
		probe(LOOK.name, LOOK_MOMENT, { id: LOOK.id }),
		probe(END.name, 'retried', { id: END.id }),
		probe(ASIDE.name, 'pass', { id: ASIDE.id }),
	];
	const leads = { Start: [LOOK.name], Wait: [LOOK.name] };
	const workflow = await client.createWorkflow(
		workflowOf('Wait, fail, be retried', [...nodes, probe(GONE.name, 'pass', { id: GONE.id })], {
			...leads,
			[LOOK.name]: ['Wait', GONE.name],
			[GONE.name]: [END.name],
		}),
	);
	const execution = async (status: string): Promise<ExecutionSummary> =>
		await waitFor(`the execution of the probe to be "${status}"`, TIMEOUT_MS, async () => {
			return (await client.listExecutions(workflow.id)).find((one) => one.status === status);
		});

	await client.publish(workflow);
	await fetch(`${client.url}/webhook/${path}`);
	const { id } = await execution('waiting');
	const { data } = await client.getExecution(id);
	const [item] = data.resultData.runData[LOOK.name]?.[0]?.data?.main[0] ?? [];
	await fetch(String(item?.json.resumeUrl));
	await execution('error');

	await client.unpublish(workflow.id);
	const without = workflowOf('', nodes, { ...leads, [LOOK.name]: ['Wait', END.name] });
	const { nodes: left, connections } = without;
	await client.updateWorkflow({ ...(await client.getWorkflow(workflow.id)), nodes: left, connections });
	await client.retryExecution(id, { loadWorkflow: true });
}

async function pauseAndRunAgain({ client }: Environment): Promise<void> {
	const path = randomUUID();
	const nodes = [
		webhook(path),
		probe(PAUSE.name, 'pause', { alwaysOutputData: true }),
		probe(AFTER_PAUSE.name, 'again'),
	];
	const leads = { Start: [PAUSE.name], [PAUSE.name]: [AFTER_PAUSE.name] };
	const workflow = await client.createWorkflow(workflowOf('Pause and run again', nodes, leads));
	await client.publish(workflow);
	await fetch(`${client.url}/webhook/${path}`);
	const { status } = await waitFor('the paused execution to end', PAUSE_TIMEOUT_MS, async () => {
		const [execution] = await client.listExecutions(workflow.id);
		return ['success', 'error', 'crashed'].includes(execution?.status ?? '') ? execution : undefined;
	});
	assert.equal(status, 'success', 'the end of an execution that paused');
}

async function callByHand({ client }: Environment): Promise<void> {
	const start: Node = {
		name: 'Start',
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1,
		parameters: {},
	};
	const called = await client.createWorkflow(
		workflowOf('Be called', [start, probe('Probe', 'called')], { Start: ['Probe'] }),
	);
	const call: Node = {
		name: 'Call',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1,
		parameters: { source: 'database', workflowId: called.id, options: {} },
	};
	const caller = await client.createWorkflow(workflowOf('Call', [MANUAL, call], { [MANUAL.name]: ['Call'] }));
	const { status, data } = await client.runToEnd(caller, MANUAL.name);
	assert.equal(status, 'success', data.resultData.error?.message);
}

/** n8n polls once when it publishes the workflow. */
async function poll({ client }: Environment): Promise<void> {
	const trigger: Node = {
		name: 'Poll',
		type: `${PROBE}Poll`,
		typeVersion: 1,
		parameters: { pollTimes: { item: [{ mode: 'everyHour' }] } },
	};
	const workflow = await client.createWorkflow(
		workflowOf('Poll', [trigger, probe('Probe', 'pass')], { Poll: ['Probe'] }),
	);
	await client.publish(workflow);
	await client.unpublish(workflow.id);
}
