/**
 * Whether a host means the computer that asks for it.
 *
 * @param host as `URL` gives it: lower case, an IPv6 address in brackets, an IPv4 address with four decimal numbers
 */
export function isThisComputer(host: string): boolean {
	const name = withoutDot(host);
	const numbers = ipv4Of(name);
	if (numbers) return numbers[0] === 127 || numbers.every((number) => number === 0);
	return name === '[::1]' || name === '[::]' || /^(.*\.)?(localhost|localhost\.localdomain)$/.test(name);
}

/**
 * Whether a host is known only inside a network or a computer, so that nobody outside can reach it: addresses that the
 * internet does not route (IANA's registries of special-purpose addresses), and names that its DNS does not have (RFC 6762,
 * RFC 8375, ICANN's `.internal`, the names that container engines make up, and any without a dot).
 *
 * @param host as `URL` gives it
 */
export function isInside(host: string): boolean {
	const name = withoutDot(host);
	if (isThisComputer(name)) return true;
	const numbers = ipv4Of(name);
	if (numbers) return isInsideIpv4(numbers);
	if (name.startsWith('[')) return /^\[(fc|fd|fe[89ab])/.test(name);
	return !name.includes('.') || INSIDE_NAMES.test(name);
}

const INSIDE_NAMES = /\.(local|localdomain|internal|intranet|private|corp|lan|home|home\.arpa|svc|consul)$/;

function withoutDot(host: string): string {
	return host.replace(/\.$/, '');
}

/** The four numbers of an IPv4 address, also of one that is written as an IPv6 address (`::ffff:…`). */
function ipv4Of(name: string): number[] | undefined {
	const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(name) ?? [];
	if (high !== undefined && low !== undefined) {
		const words = [parseInt(high, 16), parseInt(low, 16)];
		return words.flatMap((word) => [word >> 8, word & 255]);
	}
	return /^\d+\.\d+\.\d+\.\d+$/.test(name) ? name.split('.').map(Number) : undefined;
}

function isInsideIpv4([first = 0, second = 0]: readonly number[]): boolean {
	return (
		first === 0 ||
		first === 10 ||
		first >= 224 ||
		(first === 100 && second >= 64 && second < 128) ||
		(first === 169 && second === 254) ||
		(first === 172 && second >= 16 && second < 32) ||
		(first === 192 && second === 168) ||
		(first === 198 && (second === 18 || second === 19))
	);
}

/** What there is to do where nobody outside can reach n8n. */
export const NOT_REACHABLE_ADVICE =
	'Set WEBHOOK_URL to the address under which the internet reaches this n8n, start n8n again, and publish once more. Where none can be had, use the Rewards and Engagement Poll Trigger: it asks the service, and needs no address.';
