import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { Client } from '../api/client';
import { INTERACTIVE, type RetryPolicy } from '../api/retryPolicy';
import { ServiceProblem } from '../errors/serviceProblem';
import { idSchema } from '../fields/text';
import { exchangeCode } from '../resources/consent/exchangeCode';
import { isRecord } from '../shared/json';

/** A person looks at an empty page, and the exchange takes up a place. */
const AT_THE_PAGE: RetryPolicy = { ...INTERACTIVE, totalTime: INTERACTIVE.timeout };

/**
 * Exchanges a code for the member who consented.
 *
 * @param redirectUri exactly as the consent page got it
 * @returns the service's data of the member, with `serviceId` as text
 * @throws {ServiceProblem} if the exchange gives no member
 */
export async function exchangeForMember(
	context: IWebhookFunctions,
	code: string,
	redirectUri: string,
): Promise<IDataObject> {
	const client = await Client.open(context, AT_THE_PAGE);
	const { status, body } = await client.send(exchangeCode.request({ code, redirectUri }));
	const answer = isRecord(body) ? body : {};
	const serviceId = idSchema.safeParse(answer.serviceId);
	if (serviceId.success) return { ...answer, serviceId: serviceId.data };
	throw new ServiceProblem({
		message: 'The service accepted the code but did not say who consented',
		description: 'Its response contains no "serviceId". Ask the person to give their consent again.',
		outcome: 'unknown',
		status,
	});
}
