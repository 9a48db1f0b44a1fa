import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';

import cryptoJs from 'crypto-js';
import fc from 'fast-check';

import {
	isSignature,
	SIGNATURE_HEADER,
	verifyAnySignature,
	verifySignature,
} from '../../nodes/RewardsEngagement/resources/event/signature';

const secrets = fc.string({ minLength: 1, unit: 'grapheme' });
const bodies = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));

/** Signs with crypto-js, which shares no code with node:crypto. */
function sign(body: Buffer, secret: string): string {
	const words = cryptoJs.lib.WordArray.create(new Uint8Array(body));
	return `sha256=${cryptoJs.HmacSHA256(words, secret).toString(cryptoJs.enc.Hex)}`;
}

/** The bytes with one flipped bit. */
function flip(bytes: Buffer, bit: number): Buffer {
	const changed = Buffer.from(bytes);
	const index = (bit >> 3) % changed.length;
	changed[index] = changed[index]! ^ (1 << (bit & 7));
	return changed;
}

it('accepts what an independent implementation signed', () => {
	fc.assert(
		fc.property(bodies, secrets, (body, secret) => verifySignature(body, sign(body, secret), secret)),
	);
});

it('accepts a published test vector (RFC 4231, case 2)', () => {
	const signature = 'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
	expect(verifySignature(Buffer.from('what do ya want for nothing?'), signature, 'Jefe')).toBe(true);
});

it('accepts what OpenSSL signed', () => {
	for (const body of [
		Buffer.from('{"type":"quest.completed"}'),
		Buffer.from([0, 255, 10, 13, 0]),
		Buffer.alloc(100_000, 'é'),
	]) {
		const secret = 'f00dfeed';
		const digest = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-hex'], {
			input: body,
		}).toString();
		expect(verifySignature(body, `sha256=${/[0-9a-f]{64}/.exec(digest)![0]}`, secret)).toBe(true);
	}
});

it('refuses a body with any changed bit', () => {
	const some = bodies.filter((body) => body.length > 0);
	fc.assert(
		fc.property(
			some,
			secrets,
			fc.nat(),
			(body, secret, bit) => !verifySignature(flip(body, bit), sign(body, secret), secret),
		),
	);
});

it('refuses a signature with any changed bit', () => {
	fc.assert(
		fc.property(bodies, secrets, fc.nat(), (body, secret, bit) => {
			const changed = flip(Buffer.from(sign(body, secret), 'latin1'), bit).toString('latin1');
			return !verifySignature(body, changed, secret);
		}),
	);
});

it.each<[string, (signature: string) => string]>([
	['in upper case', (signature) => signature.toUpperCase()],
	['in upper case behind the scheme', (signature) => `sha256=${signature.slice(7).toUpperCase()}`],
	['without the scheme', (signature) => signature.slice(7)],
	['under another scheme of the same length', (signature) => signature.replace('sha256', 'sha512')],
	['with a digit more', (signature) => `${signature}0`],
	['with a digit less', (signature) => signature.slice(0, -1)],
	['twice, as Node.js joins two headers', (signature) => `${signature}, ${signature}`],
	[
		'in characters whose lowest byte is right',
		(signature) => signature.replace(/[0-9a-f]$/, (digit) => String.fromCharCode(digit.charCodeAt(0) + 256)),
	],
])('refuses the right signature %s', (_how, spell) => {
	const body = Buffer.from('{"type":"quest.completed"}');
	const signature = sign(body, 'f00dfeed');
	expect(verifySignature(body, signature, 'f00dfeed')).toBe(true);
	expect(verifySignature(body, spell(signature), 'f00dfeed')).toBe(false);
});

it('refuses any re-encoding of the JSON that was signed', () => {
	fc.assert(
		fc.property(fc.json(), secrets, fc.integer({ min: 1, max: 8 }), (json, secret, indent) => {
			const original = Buffer.from(json);
			const again = Buffer.from(JSON.stringify(JSON.parse(json), null, indent));
			return again.equals(original) || !verifySignature(again, sign(original, secret), secret);
		}),
	);
});

it('refuses everything under an empty secret, even what that key signs', () => {
	const body = Buffer.from('{}');
	const signature = `sha256=${createHmac('sha256', '').update(body).digest('hex')}`;
	expect(verifySignature(body, signature, '')).toBe(false);
});

it('never throws, whatever the header holds', () => {
	fc.assert(
		fc.property(bodies, fc.anything(), secrets, (body, header, secret) => {
			expect(verifySignature(body, header, secret)).toBe(false);
		}),
	);
});

describe('where several secrets are known', () => {
	const body = Buffer.from('{"type":"quest.completed"}');
	const signed = (secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

	it('any one of them verifies, wherever it stands', async () => {
		for (const secret of ['old', 'new', 'next'])
			expect(await verifyAnySignature(body, signed(secret), ['old', 'new', 'next'])).toBe(true);
	});

	it('others have their turn while a long body is held against many', async () => {
		const secrets = Array.from({ length: 100 }, (_secret, number) => `secret ${number}`);
		let isTurn = false;
		setTimeout(() => (isTurn = true), 0);
		// Each takes so long that the code must then yield to other work.
		let time = Date.now() + 3_600_000;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => (time += 15));
		expect(await verifyAnySignature(Buffer.alloc(1024 ** 2), signed('old'), secrets)).toBe(false);
		clock.mockRestore();
		expect(isTurn).toBe(true);
	});

	it('another one, and none at all, do not', async () => {
		expect(await verifyAnySignature(body, signed('other'), ['old', 'new'])).toBe(false);
		expect(await verifyAnySignature(body, signed(''), [])).toBe(false);
		expect(await verifyAnySignature(body, signed(''), [''])).toBe(false);
	});
});

it('what looks like a signature is told by its form alone', () => {
	const form = `sha256=${'0a'.repeat(32)}`;
	expect(isSignature(form)).toBe(true);
	for (const other of [
		`x${form}`,
		`${form}0`,
		form.slice(0, -1),
		form.replace('a', 'g'),
		form.toUpperCase(),
		'',
	])
		expect(isSignature(other)).toBe(false);
	for (const other of [undefined, null, 7, [form], { form }]) expect(isSignature(other)).toBe(false);
});

it('the signature comes in the header of the API document', () =>
	expect(SIGNATURE_HEADER).toBe('x-service-signature'));
