import { httpAddress } from './webAddress';

/**
 * Networks that the internet does not route (IANA's registries of special-purpose addresses). They include example
 * addresses for documents.
 */
const INSIDE_IPV4 = [
	'0.0.0.0/8',
	'10.0.0.0/8',
	'100.64.0.0/10',
	'127.0.0.0/8',
	'169.254.0.0/16',
	'172.16.0.0/12',
	'192.0.0.0/24',
	'192.0.2.0/24',
	'192.168.0.0/16',
	'198.18.0.0/15',
	'198.51.100.0/24',
	'203.0.113.0/24',
	'224.0.0.0/3',
].map((network) => {
	const [address = '', bits] = network.split('/');
	const size = 2 ** (32 - Number(bits));
	return { size, number: Math.floor(numberOf(address) / size) };
});

/**
 * The internet routes 2000::/3 of IPv6. Example addresses, and addresses that a gateway turns into IPv4 (6to4,
 * Teredo), are excluded.
 */
const OUTSIDE_IPV6 = /^\[(?!2002:|2001:(0:|:|db8:))[23][0-9a-f]{3}:/;

/** Names that the public DNS does not have (RFC 6762, RFC 8375, `.internal` of ICANN, and names of containers). */
const INSIDE_NAMES = /\.(local|localdomain|internal|intranet|private|corp|lan|home|arpa|svc|consul)$/;

/**
 * Whether a host is the computer that requests it.
 *
 * @param host in the form of `URL`: lower case, an IPv6 address in brackets, an IPv4 address with four decimal
 * numbers
 */
export function isThisComputer(host: string): boolean {
	const name = withoutDots(host);
	const number = ipv4In(name);
	if (number !== undefined) return number === 0 || number >>> 24 === 127;
	return name === '[::1]' || name === '[::]' || /^(.*\.)?(localhost|localhost\.localdomain)$/.test(name);
}

/**
 * Whether a host is known only inside a network or a computer, so that nothing outside can reach it. That includes
 * names without a dot.
 *
 * @param host in the form of `URL`, which writes every form of an IPv4 address (2130706433, 0x7f.1) as four numbers
 */
export function isInside(host: string): boolean {
	const name = withoutDots(host);
	const number = ipv4In(name);
	if (number !== undefined) {
		return INSIDE_IPV4.some((network) => Math.floor(number / network.size) === network.number);
	}
	if (name.startsWith('[')) return !OUTSIDE_IPV6.test(name);
	return isThisComputer(name) || !name.includes('.') || INSIDE_NAMES.test(name);
}

/** Whether a server can reach an address, as far as both addresses tell. */
export function canReach(serverUrl: string, address: string): boolean {
	const [host, server = ''] = [address, serverUrl].map((url) => httpAddress(url)?.hostname);
	if (host === undefined) return false;
	// "localhost" is another computer for a server that only shares the network.
	return isThisComputer(host) ? isThisComputer(server) : !isInside(host) || isInside(server);
}

function withoutDots(host: string): string {
	return host.replace(/\.+$/, '');
}

/** An IPv4 address as a number, even if it is written as an IPv6 address (`::ffff:…`). */
function ipv4In(name: string): number | undefined {
	const [, high = '', low = ''] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(name) ?? [];
	if (high !== '') return parseInt(high, 16) * 65_536 + parseInt(low, 16);
	return /^\d+\.\d+\.\d+\.\d+$/.test(name) ? numberOf(name) : undefined;
}

function numberOf(address: string): number {
	return address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

/** The advice if nothing outside can reach n8n. */
export const NOT_REACHABLE_ADVICE =
	'Set WEBHOOK_URL to the public URL of n8n, restart n8n and publish again. Without a public URL, use the Rewards and Engagement Poll Trigger.';
