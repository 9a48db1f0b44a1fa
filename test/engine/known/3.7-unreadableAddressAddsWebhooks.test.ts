import { TriggerNode } from '../triggerNode';
import { WebhookService } from '../webhookService';

let service: WebhookService;
let trigger: TriggerNode;

beforeEach(async () => {
	service = await new WebhookService().start();
	trigger = new TriggerNode(
		{ events: ['quest.completed'] },
		{ baseUrl: service.baseUrl, apiKey: 'the-key', realmId: 'a00000000000000000000001' },
	);
	await trigger.listen();
});
afterEach(async () => {
	await Promise.all([trigger.close(), service.stop()]);
	expect(trigger.thrown).toEqual([]);
});

const FORMS: Array<[what: string, form: (url: string) => string]> = [
	['without a scheme', (url) => url.replace('http://', '')],
	['masked', (url) => `${new URL(url).origin}/***`],
	['with another case in its path', (url) => url.replace('/webhook/hook-id', '/Webhook/Hook-ID')],
];

it.each(FORMS)(
	'known defect 3.7: each publication adds a webhook where the service lists the address %s, and unpublishing leaves all',
	async (_what, form) => {
		service.list = (hooks) => ({ data: hooks.map((hook) => ({ ...hook, url: form(hook.url) })) });
		for (let time = 0; time < 3; time++) await trigger.publish();
		const urls = () => service.hooks.map(({ url }) => url);
		// Right: one webhook, whose stored ID is in the list.
		expect(urls()).toEqual([trigger.url, trigger.url, trigger.url]);
		await trigger.delete();
		// Right: none.
		expect(urls()).toEqual([trigger.url, trigger.url, trigger.url]);
		expect(trigger.warnings).toEqual([]);
	},
);
