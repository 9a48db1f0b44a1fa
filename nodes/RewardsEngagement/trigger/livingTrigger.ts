import { randomBytes } from 'node:crypto';
import { sleep, type IHookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { Deadline } from '../api/deadline';
import { signatureOf, SIGNATURE_HEADER, verifySignature } from '../resources/event/signature';
import { isSameAddress } from '../resources/webhook/remoteHooks';
import { parseJson } from '../shared/json';

/** Carries the proof that a trigger lives at an address, in lower case. */
export const PROOF_HEADER = 'x-rewards-engagement-proof';

/** A delivery of this type starts nothing. */
const QUESTION = 'rewards-engagement.trigger.question';

const questionSchema = z.object({ type: z.literal(QUESTION), url: z.string(), nonce: z.string() });

/** A trigger that is busy gets a second chance, because a wrong answer costs it its webhook. */
const ATTEMPTS = 2;
const TIMEOUT_MS = 5_000;
const PAUSE_MS = 1_000;

/**
 * Whether a trigger lives at an address that is not the own one: this n8n is then a copy of another that still runs. A
 * trigger proves with the secret that it lives there, which the owner of a parked domain cannot.
 *
 * @param secret of the address
 */
export async function livesAt(context: IHookFunctions, url: string, secret: string): Promise<boolean> {
	const nonce = randomBytes(16).toString('hex');
	const body = JSON.stringify({ type: QUESTION, url, nonce });
	for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
		if (attempt > 1) await sleep(PAUSE_MS);
		const given = await ask(context, url, body, secret);
		if (given !== undefined) return verifySignature(answerTo(nonce), given, secret);
	}
	return false;
}

/**
 * The proof that a signed delivery asks for.
 *
 * @param body whose signature holds
 * @param url of this trigger
 * @returns `undefined` if it asks for none, or an empty text if it asks for that of another address
 */
export function proofFor(body: Buffer, url: string | undefined, secret: string): string | undefined {
	// Most deliveries are events, which need not be read twice.
	if (!body.includes(QUESTION)) return undefined;
	const { success, data } = questionSchema.safeParse(parseJson(body.toString()));
	if (!success) return undefined;
	return url !== undefined && isSameAddress(data.url, url) ? signatureOf(answerTo(data.nonce), secret) : '';
}

/** What answers at the address says in the header of the proof. `undefined` if nothing answers in time, or it is out of order. */
async function ask(
	context: IHookFunctions,
	url: string,
	body: string,
	secret: string,
): Promise<string | undefined> {
	const deadline = new Deadline(TIMEOUT_MS);
	const work = context.helpers.httpRequest({
		method: 'POST',
		url,
		body,
		headers: { 'Content-Type': 'application/json', [SIGNATURE_HEADER]: signatureOf(body, secret) },
		// Only the header counts, so the body is not read.
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: TIMEOUT_MS,
		abortSignal: deadline.signal,
	}) as Promise<Answer>;
	// An aborted body says so, and without a listener that would end n8n's process.
	const heard = work.then((answer) => (answer.body.on?.('error', () => {}), answer));
	const answer = await deadline.race(heard).catch(() => undefined);
	deadline.end();
	return answer && answer.statusCode < 500 ? (answer.headers[PROOF_HEADER] ?? '') : undefined;
}

interface Answer {
	statusCode: number;
	headers: Record<string, string | undefined>;
	body: { on?: (event: 'error', listener: () => void) => void };
}

/** What is signed to prove that a trigger lives here. */
const answerTo = (nonce: string) => Buffer.from(`lives ${nonce}`);
