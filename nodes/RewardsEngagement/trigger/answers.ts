import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { nodeKey } from '../shared/nodeKey';

interface Answer {
	/** 200 settles the delivery. After a 503 the service delivers again. */
	status: 200 | 400 | 401 | 503;
	/** What the service reads. */
	message: string;
	/** What n8n's log says: what happened, and what to do. It has no part of an unverified request. */
	log?: string | ((one: string, other: string) => string);
}

const CAUSES =
	'See https://github.com/n8n-nodes-rewards-engagement/n8n-nodes-rewards-engagement/blob/main/docs/troubleshooting.md#signature';
const WRONG_SIGNATURE = { status: 401, message: 'The signature is missing or wrong.' } as const;

/** Every answer to a delivery that starts nothing. */
const ANSWERS = {
	noSecret: {
		status: 503,
		message: 'This webhook is not ready yet. Please deliver again.',
		log: (registration) =>
			`rejected a delivery with status 503, because it has no secret to check it: ${registration === 'manual' ? 'enter the secret of this webhook as "Webhook Secret" in the credential' : 'unpublish the workflow and publish it again, unless it was being published at that time'}.`,
	},
	forged: WRONG_SIGNATURE,
	otherSecret: {
		...WRONG_SIGNATURE,
		log: `rejected a delivery (401): it was signed with another secret. ${CAUSES}`,
	},
	noSignature: {
		...WRONG_SIGNATURE,
		log: `rejected a delivery (401): it has no known signature. ${CAUSES}`,
	},
	malformed: {
		status: 400,
		message: 'The body is not a valid event.',
		log: 'rejected a signed delivery with status 400, because it is not an event',
	},
	otherType: { status: 200, message: 'Ignored: this workflow does not listen to this event type' },
	otherRealm: {
		status: 200,
		message: 'Ignored: this workflow listens to another realm',
		log: (realm, wanted) =>
			`ignored a signed event of the realm ${realm}, because it listens to the realm ${wanted}. If the event is meant for this workflow, enter its realm as "Realm ID" in the trigger. Otherwise remove this webhook from that realm.`,
	},
	filtered: { status: 200, message: 'Ignored: this event does not match the filters of this workflow' },
	// A redelivery would be even older.
	old: {
		status: 200,
		message: 'Ignored: this event is older than the maximum age',
		log: 'ignored a signed event that is older than its option "Maximum Age" allows',
	},
	early: {
		status: 503,
		message: 'The timestamp is in the future. Please deliver again.',
		log: 'rejected a signed event from the future. Compare the clocks, then deliver it again',
	},
	timeless: {
		status: 400,
		message: 'The event has no readable timestamp.',
		log: 'rejected a signed event without a readable timestamp, which its option "Maximum Age" needs',
	},
	taken: { status: 200, message: 'Ignored: this event was delivered before' },
	running: { status: 503, message: 'This event is being processed. Please deliver again.' },
	unable: {
		status: 503,
		message: 'This webhook cannot accept events right now. Please deliver again.',
		log: (reason) => `rejects deliveries with status 503: ${reason}`,
	},
} satisfies Record<string, Answer>;

/** Answers a delivery that starts nothing. The log gets the two details. */
export function answer(
	context: IWebhookFunctions,
	name: keyof typeof ANSWERS,
	one = '',
	other = '',
): IWebhookResponseData {
	const { status, message, log }: Answer = ANSWERS[name];
	if (log !== undefined) notice(context, name, typeof log === 'string' ? log : log(one, other));
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}

/** A line is repeated only after an hour, so that no one can fill n8n's log by posting to the address. */
const QUIET_MS = 3_600_000;

/** The time of the last line, by trigger and kind. In milliseconds since 1970. */
const saidAt = new Map<string, number>();

/** Writes a warning to n8n's log, once an hour and process for each trigger and kind. */
export function notice(context: IWebhookFunctions, kind: string, words: string): void {
	const key = `${nodeKey(context)} ${kind}`;
	const now = Date.now();
	if (now - (saidAt.get(key) ?? -Infinity) < QUIET_MS) return;
	saidAt.set(key, now);
	context.logger.warn(`"${context.getNode().name}" ${words}`);
}
