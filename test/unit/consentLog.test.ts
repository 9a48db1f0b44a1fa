// Falls with nodes/RewardsEngagement/consentTrigger/log.ts.

import type { IWebhookFunctions } from 'n8n-workflow';

import { log, MOST_LINES } from '../../nodes/RewardsEngagement/consentTrigger/log';

let lines: string[];
const contextOf = (id: string) =>
	({
		getWorkflow: () => ({ id: 'workflow' }),
		getNode: () => ({ id, name: 'Consent' }),
		logger: { warn: (words: string) => void lines.push(words) },
	}) as unknown as IWebhookFunctions;

beforeEach(() => {
	lines = [];
	jest.useFakeTimers({ now: 0 });
});
afterEach(() => jest.useRealTimers());

it('takes so many lines a minute from whoever sends made-up codes, and says that it leaves some out', () => {
	const context = contextOf('flooded');
	for (let n = 0; n < 1_000; n++) log(context, 'service', `Code ${n} is not valid.`);
	expect(lines).toHaveLength(MOST_LINES);
	expect(lines.at(-1)).toContain('Further messages of this minute are not logged.');
	jest.advanceTimersByTime(60_000);
	log(context, 'service', 'The key is not valid.');
	expect(lines.slice(MOST_LINES)).toEqual(['"Consent" could not link a member: The key is not valid.']);
});

it('keeps a place for what is wrong with the trigger itself, and for other triggers', () => {
	for (let n = 0; n < 1_000; n++) log(contextOf('one'), 'service', `${n}`);
	log(contextOf('one'), 'settings', 'No realm.');
	log(contextOf('other'), 'service', 'No answer.');
	expect(lines.slice(MOST_LINES)).toEqual([
		'"Consent" could not link a member: No realm.',
		'"Consent" could not link a member: No answer.',
	]);
});

it('is written one line at a time, whatever somebody sent', () => {
	log(contextOf('forged'), 'settings', 'is "a\r\n2026-03-01 | info | all is well\u001b[2J\u2028\u202e\0"');
	expect(lines[0]).toBe('"Consent" could not link a member: is "a 2026-03-01 | info | all is well [2J "');
	log(contextOf('forged'), 'settings', 'x'.repeat(100_000));
	expect(lines[1]!.length).toBeLessThan(3_000);
});
