import type { IDataObject, WorkflowExecuteMode } from 'n8n-workflow';

import { runGraph } from './engine';
import { NODE, START, TRIGGER } from './nodeTypes';
import { useService } from './sandbox';
import { TriggerNode } from './triggerNode';

const service = useService();
let trigger: TriggerNode;

beforeEach(async () => {
	trigger = new TriggerNode({ events: ['quest.completed'] }, service.credential());
	await trigger.listen();
	await trigger.publish();
});
afterEach(async () => {
	// The memory of the process about it belongs to this test alone.
	await trigger.publish();
	await trigger.close();
	expect(trigger.thrown).toEqual([]);
});

const deliver = async (headers?: Record<string, string>) =>
	(await trigger.post(JSON.stringify({ type: 'quest.completed', data: {} }), headers)).status;

/** The message of Check Setup about the secret of webhooks. @param workflowId by default that of the trigger */
async function webhookSecret(
	workflowId?: string,
	mode?: WorkflowExecuteMode,
	staticData?: IDataObject,
): Promise<IDataObject> {
	const { of } = await runGraph({
		credential: service.credential(),
		workflowId,
		mode,
		staticData,
		nodes: {
			Start: { type: START },
			Trigger: { type: TRIGGER, webhookId: 'hook-id', parameters: { events: ['quest.completed'] } },
			Check: { type: NODE, parameters: { resource: 'realm', operation: 'checkSetup' } },
		},
		connections: { Start: [['Check']] },
	});
	return of('Check').items.find(({ json }) => json.check === 'webhooks.secret')!.json;
}

describe('a lost secret', () => {
	const lose = async () => {
		const { secret } = trigger;
		const body = JSON.stringify({ type: 'quest.completed', data: {} });
		trigger.staticData = {};
		expect(await deliver({ 'x-service-signature': trigger.sign(body, secret) })).toBe(503);
	};

	it.each([
		[undefined, '"Trigger"'],
		['another', '"Trigger" of the workflow "Test"'],
	])('fails Check Setup in the workflow %s once a delivery has come', async (workflowId, name) => {
		expect(await webhookSecret(workflowId)).toMatchObject({ ok: true });
		await lose();
		expect(await webhookSecret(workflowId)).toMatchObject({
			ok: false,
			checked: true,
			seen: `No secret is known for ${name}, so deliveries get status 503`,
			advice: expect.stringContaining('publish it again'),
		});
	});

	it.each<[string, () => Promise<unknown>]>([
		['published again', async () => await trigger.publish()],
		['unpublished', async () => await trigger.delete()],
	])('is over when the workflow is %s', async (_what, repair) => {
		await lose();
		await repair();
		expect(await webhookSecret()).toMatchObject({ ok: true });
	});

	it('is over when the secret was found again', async () => {
		const { staticData } = trigger;
		await lose();
		trigger.staticData = staticData;
		expect(await deliver()).toBe(200);
		expect(await webhookSecret()).toMatchObject({ ok: true });
	});

	it('fails Check Setup in its own workflow before a delivery has come, where n8n loads its data', async () => {
		const stored = { 'node:Trigger': { secret: 'known' } };
		expect(await webhookSecret(undefined, 'trigger', stored)).toMatchObject({ ok: true });
		expect(await webhookSecret(undefined, 'trigger', {})).toMatchObject({ ok: false });
		expect(await webhookSecret(undefined, 'manual', {})).toMatchObject({ ok: true });
	});
});
