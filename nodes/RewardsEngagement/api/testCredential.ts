import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { isRecord } from '../shared/json';
import { apiKeyOf } from '../shared/signedState';
import { certificateFault } from './certificateFault';
import { toConnection, type Connection } from './connection';
import { faultWords } from './faultWords';
import { hiderFor } from './hider';
import { toFault } from './http';
import { ended } from './serviceWords';

/** How long a person who saves a credential waits for an answer. */
const TIMEOUT_MS = 20_000;

/** What n8n says of a test that has rules, too. */
const SUCCESSFUL = 'Connection successful!';

/** What a status means, whatever the answer holds. */
const REFUSALS: ReadonlyMap<number, string> = new Map([
	refusal(
		401,
		'The service did not accept the API key. Create a new one in the dashboard and enter it here.',
	),
	refusal(
		403,
		'The API key cannot read this realm. Check that it belongs to this realm and has the realm:read permission.',
	),
	...[400, 422].map((status) =>
		refusal(status, 'The realm ID is not valid. Copy it from the URL of the realm in the dashboard.'),
	),
	refusal(429, 'The service is receiving too many requests just now. Try again in a minute.'),
	...[500, 502, 503, 504].map((status) =>
		refusal(status, `The service is not available right now (status ${status}). Try again later.`),
	),
]);

function refusal(status: number, message: string): [number, string] {
	return [status, message];
}

/**
 * Asks for the realm of a credential, and says what is wrong with the credential, if anything.
 *
 * n8n also has tests that are a request and a list of rules. It asks no rule where no connection was made, and shows the
 * bare code of the system (n8n, `credentials-tester.service.js`).
 */
export async function testCredential(
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const connection = toConnection(data);
	const wrong = wrongFields(connection) ?? (await wrongAnswer(context, connection, apiKeyOf(data)));
	if (!wrong) return { status: 'OK', message: SUCCESSFUL };
	return { ...wrong, message: hiderFor(connection)(wrong.message) };
}

function refused(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}

/** What keeps a request from being sent. */
function wrongFields({ baseUrlProblem, realmId }: Connection): INodeCredentialTestResult | undefined {
	if (baseUrlProblem !== undefined) return refused(`"Base URL" ${baseUrlProblem}`);
	const isNone = /^\.{0,2}$/.test(realmId) || realmId.includes('/');
	return isNone ? refused('"Realm ID" is empty or contains a slash') : undefined;
}

interface Answer {
	statusCode: number;
	body: unknown;
}

async function wrongAnswer(
	{ helpers }: ICredentialTestFunctions,
	{ baseUrl, realmId }: Connection,
	apiKey: string,
): Promise<INodeCredentialTestResult | undefined> {
	try {
		// The only request that n8n lends to a test of a credential.
		const answer = (await helpers.request({
			method: 'GET',
			uri: `${baseUrl}/api/v1/realms/${encodeURIComponent(realmId)}`,
			headers: { Accept: 'application/json', Authorization: `Bearer ${apiKey}` },
			// The key goes to this address only, and every status is looked at.
			followRedirect: false,
			simple: false,
			resolveWithFullResponse: true,
			timeout: TIMEOUT_MS,
		})) as Answer;
		const words = REFUSALS.get(answer.statusCode);
		return words === undefined ? wrongBody(answer) : refused(words);
	} catch (error) {
		return unanswered(error, baseUrl);
	}
}

/** A 404 is read too: the service names what it did not find, another site does not. */
function wrongBody({ statusCode, body }: Answer): INodeCredentialTestResult | undefined {
	const record = typeof body === 'string' ? parsed(body) : body;
	const { error, id } = isRecord(record) ? record : {};
	// The service has two words for it.
	if (error === 'Not Found' || error === 'NotFound')
		return refused('No realm has this ID. Check the realm ID.');
	const isRealm = statusCode >= 200 && statusCode < 300 && id !== undefined;
	return isRealm
		? undefined
		: refused('This address responded, but it is not the rewards API. Check the base URL.');
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function unanswered(error: unknown, baseUrl: string): INodeCredentialTestResult {
	const fault = toFault(error);
	const { message, advice } = faultWords(fault, baseUrl);
	const isKnown = fault.reached === 'perhaps' || certificateFault(fault.code) !== undefined;
	if (isKnown) return refused(`${message}. ${advice}`);
	return refused(
		`Nothing answers at this address. Check the base URL, and that n8n can reach it. The system says: ${ended(fault.reason)}`,
	);
}
