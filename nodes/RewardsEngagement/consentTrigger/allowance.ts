import { isSigned, type Visitor } from './visitor';

/**
 * Exchanges at a time. Everybody on the internet can send made-up codes, and each costs a request to the service: those
 * who come without a signed state share what their network address may have, and all of them what the trigger may.
 */
export const MAX_OF_ADDRESS = 25;
export const MAX_UNSIGNED = 250;
/** Who has a signed state was sent by the workflow, which is not to be kept out by those who were not. */
export const MAX_SIGNED = 1_000;

/** Counts the exchanges that are under way, so that nobody's keep the others out. */
export class Allowance {
	private signed = 0;

	private unsigned = 0;

	private readonly byAddress = new Map<string, number>();

	/** Takes a place. @returns what gives it back, or `undefined` when there is none */
	enter(visitor: Visitor): (() => void) | undefined {
		if (isSigned(visitor)) {
			if (this.signed >= MAX_SIGNED) return undefined;
			this.signed++;
			return () => void this.signed--;
		}
		const address = networkOf(visitor.address);
		const ofAddress = this.byAddress.get(address) ?? 0;
		if (ofAddress >= MAX_OF_ADDRESS || this.unsigned >= MAX_UNSIGNED) return undefined;
		this.unsigned++;
		this.byAddress.set(address, ofAddress + 1);
		return () => this.leave(address);
	}

	private leave(address: string): void {
		this.unsigned--;
		const left = (this.byAddress.get(address) ?? 1) - 1;
		if (left > 0) this.byAddress.set(address, left);
		else this.byAddress.delete(address);
	}
}

/** The part of an address that one visitor cannot choose: all of IPv4, the first 64 bits of IPv6 (RFC 4291). */
export function networkOf(address: string): string {
	const plain = address
		.toLowerCase()
		.replace(/^::ffff:(?=\d+\.)/, '')
		.replace(/%.*$/s, '')
		// Some proxies write a port, which is another for each connection.
		.replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/s, '$1$3');
	if (!plain.includes(':')) return plain;
	const [head = '', tail] = plain.split('::', 2);
	const groups = head
		.split(':')
		.filter(Boolean)
		.map((group) => group.replace(/^0+(?=.)/, ''));
	const after = tail === undefined ? [] : tail.split(':').filter(Boolean);
	const zeros = Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0');
	return [...groups, ...zeros, ...after].slice(0, 4).join(':');
}
