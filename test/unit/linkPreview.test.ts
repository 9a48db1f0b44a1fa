// Falls with nodes/RewardsEngagement/consentTrigger/linkPreview.ts.

import { isPerson } from '../../nodes/RewardsEngagement/consentTrigger/linkPreview';

it.each([
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
	undefined,
])('takes %s for a person', (agent) => {
	expect(isPerson({ 'user-agent': agent })).toBe(true);
});

it.each([
	'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
	'TelegramBot (like TwitterBot)',
	'WhatsApp/2.24.1 A',
	'LinkedInBot/1.0',
	'Mozilla/5.0 (compatible; SkypeUriPreview)',
	'Mozilla/5.0 (compatible; Googlebot/2.1)',
])('takes %s for a program', (agent) => {
	expect(isPerson({ 'user-agent': agent })).toBe(false);
});
