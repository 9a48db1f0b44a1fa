import { TriggerNode } from '../triggerNode';
import { WebhookService, type KeptHook } from '../webhookService';

const REALM = 'a00000000000000000000001';

let service: WebhookService;
let triggers: TriggerNode[];

const publish = async () => {
	const credential = { baseUrl: service.baseUrl, apiKey: 'the-key', realmId: REALM };
	const trigger = new TriggerNode({ events: ['quest.completed'] }, credential);
	triggers.push(trigger);
	await trigger.listen();
	await trigger.publish();
	return trigger;
};

beforeEach(async () => {
	service = await new WebhookService().start();
	triggers = [];
});
afterEach(async () => {
	for (const trigger of triggers) {
		await trigger.close();
		expect(trigger.thrown).toEqual([]);
	}
	await service.stop();
});

it('known defect 3.9: an event loses the ID that the service gave it', async () => {
	const trigger = await publish();
	await trigger.post(JSON.stringify({ eventId: 'evt_4711', type: 'quest.completed', data: {} }));
	const [[item]] = trigger.runs as [[{ json: { eventId: string } }]];
	expect(item.json.eventId).toMatch(/^[0-9a-f]{64}$/);
	// Right: the item also has the ID of the service.
	expect(JSON.stringify(item)).not.toContain('evt_4711');
});

it('known defect 3.9: of two triggers with one node ID, only the first runs for an event', async () => {
	const [one, other] = [await publish(), await publish()];
	other.id = one.id;
	const body = JSON.stringify({ type: 'quest.completed', data: {} });
	const answers = [await one.post(body), await other.post(body)];
	// Right: both triggers run.
	expect(answers.map(({ status, text }) => [status, JSON.parse(text) as unknown])).toEqual([
		[200, { message: 'Workflow was started' }],
		[200, { message: 'Ignored: this event was delivered before' }],
	]);
	expect([one.runs.length, other.runs.length]).toEqual([1, 0]);
});

it('known defect 3.9: publishing reads 200 pages of webhooks twice', async () => {
	const trigger = await publish();
	const [own] = service.hooks as [KeptHook];
	let asked = 0;
	service.list = () => {
		const page = (asked++ % 200) + 1;
		const foreign = { id: `foreign-${page}`, url: `https://n8n.example/webhook/${page}` };
		return { data: [page === 200 ? own : foreign], meta: { page, totalPages: 200 } };
	};
	trigger.parameters = { events: ['quest.started'] };
	await trigger.publish();
	expect(service.hooks).toMatchObject([{ events: ['quest.started'] }]);
	// Right: the list is read once, and publishing ends after a time for which a user waits. Each page may take 15 s.
	expect(asked).toBe(400);
});
