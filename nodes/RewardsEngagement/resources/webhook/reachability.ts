import { unsentProblem } from '../../errors';
import { canReach, isInside, NOT_REACHABLE_ADVICE } from '../../shared/reachable';
import { httpAddress } from '../../shared/webAddress';

/**
 * Checks whether the service can reach an address before it is registered.
 *
 * @returns a warning for the log, if any
 * @throws {Problem} when the service certainly cannot reach it. That is so if it is not a web address, or an
 * internal address while the service is external.
 */
export function checkReachable(webhookUrl: string, serviceUrl: string): string | undefined {
	const address = httpAddress(webhookUrl);
	if (!address) {
		throw unsentProblem(
			`The webhook URL ${webhookUrl} is not a web address`,
			'Set WEBHOOK_URL to an address that starts with https://, restart n8n and publish again.',
		);
	}
	const isPrivate = isInside(address.hostname);
	if (isPrivate && !isInside(httpAddress(serviceUrl)?.hostname ?? '')) {
		throw unsentProblem(
			`The service cannot reach n8n: ${webhookUrl} is a private address`,
			`${NOT_REACHABLE_ADVICE} If the service is in the same network, set "Registration" to Manual.`,
		);
	}
	if (!canReach(serviceUrl, webhookUrl))
		return `The service at ${serviceUrl} may be unable to reach ${webhookUrl}, because this address means "this computer". If no events arrive: ${NOT_REACHABLE_ADVICE}`;
	if (isPrivate || address.protocol === 'https:') return undefined;
	return `The service will deliver events to ${webhookUrl} without encryption. Use HTTPS in production: set WEBHOOK_URL to an address that starts with https://.`;
}
