import { isExpression, type IHookFunctions, type IWebhookFunctions } from 'n8n-workflow';

import { unsentProblem, type Problem } from '../errors';
import { webAddress } from '../shared/webAddress';

/** The literal start of an expression, up to the end of the host. Nothing after it can change the host. */
const FIXED_ORIGIN = /^=\s*(https?:\/\/[^/?#\\@\s{}]+)[/?#]/i;

/**
 * Checks where a person may be sent. An expression may contain query values from an attacker, and would then lead
 * anywhere (an open redirect). So its host must be plain text in the expression, or be on the list of hosts.
 *
 * @param address value of the parameter, trimmed
 * @param written the parameter as the user wrote it
 * @param hosts returns the list of hosts, see {@link namedHosts}
 * @returns the address as a browser writes it
 * @throws {Problem} for any other address
 */
export function checkDestination(address: string, written: unknown, hosts: () => readonly string[]): string {
	const { href, origin, host } = webAddressOf(address);
	if (!isExpression(written) || origin === fixedOrigin(written) || hosts().includes(host)) return href;
	throw unnamedHost(host);
}

/**
 * Parses the address of a website. Other addresses could send a browser to a script, or to a host that looks like
 * another one.
 *
 * @throws {Problem} if it is not the address of a website
 */
function webAddressOf(address: string): URL {
	const url = webAddress(address);
	if (url) return url;
	throw unsentProblem(
		`"Redirect To" must be a web address that starts with https:// or http://, but is "${address.slice(0, 80)}"`,
		'Correct "Redirect To".',
	);
}

/**
 * On publishing, checks an address as far as possible without evaluating it.
 *
 * @throws {Problem} if no person could be sent to the address
 */
export function checkWritten(written: unknown, hosts: readonly string[]): void {
	if (!isExpression(written)) webAddressOf(typeof written === 'string' ? written.trim() : '');
	else if (fixedOrigin(written) === undefined && hosts.length === 0) throw unnamedHost();
}

/**
 * The hosts that the user listed, as a browser writes them. They are in lower case, other alphabets are encoded, and
 * a default port is left out.
 *
 * @throws {Problem} for a value that is not a host, and for an expression, which could name any host
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

/** The scheme and host at the start of an expression, if they are plain text. */
function fixedOrigin(written: string): string | undefined {
	const [, beginning = ''] = FIXED_ORIGIN.exec(written) ?? [];
	return webAddress(beginning)?.origin;
}

function unnamedHost(host?: string): Problem {
	const given = host === undefined ? 'is not plain text' : `is "${host}", which is not allowed`;
	return unsentProblem(
		`The host of "Redirect To" comes from an expression and ${given}`,
		'Start the address with its host as plain text, such as https://example.com/, or add the host to "Redirect Hosts". Otherwise, a forged link could send people to any site.',
	);
}

function notAHost(given: string): Problem {
	return unsentProblem(
		`"Redirect Hosts" must be host names such as example.com, but contains ${given}`,
		'Write the hosts without https:// and without a path, separated by commas.',
	);
}
