import { isSigned, type Visitor } from './visitor';

/**
 * Exchanges at a time. Everybody on the internet can send made-up codes, and each costs a request to the service: those
 * who come without a signed state share what their network may have, and all of them what the trigger may.
 */
export const MAX_OF_NETWORK = 25;
export const MAX_UNSIGNED = 250;
/** Who has a signed state was sent by the workflow, which is not to be kept out by those who were not. */
export const MAX_SIGNED = 1_000;

/** Counts the exchanges that are under way, so that nobody's keep the others out. */
export class Allowance {
	private signed = 0;

	private unsigned = 0;

	private readonly byNetwork = new Map<string, number>();

	/** Takes a place. @returns what gives it back, or `undefined` when there is none */
	enter(visitor: Visitor): (() => void) | undefined {
		if (isSigned(visitor)) {
			if (this.signed >= MAX_SIGNED) return undefined;
			this.signed++;
			return () => void this.signed--;
		}
		const network = networkOf(visitor.address);
		const count = this.byNetwork.get(network) ?? 0;
		if (this.unsigned >= MAX_UNSIGNED || count >= MAX_OF_NETWORK) return undefined;
		this.add(network, 1);
		return () => this.add(network, -1);
	}

	private add(network: string, step: 1 | -1): void {
		this.unsigned += step;
		const count = (this.byNetwork.get(network) ?? 0) + step;
		if (count > 0) this.byNetwork.set(network, count);
		else this.byNetwork.delete(network);
	}
}

/**
 * The part of an address that one visitor cannot choose: all of IPv4, the first 48 bits of IPv6. A site is given so many
 * (RFC 6177), and chooses the others itself.
 */
export function networkOf(address: string): string {
	const plain = address
		.toLowerCase()
		.replace(/^::ffff:(?=\d+\.)/, '')
		// Some proxies write a port, which is another for each connection.
		.replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/s, '$1$3');
	if (!plain.includes(':')) return plain;
	const [head = ''] = plain.split('::');
	const groups = head.split(':').filter(Boolean);
	return [...groups.map((group) => group.replace(/^0+(?=.)/, '')), '0', '0', '0'].slice(0, 3).join(':');
}
