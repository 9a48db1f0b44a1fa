import { WebhookContext } from 'n8n-core';
import type { IDataObject, INode } from 'n8n-workflow';

import { ids } from '../../sandbox/resources';
import { useSteadyClock } from '../harness/clock';
import { runGraph } from './engine';
import { NODE, START } from './nodeTypes';
import { useService } from './sandbox';
import { TriggerNode } from './triggerNode';

useSteadyClock();
const service = useService();
const SECRET = 'by hand';
let trigger: TriggerNode;

const publish = async (realmId = '') => {
	trigger.parameters = { ...trigger.parameters, realmId };
	await trigger.publish();
};

beforeEach(async () => {
	trigger = new TriggerNode(
		{ events: ['quest.completed'], options: { registration: 'manual' } },
		service.credential({ webhookSecret: SECRET }),
	);
	await trigger.listen();
	await publish();
});
afterEach(async () => {
	// The memory of the process about it belongs to this test alone.
	await trigger.publish();
	await trigger.close();
	expect(trigger.thrown).toEqual([]);
});

let lastNumber = 0;
const deliver = async (realmId: unknown) => {
	const body = JSON.stringify({ type: 'quest.completed', realmId, data: { number: lastNumber++ } });
	const { status } = await trigger.post(body, { 'x-service-signature': trigger.sign(body, SECRET) });
	expect(status).toBe(200);
};
const told = () => trigger.warnings.filter((line) => line.includes('ignored a signed event of the realm'));

/** The message of Check Setup about the realm of webhooks. @param workflowId by default that of the trigger */
async function webhookRealm(workflowId?: string, node: Partial<INode> = {}): Promise<IDataObject> {
	const { of } = await runGraph({
		credential: service.credential(),
		workflowId,
		nodes: {
			Start: { type: START },
			Check: { type: NODE, parameters: { resource: 'realm', operation: 'checkSetup' }, ...node },
		},
		connections: { Start: [['Check']] },
	});
	return of('Check').items.find(({ json }) => json.check === 'webhooks.realm')!.json;
}

it('reads each parameter and the credential once for a delivery', async () => {
	trigger.parameters = { ...trigger.parameters, filters: { minimumAmount: '={{ 1 }}' } };
	const parameters = jest.spyOn(WebhookContext.prototype, 'getNodeParameter');
	const credentials = jest.spyOn(WebhookContext.prototype, 'getCredentials');
	await deliver(ids.realm);
	const evaluated = parameters.mock.calls.filter(([, , how]) => how?.rawExpressions !== true);
	expect(evaluated.map(([name]) => name)).toEqual(['filters.minimumAmount']);
	expect(credentials).toHaveBeenCalledTimes(1);
	jest.restoreAllMocks();
});

describe('events of another realm than that of a trigger with manual registration', () => {
	it('are logged once an hour, with what to do', async () => {
		await deliver(ids.otherRealm);
		await deliver(ids.otherRealm);
		expect(told()).toEqual([
			`"Trigger" ignored a signed event of the realm ${ids.otherRealm}, because it listens to the realm ${service.realmId}. If the event is meant for this workflow, enter its realm as "Realm ID" in the trigger. Otherwise remove this webhook from that realm.`,
		]);
	});

	it.each(['', 'of another workflow with the same credential'])('fail Check Setup %s', async (where) => {
		await deliver(ids.otherRealm);
		await deliver(ids.otherRealm);
		const check = await webhookRealm(where === '' ? undefined : 'another');
		const name = where === '' ? '"Trigger"' : '"Trigger" of the workflow "Test"';
		expect(check).toMatchObject({
			ok: false,
			checked: true,
			seen: expect.stringMatching(
				new RegExp(
					`^${name} listens to the realm ${service.realmId} and accepted 0 events of it, but ignored 2 events of other realms, the last of the realm ${ids.otherRealm} at 20`,
				),
			),
			advice: expect.stringContaining('enter their realm as "Realm ID"'),
		});
	});

	it('do not affect a workflow with another credential', async () => {
		await deliver(ids.otherRealm);
		const credentials = { rewardsEngagementApi: { id: '2', name: 'Other' } };
		expect(await webhookRealm('another', { credentials })).toMatchObject({ ok: true, checked: false });
	});

	it('are seen and do no harm, where its own come too', async () => {
		await deliver(ids.otherRealm);
		await deliver(service.realmId);
		expect(await webhookRealm()).toMatchObject({
			ok: true,
			checked: true,
			seen: expect.stringContaining('accepted 1 event of it, but ignored 1 event of other realms'),
		});
	});

	it('end once the trigger is published for that realm', async () => {
		await deliver(ids.otherRealm);
		await publish(ids.otherRealm);
		expect(await webhookRealm()).toMatchObject({ ok: true, checked: false });
		await deliver(ids.otherRealm);
		expect(await webhookRealm()).toMatchObject({
			ok: true,
			checked: true,
			seen: `"Trigger" listens to the realm ${ids.otherRealm} and accepted 1 event of it`,
		});
	});

	it('do not end because of a test listener', async () => {
		await deliver(ids.otherRealm);
		trigger.mode = 'manual';
		await publish();
		trigger.mode = 'trigger';
		expect(await webhookRealm()).toMatchObject({ ok: false });
	});

	it('are counted anew, when the realm of the credential changes', async () => {
		await deliver(ids.otherRealm);
		trigger.credential = { ...trigger.credential, realmId: ids.otherRealm };
		await deliver(ids.otherRealm);
		expect(await webhookRealm()).toMatchObject({ ok: true, checked: true });
	});

	it.each(['a\nline', `${'x'.repeat(200)}`, '\u202eabc'])(
		'are not quoted where the ID is odd: %j',
		async (odd) => {
			await deliver(odd);
			expect(told()).toEqual([expect.stringContaining('of the realm with an unexpected ID, because')]);
			expect(JSON.stringify(await webhookRealm())).not.toContain(odd);
		},
	);
});

it('Check Setup says that it cannot know the realm, as long as no event came', async () => {
	await deliver('');
	expect(await webhookRealm()).toMatchObject({
		ok: true,
		checked: false,
		seen: expect.stringContaining('Events of other processes are not known here'),
	});
});
