import type { INode, INodeParameters } from 'n8n-workflow';

import { nodeOf } from './engine';
import { NEXT, RESPOND, WEBHOOK } from './nodeTypes';
import { useService } from './sandbox';
import { TriggerNode } from './triggerNode';

const service = useService();
let trigger: TriggerNode;

const FINISHED: INodeParameters = { options: { respond: 'whenFinished' } };
const FAILS = /"Answer" \(Respond to Webhook\) fails in this workflow/;

/** A workflow from the trigger through another node to *Respond to Webhook*. */
async function start(parameters: INodeParameters, respond: Partial<INode> = {}): Promise<void> {
	trigger = new TriggerNode({ events: ['quest.completed'], ...parameters }, service.credential());
	trigger.others = [
		nodeOf('Between', NEXT),
		{ ...nodeOf('Answer', RESPOND), typeVersion: 1.4, ...respond },
		{ ...nodeOf('Webhook', WEBHOOK) },
	];
	trigger.connections = { Trigger: ['Between'], Between: ['Answer'] };
	await trigger.listen();
}

afterEach(async () => {
	await trigger.close();
	expect(trigger.thrown).toEqual([]);
});

const hooks = () => [...service.state.realms.get(service.realmId)!.webhooks.values()];

describe('a workflow with a Respond to Webhook node, which fails behind this trigger', () => {
	it.each<[string, INodeParameters]>([
		['Automatic', FINISHED],
		['Manual', { options: { respond: 'whenFinished', registration: 'manual' } }],
	])('is not published when it responds as it finishes (Registration %s)', async (_how, parameters) => {
		await start(parameters);
		trigger.credential = service.credential({ webhookSecret: 'by hand' });
		await expect(trigger.publish()).rejects.toThrow(FAILS);
		expect(hooks()).toEqual([]);
	});

	it('is not listened to in the editor either', async () => {
		await start(FINISHED);
		trigger.mode = 'manual';
		await expect(trigger.publish()).rejects.toThrow(FAILS);
	});

	it('is published when it responds immediately, and the log tells', async () => {
		await start({});
		await trigger.publish();
		expect(hooks()).toHaveLength(1);
		expect(trigger.warnings.join()).toMatch(FAILS);
	});

	it('tells in the log, when the node was added after publishing', async () => {
		await start(FINISHED, { disabled: true });
		await trigger.publish();
		trigger.others = trigger.others.map((node) => ({ ...node, disabled: false }));
		for (let number = 0; number < 2; number++) {
			await trigger.post(JSON.stringify({ type: 'quest.completed', data: { number } }));
		}
		expect(trigger.runs).toHaveLength(2);
		expect(trigger.warnings.filter((line) => FAILS.test(line))).toHaveLength(1);
	});
});

describe('a Respond to Webhook node that does not fail lets a workflow be published', () => {
	const isPublished = async () => {
		await trigger.publish();
		expect(hooks()).toHaveLength(1);
		await trigger.post(JSON.stringify({ type: 'quest.completed', data: {} }));
		expect(trigger.warnings.join()).not.toContain('Respond to Webhook');
	};

	it.each<[string, Partial<INode>]>([
		['is switched off', { disabled: true }],
		['goes on when it fails', { onError: 'continueRegularOutput' }],
		['goes on when it fails, as older workflows say it', { continueOnFail: true }],
		['is of the first version', { typeVersion: 1 }],
	])('because it %s', async (_why, respond) => {
		await start(FINISHED, respond);
		await isPublished();
	});

	it("because it also stands behind n8n's own Webhook node", async () => {
		await start(FINISHED);
		trigger.connections = { ...trigger.connections, Webhook: ['Answer'] };
		await isPublished();
	});

	it('because the trigger does not lead to it', async () => {
		await start(FINISHED);
		trigger.connections = { Trigger: ['Between'], Webhook: ['Answer'] };
		await isPublished();
	});
});
