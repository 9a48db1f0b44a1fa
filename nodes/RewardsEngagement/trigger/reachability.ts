import { InvalidParameter } from '../errors/invalidParameter';

/**
 * Judges whether the service can reach the address that is about to be registered.
 *
 * @returns a warning worth logging, if any
 * @throws {InvalidParameter} when it surely cannot: the address means "this computer", and the service is another one
 */
export function checkReachable(webhookUrl: string, serviceUrl: string): string | undefined {
	const { protocol, hostname } = new URL(webhookUrl);
	const serviceHost = URL.canParse(serviceUrl) ? new URL(serviceUrl).hostname : '';
	if (isThisComputer(hostname)) {
		if (isThisComputer(serviceHost)) return undefined;
		throw new InvalidParameter(
			`The service cannot reach this n8n at ${webhookUrl}`,
			'Set WEBHOOK_URL to the address under which the internet reaches this n8n, start n8n again, and publish once more.',
		);
	}
	if (protocol === 'https:') return undefined;
	return `The service will deliver events to ${webhookUrl} without encryption. Use HTTPS in production: set WEBHOOK_URL to an address that begins with https://.`;
}

function isThisComputer(host: string): boolean {
	return /^(localhost|.*\.localhost|127\..*|\[::1\]|0\.0\.0\.0)$/.test(host);
}
