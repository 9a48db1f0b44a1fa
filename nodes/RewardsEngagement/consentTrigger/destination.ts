import { isExpression, type IHookFunctions, type IWebhookFunctions } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { webAddress } from '../shared/webAddress';

/** The literal beginning of an expression, as far as the host reaches: nothing that follows can change it. */
const FIXED_ORIGIN = /^=\s*(https?:\/\/[^/?#\\@\s{}]+)[/?#]/i;

/**
 * Where a person may be sent. An expression can hold what somebody wrote into the query, and would then lead anywhere
 * (an open redirect): its host stands in it as plain text, or it is one of those that were named.
 *
 * @param address what the parameter gave, trimmed
 * @param written the parameter as the user wrote it
 * @param hosts gives those that were named, see {@link namedHosts}
 * @returns the address as a browser writes it
 * @throws {InvalidParameter} for anything else
 */
export function checkDestination(address: string, written: unknown, hosts: () => readonly string[]): string {
	const { href, origin, host } = webAddressOf(address);
	if (!isExpression(written) || origin === fixedOrigin(written) || hosts().includes(host)) return href;
	throw unnamedHost(host);
}

/**
 * @throws {InvalidParameter} for anything but an address of the web: a browser must not be sent to a script, nor a
 * person to a host that looks like another
 */
export function webAddressOf(address: string): URL {
	const url = webAddress(address);
	if (url) return url;
	throw new InvalidParameter(
		`"Redirect To" must be a web address that begins with https:// or http://, but is "${address.slice(0, 80)}"`,
		'Correct "Redirect To".',
	);
}

/**
 * Checks on publishing what can be told of an address without evaluating it.
 *
 * @throws {InvalidParameter} for an address that no person could be sent to
 */
export function checkWritten(written: unknown, hosts: readonly string[]): void {
	if (!isExpression(written)) webAddressOf(typeof written === 'string' ? written.trim() : '');
	else if (fixedOrigin(written) === undefined && hosts.length === 0) throw unnamedHost();
}

/**
 * The hosts that the user named, as a browser writes them: in small letters, other alphabets encoded, a port only where
 * it is not the usual one.
 *
 * @throws {InvalidParameter} for what is no host, and for an expression, which could name any
 */
export function namedHosts(context: IWebhookFunctions | IHookFunctions): string[] {
	const written: unknown = context.getNodeParameter('options.allowedHosts', '', { rawExpressions: true });
	if (isExpression(written)) throw notAHost('an expression');
	return (typeof written === 'string' ? written : '')
		.split(/[\s,;]+/)
		.filter(Boolean)
		.map((name) => {
			const url = /^[\p{L}\p{N}.:[\]-]+$/u.test(name) ? webAddress(`https://${name}`) : undefined;
			if (!url) throw notAHost(`"${name.slice(0, 80)}"`);
			return url.host;
		});
}

/** The scheme and host that an expression begins with as plain text, if it does. */
function fixedOrigin(written: string): string | undefined {
	const [, beginning = ''] = FIXED_ORIGIN.exec(written) ?? [];
	return webAddress(beginning)?.origin;
}

function unnamedHost(host?: string): InvalidParameter {
	const given = host === undefined ? 'is not written out' : `is "${host}", which is not named`;
	return new InvalidParameter(
		`The host of "Redirect To" comes from an expression and ${given}`,
		'Begin the address with its host as plain text, such as https://example.com/, or name the host under "Redirect Hosts". Otherwise anybody could have people sent anywhere.',
	);
}

function notAHost(given: string): InvalidParameter {
	return new InvalidParameter(
		`"Redirect Hosts" must be names of hosts such as example.com, but holds ${given}`,
		'Write the hosts without https:// and without a path, separated by commas.',
	);
}
