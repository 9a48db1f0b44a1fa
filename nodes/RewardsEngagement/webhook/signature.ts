import { createHmac, timingSafeEqual } from 'node:crypto';

/** The header that carries the signature, in lower case as Node.js gives it (API document, section 6.1). */
export const SIGNATURE_HEADER = 'x-service-signature';

const FORM = /^sha256=([0-9a-f]{64})$/;

/**
 * Whether a delivery was signed with the secret: `sha256=` and the lowercase hexadecimal HMAC-SHA256 of the body.
 * Never throws.
 *
 * @param body the bytes as they came: parsing and writing them again would change them
 * @param header the signature header, whatever its type
 * @param secret not empty: an empty key makes a valid HMAC that anyone can compute
 */
export function isGenuine(body: Buffer, header: unknown, secret: string): boolean {
	// The form is checked first, because Buffer.from(…, 'hex') stops at the first wrong digit and takes the rest for absent.
	const digits = typeof header === 'string' ? FORM.exec(header)?.[1] : undefined;
	if (digits === undefined || secret === '') return false;
	return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(digits, 'hex'));
}
