import { ServiceProblem } from '../../api/serviceProblem';

/**
 * Refuses a file address inside the network that n8n stands in, which no export of a service outside may name. Where
 * the service itself lives at such an address, its files may too. Names that lead to such an address are a matter of
 * n8n's own protection, which sees the address they resolve to.
 *
 * @throws {ServiceProblem}
 */
export function assertPublic(address: string, serviceAddress: string): void {
	const { protocol, hostname } = URL.canParse(address) ? new URL(address) : { protocol: '', hostname: '' };
	const serviceHost = URL.canParse(serviceAddress) ? new URL(serviceAddress).hostname : '';
	const isWeb = protocol === 'https:' || protocol === 'http:';
	const isHome = hostname === serviceHost || (isLoopback(hostname) && isLoopback(serviceHost));
	if (isWeb && (isHome || !isInternal(hostname))) return;
	throw new ServiceProblem({
		message: `The service names a file at ${hostname || 'an address'} that this node does not fetch from`,
		description: isWeb
			? 'It lies inside a private network, and the service does not. Ask the operator of the service.'
			: 'It is no web address. Ask the operator of the service.',
		outcome: 'notApplied',
	});
}

function isLoopback(host: string): boolean {
	return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || host.startsWith('127.');
}

/** Addresses that are not of the public internet (RFC 6890), and names that only an inner network knows. */
function isInternal(host: string): boolean {
	if (isLoopback(host)) return true;
	if (host.startsWith('[')) return !/^\[[23]/.test(host);
	if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) {
		return (
			/^(0|10|127|169\.254|192\.168|192\.0\.0|198\.1[89])\./.test(host) ||
			/^172\.(1[6-9]|2\d|3[01])\./.test(host) ||
			/^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./.test(host) ||
			/^(22[4-9]|2[3-5]\d)\./.test(host)
		);
	}
	return !host.includes('.') || /\.(local|internal|lan|home|corp|intranet)\.?$/.test(host);
}
