import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import net from 'node:net';

/** A certificate for tests, in PEM, with its key. */
export interface Certificate {
	certificate: string;
	key: string;
	subject: string;
}

export interface CertificateOptions {
	/** Its common name. */
	subject: string;
	/** The signer. By default the certificate signs itself. */
	issuer?: Certificate;
	/** The names and IP addresses of the host. */
	hosts?: string[];
	isAuthority?: boolean;
	/** Whether it has a rule that no program knows, and that no program may ignore. */
	hasUnknownRule?: boolean;
	/** By default it is valid from yesterday until tomorrow. */
	from?: Date;
	until?: Date;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The date that many days from now. */
export const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

/** Makes a certificate (X.509, version 3, P-256) in the format of RFC 5280. */
export function makeCertificate({
	subject,
	issuer,
	hosts = [],
	isAuthority = false,
	hasUnknownRule = false,
	from = inDays(-1),
	until = inDays(1),
}: CertificateOptions): Certificate {
	const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const extensions = [
		isAuthority && extension('551d13', sequence(der(0x01, Buffer.from([0xff])))),
		hosts.length > 0 && extension('551d11', sequence(...hosts.map(generalName))),
		hasUnknownRule && extension('2a0304', der(0x05), CRITICAL),
	].filter((one) => one !== false);
	const body = sequence(
		der(0xa0, integer(Buffer.from([2]))),
		integer(Buffer.from(`01${Math.random().toString(16).slice(2, 10).padEnd(8, '0')}`, 'hex')),
		ECDSA_WITH_SHA256,
		nameOf(issuer?.subject ?? subject),
		sequence(time(from), time(until)),
		nameOf(subject),
		publicKey.export({ type: 'spki', format: 'der' }),
		...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
	);
	const signature = sign('sha256', body, issuer ? createPrivateKey(issuer.key) : privateKey);
	const whole = sequence(body, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature));
	const lines = whole
		.toString('base64')
		.match(/.{1,64}/g)!
		.join('\n');
	return {
		certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		subject,
	};
}

/** The name of a certificate's file in a folder of OpenSSL, without extension. `openssl rehash` gives it this name. */
export function subjectHash(commonName: string): string {
	const canonical = attribute(commonName.toLowerCase());
	return createHash('sha1').update(canonical).digest().readUInt32LE().toString(16).padStart(8, '0');
}

/** One value of ASN.1 in DER. */
function der(tag: number, ...parts: Buffer[]): Buffer {
	const content = Buffer.concat(parts);
	const { length } = content;
	const size =
		length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const integer = (bytes: Buffer): Buffer => der(0x02, bytes);
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));

const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));

const attribute = (commonName: string): Buffer =>
	der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(commonName))));

const nameOf = (commonName: string): Buffer => sequence(attribute(commonName));

/** As UTCTime, which has a two-digit year and whole seconds. */
const time = (date: Date): Buffer =>
	der(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/\D/g, '')}Z`));

const CRITICAL = der(0x01, Buffer.from([0xff]));

const extension = (id: string, value: Buffer, ...critical: Buffer[]): Buffer =>
	sequence(objectId(id), ...critical, der(0x04, value));

const generalName = (host: string): Buffer =>
	net.isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host));
