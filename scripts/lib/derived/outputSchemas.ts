import type { JSONSchema7 } from 'json-schema';
import { z } from 'zod';
import { zodToJsonSchema } from 'zod-to-json-schema';

import type { LocalOperation, Operation, Payment } from '../../../nodes/RewardsEngagement/declare/operation';
import { registry } from '../../../nodes/RewardsEngagement/resources/registry';
import { consentResult } from '../../../nodes/RewardsEngagement/resources/consent/record';
import { polledEvent } from '../../../nodes/RewardsEngagement/pollTrigger/record';
import { emittedEvent } from '../../../nodes/RewardsEngagement/resources/event/record';
import { fieldsForPeople } from '../../../nodes/RewardsEngagement/declare/resultForm';
import { freeObject, record } from '../../../nodes/RewardsEngagement/shared/record';

/** n8n looks here for the schemas of a node of version 1, beside the node's JavaScript (n8n, output schemas). */
const FOLDER = 'nodes/RewardsEngagement/__schema__/v1.0.0';

/** The trigger also has a version 1.1, and n8n looks for each version in a separate folder. */
const TRIGGER_FOLDERS = ['v1.0.0', 'v1.1.0'].map(
	(version) => `nodes/RewardsEngagement/trigger/__schema__/${version}`,
);

/** The poll trigger has one too. */
const POLL_FOLDER = 'nodes/RewardsEngagement/pollTrigger/__schema__/v1.0.0';

/** Two nodes without resources cannot share a folder, because each has the one file `output.json`. */
const CONSENT_FOLDER = 'nodes/RewardsEngagement/consentTrigger/__schema__/v1.0.0';

/** The JSON Schema of the items of every operation and of the triggers, by file path below `dist`. */
export function outputSchemas(): Map<string, JSONSchema7> {
	const schemas = new Map(
		registry.operations.map((operation) => [
			`${FOLDER}/${operation.resource}/${operation.name}.json`,
			toSchema(itemOf(operation)),
		]),
	);
	for (const folder of TRIGGER_FOLDERS) schemas.set(`${folder}/output.json`, toSchema(emittedEvent));
	schemas.set(`${POLL_FOLDER}/output.json`, toSchema(polledEvent));
	return schemas.set(`${CONSENT_FOLDER}/output.json`, toSchema(consentResult));
}

function itemOf(operation: Operation | LocalOperation): z.ZodTypeAny {
	const { response, parameters, additionalFields } = operation;
	if ('payment' in operation && operation.payment) return paymentOf(operation.payment, response);
	if (response.kind !== 'done') {
		const { holds, record: given } = response;
		const names = fieldsForPeople(operation);
		if (!holds) return only(given, names);
		return (given as z.AnyZodObject).extend({ [holds.field]: only(holds.record, names).nullable() });
	}
	const { confirm, about, sets = [], says, beside, record: sent } = response;
	if (sent) return sent;
	const fields = { ...parameters, ...additionalFields };
	const isList = (name: string) => fields[name]?.property.type === 'multiOptions';
	return z.object({
		[confirm]: z.boolean(),
		...Object.fromEntries(about.map((name) => [name, isList(name) ? z.array(z.string()) : z.string()])),
		...Object.fromEntries(sets.map((name) => [name, freeObject])),
		...(says !== undefined && { [says]: z.string() }),
		...beside,
	});
}

/** The fields that `withPayment` puts first, and the record of the service. */
function paymentOf({ kind, holder, balance }: Payment, response: Operation['response']): z.ZodTypeAny {
	const { shape } = (response as unknown as { record: z.AnyZodObject }).record;
	return record({
		name: z.string(),
		email: z.string(),
		amount: z.number(),
		...(balance && kind === 'change' && { previousBalance: z.number() }),
		...(balance && { newBalance: z.number() }),
		[holder]: z.string(),
		...shape,
	});
}

/** The fields of an item by default. */
function only(schema: z.ZodTypeAny, names: readonly string[] | undefined): z.ZodTypeAny {
	if (!names) return schema;
	const { shape } = schema as z.ZodObject<Record<string, z.ZodTypeAny>>;
	return record(Object.fromEntries(names.map((name) => [name, shape[name]!])));
}

/** The compiler cannot handle its own type, which is too deep. */
const convert = zodToJsonSchema as (record: unknown, options: { $refStrategy: 'none' }) => JSONSchema7;

function toSchema(record: z.ZodTypeAny): JSONSchema7 {
	const { $schema: _dialect, ...schema } = convert(record, { $refStrategy: 'none' });
	// The editor of n8n reads `version` and ignores how strict a schema is. We leave that out to keep the file
	// readable.
	return { ...plain(schema), version: 1 } as JSONSchema7;
}

/** Writes "may be null" in the form that the editor reads, and drops everything that it ignores. */
function plain(schema: JSONSchema7): JSONSchema7 {
	const { additionalProperties: _open, required: _none, anyOf, ...rest } = schema;
	const nullable = anyOf?.find((part) => (part as JSONSchema7).type !== 'null') as JSONSchema7 | undefined;
	if (nullable) return { ...rest, ...plain(nullable), type: [nullable.type as 'object', 'null'] };
	if (rest.items) rest.items = plain(rest.items as JSONSchema7);
	if (rest.properties) {
		rest.properties = Object.fromEntries(
			Object.entries(rest.properties).map(([name, property]) => [name, plain(property as JSONSchema7)]),
		);
	}
	return rest;
}
