import { isExpression, type IExecuteFunctions } from 'n8n-workflow';

import type { Connection } from '../api/connection';
import type { Field, Fields } from '../fields/field';
import { optionFields, type RunOptions } from './options';
import { InvalidParameter } from '../errors/invalidParameter';
import { realmId } from '../fields/realm';
import type { LocalOperation, Operation } from './operation';

/** Where parameter values are read: an item of a run. */
type ParameterSource = Pick<IExecuteFunctions, 'getNodeParameter'>;

/** An operation's top-level parameters in the order of the panel, the realm included. */
export function topLevelFields({ parameters, realm = realmId }: Operation | LocalOperation): Fields {
	return realm ? { ...parameters, realmId: realm } : parameters;
}

/**
 * Reads and checks every parameter of an operation for one item. A member of a collection that the user did not add
 * is left out of the result, so that it is not sent.
 *
 * @throws {InvalidParameter} naming the field and what is wrong with it
 */
export function readValues(
	source: ParameterSource,
	operation: Operation | LocalOperation,
	itemIndex: number,
	connection: Connection,
): Record<string, unknown> {
	const values: Record<string, unknown> = {};
	for (const [name, field] of Object.entries(topLevelFields(operation))) {
		values[name] = readTopLevel(source, name, field, itemIndex, connection);
	}
	const additional = readCollection(source, 'additionalFields', operation.additionalFields ?? {}, itemIndex);
	const update = readCollection(source, 'updateFields', operation.updateFields ?? {}, itemIndex);
	if (operation.updateFields && Object.keys(update).length === 0) {
		throw new InvalidParameter(
			'No field to update was given',
			'Add at least one field under "Update Fields". Nothing was sent.',
		);
	}
	return Object.assign(values, additional, update);
}

/**
 * Reads and checks the options of an operation for one item.
 *
 * @throws {InvalidParameter} naming the option and what is wrong with it
 */
export function readOptions(source: ParameterSource, operation: Operation, itemIndex: number): RunOptions {
	const fields = optionsOf(operation);
	const options: RunOptions = readCollection(source, 'options', fields, itemIndex);
	if (!('onceKey' in fields) || options.onceKey) return options;
	const written = source.getNodeParameter('options', itemIndex, {}, { rawExpressions: true }) as RunOptions;
	if (isExpression(written.onceKey)) {
		throw new InvalidParameter(
			'"Once per Key" is an expression that gave no value for this item',
			'Correct the expression, or clear it to take the event that started the workflow. Nothing was sent.',
		);
	}
	return options;
}

/** The fields of an operation's options. */
export function optionsOf({ effect, perform, merge, isOffline }: Operation): Fields {
	if (isOffline) return {};
	return optionFields({ effect, isPlain: perform === undefined, isMergeable: merge !== undefined });
}

function readTopLevel(
	source: ParameterSource,
	name: string,
	field: Field<unknown>,
	itemIndex: number,
	connection: Connection,
): unknown {
	const raw: unknown = source.getNodeParameter(name, itemIndex, '', { extractValue: true });
	if (!isEmpty(raw)) return check(field, raw);
	const { displayName } = field.property;
	if (field.fallback) {
		const held = connection[field.fallback];
		if (held !== '') return check(field, held);
		throw new InvalidParameter(
			`"${displayName}" is empty, here and in the credential`,
			`Fill in "${displayName}" in one of them. Nothing was sent.`,
		);
	}
	if (!field.optional) {
		throw new InvalidParameter(`"${displayName}" is empty`, `Fill in "${displayName}". Nothing was sent.`);
	}
	if (holdsExpression(source.getNodeParameter(name, itemIndex, '', { rawExpressions: true }))) {
		throw new InvalidParameter(
			`"${displayName}" is an expression that gave no value for this item`,
			`Correct the expression, or clear "${displayName}" if it is meant to be left out. Nothing was sent.`,
		);
	}
	return undefined;
}

function readCollection(
	source: ParameterSource,
	name: string,
	fields: Fields,
	itemIndex: number,
): Record<string, unknown> {
	if (Object.keys(fields).length === 0) return {};
	const given = source.getNodeParameter(name, itemIndex, {}) as Record<string, unknown>;
	return Object.fromEntries(
		Object.entries(fields)
			.filter(([key]) => given[key] !== undefined && given[key] !== null)
			.map(([key, field]) => [key, check(field, given[key])]),
	);
}

function check(field: Field<unknown>, raw: unknown): unknown {
	const result = field.schema.safeParse(raw);
	if (result.success) return result.data;
	const { displayName, typeOptions } = field.property;
	const given = typeOptions?.password ? '' : `, but is ${quote(raw)}`;
	const wrong = result.error.issues[0]?.message ?? 'is not valid';
	throw new InvalidParameter(
		`"${displayName}" ${wrong}${wrong.startsWith('must') ? given : ''}`,
		`Correct "${displayName}". Nothing was sent.`,
	);
}

function quote(value: unknown): string {
	const json = JSON.stringify(value) ?? String(value);
	return json.length > 80 ? `${json.slice(0, 80)}…` : json;
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Whether a parameter as the user wrote it holds an expression, in a resource locator too. */
function holdsExpression(raw: unknown): boolean {
	const isLocator = typeof raw === 'object' && raw !== null && '__rl' in raw && 'value' in raw;
	return isExpression(isLocator ? raw.value : raw);
}
