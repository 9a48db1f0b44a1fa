// Falls with nodes/RewardsEngagement/shared/loadOrRefuse.ts.

import type { INodeType, IWebhookFunctions } from 'n8n-workflow';

import { RewardsEngagementConsentTrigger } from '../../nodes/RewardsEngagement/consentTrigger/RewardsEngagementConsentTrigger.node';
import { loadOrRefuse } from '../../nodes/RewardsEngagement/shared/loadOrRefuse';
import { RewardsEngagementTrigger } from '../../nodes/RewardsEngagement/trigger/RewardsEngagementTrigger.node';

/** The error of Node.js while n8n has moved the files of the package away. */
function away(): never {
	throw new Error("Cannot find module './receive'");
}

jest.mock('../../nodes/RewardsEngagement/trigger/receive', away);
jest.mock('../../nodes/RewardsEngagement/consentTrigger/receive', away);

it.each<[INodeType, string]>([
	[new RewardsEngagementTrigger(), 'This webhook cannot accept events right now. Please deliver again.'],
	[
		new RewardsEngagementConsentTrigger(),
		'This page is not available right now. Open the link again in a minute.',
	],
])(
	'%# a webhook responds with 503 and starts no execution while its files are away',
	async (type, message) => {
		const sent: unknown[] = [];
		const logged: string[] = [];
		const context = {
			getNode: () => ({ name: 'Event' }),
			logger: { warn: (words: string) => logged.push(words) },
			getResponseObject: () => ({
				status: (status: number) => ({ json: (body: object) => sent.push({ status, body }) }),
			}),
		};
		const result = await type.webhook!.call(context as unknown as IWebhookFunctions);
		expect(result).toEqual({ noWebhookResponse: true });
		expect(sent).toEqual([{ status: 503, body: { message } }]);
		expect(logged).toEqual([`Responded with status 503 for "Event": Cannot find module './receive'`]);
	},
);

it('files that are there are loaded, and nothing is answered for them', async () => {
	const load = async () => await import('../../nodes/RewardsEngagement/trigger/responseMode');
	const loaded = await loadOrRefuse({} as IWebhookFunctions, load, 'It is away.');
	expect(loaded).toHaveProperty('responseMode');
});
