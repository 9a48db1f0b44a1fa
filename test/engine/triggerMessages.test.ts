import { useService } from './sandbox';
import { TriggerNode } from './triggerNode';

const service = useService();
let trigger: TriggerNode;

beforeEach(async () => {
	trigger = new TriggerNode({ events: ['quest.completed'] }, service.credential(), 'manual');
	await trigger.listen();
});
afterEach(async () => {
	await trigger.close();
	expect(trigger.thrown).toEqual([]);
});

/**
 * The steps of n8n for *Listen for test event* (n8n, `test-webhooks.js`). When the registration fails, n8n asks the
 * trigger to remove it. An error of that replaces the first one.
 */
async function listen(): Promise<void> {
	try {
		await trigger.publish();
	} catch (error) {
		await trigger.delete();
		throw error;
	}
}

describe('listening for a test event names what failed first, the registration', () => {
	it('with a key that the service does not accept', async () => {
		trigger.credential = service.credential({ apiKey: 'nobody-knows-it' });
		await expect(listen()).rejects.toThrow(
			/^Could not register the webhook at the service\. The service did not accept the API key/,
		);
	});

	it('with a key that may not manage webhooks', async () => {
		trigger.credential = service.credential({ apiKey: service.keys.noWebhooks });
		await expect(listen()).rejects.toThrow(
			/^Could not register the webhook at the service\. The API key is not allowed to do this/,
		);
	});

	it('with a service that is away', async () => {
		trigger.credential = service.credential({ baseUrl: 'http://127.0.0.1:1' });
		await expect(listen()).rejects.toThrow(
			/^Could not register the webhook at the service\. Could not connect to the service/,
		);
	});

	it('and what may have stayed behind, when the answer to the registration was lost', async () => {
		service.control.addFault({ operation: 'webhook.create', kind: 'drop', when: 'after' });
		service.control.addFault({ operation: 'webhook.delete', kind: 'status', status: 500 });
		await expect(listen()).rejects.toThrow(
			/^Could not register the webhook at the service\. Outcome unknown: the connection was lost.* may still be registered/,
		);
	});

	it('and says "remove" again, once a registration has succeeded', async () => {
		trigger.credential = service.credential({ apiKey: 'nobody-knows-it' });
		await expect(listen()).rejects.toThrow(/^Could not register/);
		trigger.credential = service.credential();
		await listen();
		service.control.addFault({ operation: 'webhook.delete', kind: 'status', status: 500 });
		await expect(trigger.delete()).rejects.toThrow(/^Could not remove the webhook at the service/);
	});
});

it('publishing fails where the service does not name the webhook that it made, and finds it the next time', async () => {
	const body = { url: trigger.url, events: ['quest.completed'], active: true };
	service.control.addFault({
		operation: 'webhook.create',
		kind: 'status',
		status: 201,
		when: 'after',
		times: 1,
		body,
	});
	await expect(trigger.create()).rejects.toThrow(/does not name its ID\. Publish the workflow again/);
	// A webhook exists, so its place stays stored.
	expect(trigger.place).toMatchObject({ realmId: service.realmId });
	await trigger.publish();
	const hooks = [...service.state.realms.get(service.realmId)!.webhooks.values()];
	expect(hooks.map(({ url, id }) => [url, id])).toEqual([
		[trigger.url.replace('/webhook/', '/webhook-test/'), trigger.place.webhookId],
	]);
});

it('a refused registration leaves no place stored, although the trigger was registered at another address before', async () => {
	await trigger.publish();
	trigger.address = 'https://n8n.example';
	service.control.addFault({ operation: 'webhook.create', kind: 'status', status: 422, times: 1 });
	await expect(trigger.create()).rejects.toThrow('The service rejected the values');
	expect([trigger.place, service.state.realms.get(service.realmId)!.webhooks.size]).toEqual([{}, 1]);
});
