import { createHmac, timingSafeEqual } from 'node:crypto';

import { yieldToEventLoop } from '../../shared/yieldToEventLoop';

/** The signature header, in lower case like all headers in Node.js (API document, section 6.1). */
export const SIGNATURE_HEADER = 'x-service-signature';

const PREFIX = 'sha256=';
const LENGTH = PREFIX.length + 64;

/**
 * Whether a delivery was signed with the secret: `sha256=` and the lowercase hexadecimal HMAC-SHA256 of the body.
 * Never throws.
 *
 * @param body the received bytes. Parsing and serializing would change them.
 * @param header the signature header, of any type
 * @param secret not empty: an empty key makes a valid HMAC that anyone can compute
 */
export function verifySignature(body: Buffer, header: unknown, secret: string): boolean {
	if (typeof header !== 'string' || header.length !== LENGTH || secret === '') return false;
	// The header is compared as text and never decoded, because Buffer.from(…, 'hex') stops at the first wrong digit.
	// The comparison uses UTF-8, where no other text has the same bytes. In a one-byte encoding some texts have.
	const expected = Buffer.from(PREFIX + createHmac('sha256', secret).update(body).digest('hex'));
	const given = Buffer.from(header);
	return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * Verifies against several secrets, of which one must match. It tries all of them, so that the time does not reveal
 * which one matched. It yields in between, because anyone can send a body that takes long.
 */
export async function verifyAnySignature(
	body: Buffer,
	header: unknown,
	secrets: readonly string[],
): Promise<boolean> {
	let holds = false;
	for (const [index, secret] of secrets.entries()) {
		if (index > 0) await yieldToEventLoop();
		holds = verifySignature(body, header, secret) || holds;
	}
	return holds;
}

/** Whether a header has the form of a signature, valid or not. */
export function isSignature(header: unknown): boolean {
	return typeof header === 'string' && /^sha256=[0-9a-f]{64}$/.test(header);
}
