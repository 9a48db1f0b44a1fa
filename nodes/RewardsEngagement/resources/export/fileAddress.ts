import type { IExecuteFunctions } from 'n8n-workflow';

import { ServiceProblem } from '../../errors/serviceProblem';

/**
 * Refuses a file address inside the network that n8n stands in, which no export of a service outside may name. Where
 * the service itself lives at such an address, its files may too.
 *
 * A name is looked up by n8n itself, with the list of inner addresses it protects itself against; an n8n before 2.30
 * has no such look-up, and there a name is judged by its ending alone.
 *
 * @throws {ServiceProblem}
 */
export async function assertReachable(
	context: IExecuteFunctions,
	address: string,
	serviceAddress: string,
): Promise<void> {
	const host = assertPublic(address, serviceAddress);
	if (isHome(host, hostOf(serviceAddress)) || !('getSecureEgressFilter' in context.helpers)) return;
	// "enforced", because the operator of n8n may have left the protection off for everything else.
	const filter = context.helpers.getSecureEgressFilter('enforced');
	// A name that cannot be looked up from here, for which n8n throws, is not refused: a proxy may know it.
	const verdict = await filter.validateUrl(address).catch(() => undefined);
	if (verdict && !verdict.ok && verdict.error.name.startsWith('SsrfBlocked')) {
		throw refusal(
			host,
			'The name leads into a private network, and the service is not there. If that is as it should be, the operator of n8n can allow the name in N8N_SSRF_ALLOWED_HOSTNAMES.',
		);
	}
}

/**
 * The part that needs no look-up: refuses what is no web address, and the spellings of inner addresses.
 *
 * @returns the host, in lower case, without a dot at its end
 * @throws {ServiceProblem}
 */
export function assertPublic(address: string, serviceAddress: string): string {
	const host = hostOf(address);
	if (!/^https?:/i.test(address) || host === '') {
		throw refusal(host, 'It is no web address. Ask the operator of the service.');
	}
	if (isHome(host, hostOf(serviceAddress)) || !isInternal(host)) return host;
	throw refusal(
		host,
		'It lies inside a private network, and the service does not. Ask the operator of the service.',
	);
}

function refusal(host: string, description: string): ServiceProblem {
	return new ServiceProblem({
		message: `The service names a file at ${host || 'an address'} that this node does not fetch from`,
		description,
		outcome: 'notApplied',
	});
}

/** URL writes every spelling of an IPv4 address (2130706433, 0x7f.1, 017700000001) as four numbers. */
function hostOf(address: string): string {
	return URL.canParse(address) ? new URL(address).hostname.replace(/\.+$/, '') : '';
}

function isHome(host: string, serviceHost: string): boolean {
	return host === serviceHost || (isLoopback(host) && isLoopback(serviceHost));
}

function isLoopback(host: string): boolean {
	return /^(.+\.)?(localhost|localdomain)$/.test(host) || host === '[::1]' || /^127\.[\d.]+$/.test(host);
}

/** Addresses that are not of the public internet (RFC 6890), and names that only an inner network knows. */
function isInternal(host: string): boolean {
	if (isLoopback(host)) return true;
	if (host.startsWith('[')) return !/^\[[23]/.test(host) || CARRIES_IPV4.test(host);
	if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) {
		return (
			/^(0|10|127|169\.254|192\.168|192\.0\.[02]|198\.1[89]|198\.51\.100|203\.0\.113)\./.test(host) ||
			/^172\.(1[6-9]|2\d|3[01])\./.test(host) ||
			/^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./.test(host) ||
			/^(22[4-9]|2[3-5]\d)\./.test(host)
		);
	}
	return !host.includes('.') || /\.(local|internal|lan|home|corp|intranet|arpa)$/.test(host);
}

/** IPv6 addresses that a gateway turns into an IPv4 address of its choice (6to4 and Teredo), and examples. */
const CARRIES_IPV4 = /^\[(2002:|2001:(0:|:|db8:))/;
