import { isExpression, type IHookFunctions } from 'n8n-workflow';

import { toConnection } from '../api/connection';
import { unsentProblem, type Problem } from '../errors';
import { ParameterReader } from '../fields/reader';
import { webAddress } from '../shared/webAddress';
import { pages, type Page } from './pages';
import { fields, options } from './properties';

const CHOICES = { success: 'afterSuccess', denial: 'afterDenial' } as const;
const USUAL_PAGES = { success: pages.linked, denial: pages.declined } as const;

/** The literal start of an expression, up to the end of the host. Nothing after it can change the host. */
const FIXED_ORIGIN = /^=\s*(https?:\/\/[^/?#\\@\s{}]+)[/?#]/i;

/**
 * Where a person goes next. An address from an expression may contain query values from an attacker, and would then
 * lead anywhere (an open redirect). So its host must be plain text in the expression, or be on the list of hosts.
 *
 * @param ending what the person decided on the consent page
 * @throws {Problem} for a wrong setting
 */
export function nextPage(parameters: ParameterReader, ending: 'success' | 'denial'): Page {
	const choice = CHOICES[ending];
	if (parameters.field(choice, fields[choice]) === 'page') {
		const title = parameters.field(`${ending}Title`, fields[`${ending}Title`]);
		const text = parameters.field(`${ending}Text`, fields[`${ending}Text`]);
		return { ...USUAL_PAGES[ending], own: { title, text } };
	}
	const { href, origin, host } = webAddressOf(parameters.field(`${ending}Url`, fields[`${ending}Url`]));
	const written = parameters.written(`${ending}Url`);
	if (isExpression(written) && origin !== fixedOrigin(written) && !namedHosts(parameters).includes(host)) {
		throw unnamedHost(`is "${host}", which is not allowed`);
	}
	return { ...pages.movingOn, continueTo: href };
}

/**
 * On publishing, checks what can be checked without a person. The owner should see a mistake before the first visitor
 * does. It does not evaluate expressions, because they may need a request.
 *
 * @throws {Problem} naming what is wrong
 */
export async function checkSettings(context: IHookFunctions): Promise<void> {
	const parameters = new ParameterReader(context, { isTrigger: true });
	const hosts = namedHosts(parameters);
	for (const ending of ['success', 'denial'] as const) {
		if (parameters.written(CHOICES[ending]) !== 'redirect') continue;
		const written = parameters.written(`${ending}Url`);
		if (!isExpression(written)) webAddressOf(written);
		else if (fixedOrigin(written) === undefined && hosts.length === 0) throw unnamedHost('is not plain text');
	}
	const { clientId } = toConnection(await context.getCredentials('rewardsEngagementApi'));
	const ownClientId = parameters.writtenIn(options, 'clientId') ?? '';
	if (parameters.written('requireState') === true && clientId === '' && ownClientId === '') {
		throw unsentProblem(
			'"Client ID" is missing, but "Require Signed State" needs it',
			'Enter the client ID in the credential.',
		);
	}
}

/**
 * Parses the address of a website as a browser writes it. Other addresses could send a browser to a script, or to a
 * host that looks like another one.
 */
function webAddressOf(given: unknown): URL {
	const address = typeof given === 'string' ? given.trim() : '';
	const url = webAddress(address);
	if (url) return url;
	throw unsentProblem(
		`"Redirect To" must be a web address that starts with https:// or http://, but is "${address.slice(0, 80)}"`,
		'Correct "Redirect To".',
	);
}

/** The scheme and host at the start of an expression, if they are plain text. */
function fixedOrigin(written: string): string | undefined {
	const [, beginning = ''] = FIXED_ORIGIN.exec(written) ?? [];
	return webAddress(beginning)?.origin;
}

/**
 * The hosts that the user listed, as a browser writes them. They are in lower case, other alphabets are encoded, and
 * a default port is left out. An expression could name any host.
 */
function namedHosts(parameters: ParameterReader): string[] {
	const written = parameters.writtenIn(options, 'allowedHosts');
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

function unnamedHost(given: string): Problem {
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
