import { randomBytes } from 'node:crypto';
import { sleep, type IHookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { Deadline } from '../api/deadline';
import { signatureOf, SIGNATURE_HEADER, verifySignature } from '../resources/event/signature';
import { isSameAddress } from '../resources/webhook/remoteHooks';
import { parseJson } from '../shared/json';

/** The header with the proof that a trigger lives at an address, in lower case. */
export const PROOF_HEADER = 'x-rewards-engagement-proof';

/** A delivery of this type starts nothing. */
const QUESTION = 'rewards-engagement.trigger.question';

const questionSchema = z.object({ type: z.literal(QUESTION), url: z.string(), nonce: z.string() });

/** A busy trigger gets a second chance, because a wrong result would remove its webhook. */
const ATTEMPTS = 2;
const TIMEOUT_MS = 5_000;
const PAUSE_MS = 1_000;

/**
 * Whether a trigger lives at an address that is not the own one. This n8n instance is then a copy of another one that
 * still runs. The trigger proves that with its secret, which the owner of a parked domain does not have.
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
 * @param body with a verified signature
 * @param url of this trigger
 * @returns `undefined` if it asks for no proof, or an empty text if it asks for that of another address
 */
export function proofFor(body: Buffer, url: string | undefined, secret: string): string | undefined {
	// Most deliveries are events, which should not be parsed twice.
	if (!body.includes(QUESTION)) return undefined;
	const { success, data } = questionSchema.safeParse(parseJson(body.toString()));
	if (!success) return undefined;
	return url !== undefined && isSameAddress(data.url, url) ? signatureOf(answerTo(data.nonce), secret) : '';
}

/** The proof header in the response from the address. `undefined` if there is no response in time, or no proper one. */
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
	// An aborted body emits an error. Without a listener, that would end n8n's process.
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

/** The text that is signed as the proof. */
const answerTo = (nonce: string) => Buffer.from(`lives ${nonce}`);
