import { isSigned, type Visitor } from './visitor';

/**
 * Exchanges at a time. Everybody on the internet can send made-up codes, and each costs a request to the service: those
 * who come without a signed state share what their network address may have, and all of them what the trigger may.
 */
export const MAX_OF_ADDRESS = 25;
/** Whoever is given 48 bits of an IPv6 address has 65,536 networks (RFC 6177). */
export const MAX_OF_SITE = 100;
export const MAX_UNSIGNED = 250;
/** Who has a signed state was sent by the workflow, which is not to be kept out by those who were not. */
export const MAX_SIGNED = 1_000;

/** Counts the exchanges that are under way, so that nobody's keep the others out. */
export class Allowance {
	private signed = 0;

	private unsigned = 0;

	/** By network, and by what a network of IPv6 is a part of. */
	private readonly byOrigin = new Map<string, number>();

	/** Takes a place. @returns what gives it back, or `undefined` when there is none */
	enter(visitor: Visitor): (() => void) | undefined {
		if (isSigned(visitor)) {
			if (this.signed >= MAX_SIGNED) return undefined;
			this.signed++;
			return () => void this.signed--;
		}
		const network = networkOf(visitor.address);
		const site = siteOf(network);
		const isTaken =
			this.unsigned >= MAX_UNSIGNED ||
			this.countOf(network) >= MAX_OF_ADDRESS ||
			this.countOf(site) >= MAX_OF_SITE;
		if (isTaken) return undefined;
		this.add(network, site, 1);
		return () => this.add(network, site, -1);
	}

	private countOf(origin: string): number {
		return this.byOrigin.get(origin) ?? 0;
	}

	private add(network: string, site: string, step: 1 | -1): void {
		this.unsigned += step;
		for (const origin of new Set([network, site])) {
			const count = this.countOf(origin) + step;
			if (count > 0) this.byOrigin.set(origin, count);
			else this.byOrigin.delete(origin);
		}
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

/** What a network of IPv6 is a part of: its first 48 bits. An address of IPv4 is a part of nothing. */
function siteOf(network: string): string {
	return network.split(':').slice(0, 3).join(':');
}
