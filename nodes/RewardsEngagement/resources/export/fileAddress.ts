import type { IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../../errors';
import { isInside, isThisComputer } from '../../shared/reachable';

/**
 * Refuses a file address inside n8n's own network, which no export of an external service may name. If the service
 * itself has such an address, its files may too.
 *
 * n8n looks up the host name, with the list of internal addresses of its SSRF protection. n8n before 2.30 has no such
 * look-up, so there only the ending of the name counts.
 *
 * @throws {Problem} when the address is refused
 */
export async function assertReachable(
	context: IExecuteFunctions,
	address: string,
	serviceAddress: string,
): Promise<void> {
	const { host, isHome } = assertPublic(address, serviceAddress);
	if (isHome || !('getSecureEgressFilter' in context.helpers)) return;
	// "enforced", because the operator of n8n may have turned the protection off for everything else.
	const filter = context.helpers.getSecureEgressFilter('enforced');
	// If the look-up fails, n8n throws. The name is then not refused, because a proxy may know it.
	const verdict = await filter.validateUrl(address).catch(() => undefined);
	if (!verdict || verdict.ok || !verdict.error.name.startsWith('SsrfBlocked')) return;
	throw refusal(
		host,
		'The host resolves to a private address, but the service does not. If this is intended, the operator of n8n can allow the host in N8N_SSRF_ALLOWED_HOSTNAMES.',
	);
}

/**
 * The check without a look-up: refuses addresses that are not web addresses, and all spellings of internal addresses.
 *
 * @returns the host, and whether it is that of the service
 * @throws {Problem} when the address is refused
 */
export function assertPublic(address: string, serviceAddress: string): { host: string; isHome: boolean } {
	const [host, service] = [hostOf(address), hostOf(serviceAddress)];
	const isHome = host === service || (isThisComputer(host) && isThisComputer(service));
	if (!/^https?:/i.test(address) || host === '')
		throw refusal(host, 'It is not a web address. Ask the operator of the service.');
	if (isHome || !isInside(host)) return { host, isHome };
	throw refusal(
		host,
		'It is inside a private network, but the service is not. Ask the operator of the service.',
	);
}

function hostOf(address: string): string {
	return URL.canParse(address) ? new URL(address).hostname.replace(/\.+$/, '') : '';
}

function refusal(host: string, advice: string): Problem {
	return new Problem({
		message: `Download from ${host || 'an unknown address'} is not allowed`,
		advice,
		outcome: 'notApplied',
	});
}
