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
import { hiderFor } from './hide';
import { toFault } from './http';
import { ended } from './serviceWords';

/** How long a user who saves a credential waits for the response. */
const TIMEOUT_MS = 20_000;

/** The same text that n8n uses for tests with rules. */
const SUCCESSFUL = 'Connection successful!';

/** The meaning of a status, whatever the body is. */
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
	refusal(429, 'The service is receiving too many requests right now. Try again in a minute.'),
	...[500, 502, 503, 504].map((status) =>
		refusal(status, `The service is not available right now (status ${status}). Try again later.`),
	),
]);

function refusal(status: number, message: string): [number, string] {
	return [status, message];
}

/**
 * Requests the realm of a credential, and says what is wrong with the credential, if anything.
 *
 * n8n also offers tests that consist of a request and rules. It skips the rules if there is no connection, and then
 * shows only the system's error code (n8n, `credentials-tester.service.js`).
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

/** Problems that keep a request from being sent. */
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
		// The only request function that n8n offers to a credential test.
		const answer = (await helpers.request({
			method: 'GET',
			uri: `${baseUrl}/api/v1/realms/${encodeURIComponent(realmId)}`,
			headers: { Accept: 'application/json', Authorization: `Bearer ${apiKey}` },
			// Only this address gets the key, and we check every status.
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

/** A 404 needs the body too: the service names what it did not find, and another website does not. */
function wrongBody({ statusCode, body }: Answer): INodeCredentialTestResult | undefined {
	const record = typeof body === 'string' ? parsed(body) : body;
	const { error, id } = isRecord(record) ? record : {};
	// The service uses both words.
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
		`There is no response from this address. Check the base URL, and check that n8n can reach it. The system says: ${ended(fault.reason)}`,
	);
}
