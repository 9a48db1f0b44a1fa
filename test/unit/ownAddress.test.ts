// Falls with nodes/RewardsEngagement/consentTrigger/ownAddress.ts.

import type { IWebhookFunctions } from 'n8n-workflow';

import { ownAddress } from '../../nodes/RewardsEngagement/consentTrigger/ownAddress';

const PRODUCTION = 'https://n8n.example/webhook/x/webhook/id/consent';

/** The data about itself from an n8n before 2.41. */
const older = (mode: string): IWebhookFunctions => {
	const context = { getMode: () => mode, getNodeWebhookUrl: () => PRODUCTION };
	return context as unknown as IWebhookFunctions;
};

it('is the address that n8n says it serves', () => {
	const context = {
		...older('manual'),
		getWebhookResourceUrl: () => 'https://n8n.example/test-hooks/id/consent',
	};
	expect(ownAddress(context)).toBe('https://n8n.example/test-hooks/id/consent');
});

it('is worked out from the production address where n8n names no other', () => {
	expect(ownAddress(older('webhook'))).toBe(PRODUCTION);
	expect(ownAddress(older('manual'))).toBe('https://n8n.example/webhook/x/webhook-test/id/consent');
});
