import type { IDataObject } from 'n8n-workflow';

import { TriggerNode } from '../triggerNode';
import { WebhookService, type KeptHook } from '../webhookService';

const [A, B] = ['a00000000000000000000001', 'a00000000000000000000002'];

let service: WebhookService;
let trigger: TriggerNode;
/** The static data of the first publication, which n8n may write back at any time. */
let older: IDataObject;
/** The address of the trigger under another name. */
let otherName: string;

/** The status of the answer to an event from the newest webhook. */
const deliver = async () => {
	const body = JSON.stringify({ type: 'quest.completed', data: {} });
	const hook = service.hooks.at(-1) as KeptHook;
	return (await trigger.post(body, { 'x-service-signature': service.sign(body, hook) })).status;
};

beforeEach(async () => {
	service = await new WebhookService().start();
	trigger = new TriggerNode(
		{ events: ['quest.completed'] },
		{ baseUrl: service.baseUrl, apiKey: 'the-key', realmId: A },
	);
	await trigger.listen();
	await trigger.publish();
	older = JSON.parse(JSON.stringify(trigger.staticData)) as IDataObject;
	otherName = new URL(trigger.url).origin.replace('127.0.0.1', 'localhost');
});
afterEach(async () => {
	await Promise.all([trigger.close(), service.stop()]);
	expect(trigger.thrown).toEqual([]);
});

it('known defect 3.5: older data reject all events after a former webhook could not be deleted', async () => {
	const { secret } = service.hooks[0]!;
	service.locked = A;
	trigger.credential = { ...trigger.credential, realmId: B };
	await trigger.publish();
	trigger.staticData = older;
	// Right: the secret is the same as before, and the status is 200.
	expect(service.hooks.at(-1)).toMatchObject({ realm: B });
	expect(service.hooks.at(-1)!.secret).not.toBe(secret);
	expect([await deliver(), trigger.runs]).toEqual([401, []]);
});

it('known defect 3.5: older data reject all events after n8n moved away and back', async () => {
	const { secret, url } = service.hooks[0]!;
	for (const address of [otherName, undefined]) {
		trigger.address = address;
		await trigger.publish();
	}
	trigger.staticData = older;
	// Right: the secret is the same as before, and the status is 200.
	expect(service.hooks).toMatchObject([{ url }]);
	expect(service.hooks[0]!.secret).not.toBe(secret);
	expect([await deliver(), trigger.runs]).toEqual([401, []]);
});
