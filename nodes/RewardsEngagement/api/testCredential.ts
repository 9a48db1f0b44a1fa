import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { sentencesOf } from '../errors';
import { isRecord } from '../shared/json';
import { apiKeyOf } from '../shared/secrets';
import { toConnection } from './connection';
import { describeProblem } from './describeProblem';
import { addressOf, toFault, toResponse, type FullResponse, type HttpResult } from './http';
import type { OperationRequest } from './request';
import { POLICIES } from './retry';

/** The same text that n8n uses for tests with rules. */
const SUCCESSFUL = 'Connection successful!';

const COPY_ID = 'Copy the realm ID from the URL of the realm in the dashboard.';

/** The request has one value of the user. */
const ADVICE = { '400': COPY_ID, '404': COPY_ID, '422': COPY_ID };

/**
 * Requests the realm of a credential, and says what is wrong with the credential, if anything.
 *
 * n8n also offers tests that consist of a request and rules. It skips the rules if there is no connection, and then
 * shows only the system's error code (n8n, `credentials-tester.service.js`).
 *
 * @param requestFor returns the request for the realm with an ID
 */
export async function testCredential(
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
	requestFor: (realmId: string) => OperationRequest,
): Promise<INodeCredentialTestResult> {
	const connection = toConnection(data);
	const { baseUrlProblem, realmId } = connection;
	if (baseUrlProblem !== undefined) return refuse(`"Base URL" ${baseUrlProblem}`);
	if (/^\.{0,2}$/.test(realmId) || realmId.includes('/'))
		return refuse('"Realm ID" is empty or contains a slash');
	const { policy, ...rest } = requestFor(realmId);
	const request = { ...rest, policy: { ...policy, advice: ADVICE } };
	const result = await sendOnce(context, addressOf(connection, request), apiKeyOf(data));
	if (result.kind === 'response') {
		const { id, error } = isRecord(result.body) ? result.body : {};
		const isAccepted = result.status >= 200 && result.status < 300;
		if (isAccepted && id !== undefined) return { status: 'OK', message: SUCCESSFUL };
		// The service names what it did not find, and another website does not.
		const isOther = result.status === 404 && error !== 'Not Found' && error !== 'NotFound';
		if (isAccepted || isOther)
			return refuse('This address responded, but it is not the rewards API. Check the base URL.');
	}
	const failure = { result, request, connection, maximumWait: 0, hasOptions: false };
	return refuse(sentencesOf(describeProblem(failure, 'notApplied')));
}

function refuse(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}

/** Sends a request with the only request function that n8n offers to a credential test. */
async function sendOnce(
	{ helpers }: ICredentialTestFunctions,
	uri: string,
	apiKey: string,
): Promise<HttpResult> {
	try {
		const { statusCode, headers, body } = (await helpers.request({
			method: 'GET',
			uri,
			headers: { Accept: 'application/json', Authorization: `Bearer ${apiKey}` },
			// Only this address gets the key, and we check every status.
			followRedirect: false,
			simple: false,
			resolveWithFullResponse: true,
			timeout: POLICIES.credentialTest.timeout,
		})) as FullResponse;
		return toResponse(statusCode, headers, typeof body === 'string' ? body : JSON.stringify(body ?? ''));
	} catch (error) {
		return toFault(error);
	}
}
