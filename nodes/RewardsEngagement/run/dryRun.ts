import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { HIDDEN } from '../api/hide';
import { addressOf } from '../api/http';
import type { ItemContent } from '../declare/operation';
import type { SharedRequest } from '../errors';
import { allFields } from '../fields/field';
import type { Job } from './job';
import { personAndAmount } from './payment';

/**
 * The item of a dry run: for a payment who and how much, then the request that would be sent, without
 * authentication, and its key. It only reads, and leaves no trace.
 *
 * @param shared the request that the item would share with others
 * @throws {Problem} if nothing can be sent to the address of the credential
 */
export async function showRequest(
	context: IExecuteFunctions,
	job: Job,
	shared?: SharedRequest,
): Promise<ItemContent[]> {
	const { operation, client, values, request, shownKey, output } = job;
	addressOf(client.connection, request);
	const { method, path, query, body } = request;
	const secrets = secretsOf(job);
	const item = {
		...(operation.payment && personAndAmount(job)),
		dryRun: true,
		request: { ...shared, method, path: path.text, query, body },
		idempotencyKey: shownKey?.key,
	};
	// As JSON, because `undefined` is not sent.
	const text = JSON.stringify(item, (_name, value: unknown) => (secrets.has(value) ? HIDDEN : value));
	const found = await operation.preview?.({ context, client, values, request });
	return [{ json: output.show(client.shown({ ...(JSON.parse(text) as IDataObject), ...found })) }];
}

/** The values that the panel hides. */
function secretsOf({ operation, values }: Job): Set<unknown> {
	const fields = Object.entries(allFields(operation));
	const secrets = fields.filter(([, { property }]) => property.typeOptions?.password);
	return new Set(secrets.map(([name]) => values[name]).filter((value) => value !== undefined));
}
