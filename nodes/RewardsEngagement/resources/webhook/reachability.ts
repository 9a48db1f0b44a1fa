import { unsentProblem } from '../../errors';
import { isInside, isThisComputer, NOT_REACHABLE_ADVICE } from '../../shared/reachable';

/**
 * Checks whether the service can reach an address before it is registered.
 *
 * @returns a warning for the log, if any
 * @throws {Problem} when the service certainly cannot reach it. That is so if it is not a web address, or an
 * internal address while the service is external.
 */
export function checkReachable(webhookUrl: string, serviceUrl: string): string | undefined {
	if (!/^https?:\/\//i.test(webhookUrl) || !URL.canParse(webhookUrl)) {
		throw unsentProblem(
			`The webhook URL ${webhookUrl} is not a web address`,
			'Set WEBHOOK_URL to an address that starts with https://, restart n8n and publish again.',
		);
	}
	const { protocol, hostname } = new URL(webhookUrl);
	const serviceHost = URL.canParse(serviceUrl) ? new URL(serviceUrl).hostname : '';
	if (isInside(hostname)) {
		if (!isInside(serviceHost)) {
			throw unsentProblem(
				`The service cannot reach n8n: ${webhookUrl} is a private address`,
				`${NOT_REACHABLE_ADVICE} If the service is in the same network, set "Registration" to Manual.`,
			);
		}
		if (!isThisComputer(hostname) || isThisComputer(serviceHost)) return undefined;
		return `The service at ${serviceUrl} may be unable to reach ${webhookUrl}, because this address means "this computer". If no events arrive: ${NOT_REACHABLE_ADVICE}`;
	}
	if (protocol === 'https:') return undefined;
	return `The service will deliver events to ${webhookUrl} without encryption. Use HTTPS in production: set WEBHOOK_URL to an address that starts with https://.`;
}
