import type { INodeProperties } from 'n8n-workflow';

import type { Fields } from '../fields/field';
import { wholeResponse } from '../fields/wholeResponse';
import { resourceNames, type LocalOperation, type Operation, type ResourceName } from './operation';
import { optionsOf, topLevelFields } from './readParameters';

type AnyOperation = Operation | LocalOperation;

/** The parameters of the node, all derived from the operations. */
export function buildProperties(operations: readonly AnyOperation[]): INodeProperties[] {
	const resources = [...new Set(operations.map(({ resource }) => resource))].sort(
		byName((name) => resourceNames[name]),
	);
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map((value) => ({ name: resourceNames[value], value })),
			default: 'member',
		},
		...resources.map((resource) => operationMenu(resource, operations)),
		...operations.flatMap(operationParameters),
	];
}

function operationMenu(resource: ResourceName, operations: readonly AnyOperation[]): INodeProperties {
	const own = operations
		.filter((operation) => operation.resource === resource)
		.sort(byName(({ displayName }) => displayName));
	const firstName = own[0]?.name ?? '';
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: own.map((operation) => ({
			name: operation.displayName,
			value: operation.name,
			action: operation.action,
			description: described(operation),
		})),
		default: firstName,
	};
}

const CERTAINTY_WORDS = {
	stated: '',
	partly: ' The API document shows this call only in part.',
	inferred: ' The API document does not show this call: its path and fields are inferred from similar ones.',
};

/** The description as shown, which says when the call itself is not certain. */
function described({ description, certainty = 'stated' }: AnyOperation): string {
	const words = CERTAINTY_WORDS[certainty];
	return words ? `${description.replace(/\.$/, '')}.${words}` : description;
}

function operationParameters(operation: AnyOperation): INodeProperties[] {
	const show = { resource: [operation.resource], operation: [operation.name] };
	const { updateFields = {}, response } = operation;
	const isUnwrapped = response.kind === 'list' || response.kind === 'data';
	const additionalFields = { ...operation.additionalFields, ...(isUnwrapped ? { wholeResponse } : {}) };
	return [
		...toProperties(topLevelFields(operation), true).map((property) => ({
			...property,
			displayOptions: { ...property.displayOptions, show: { ...show, ...property.displayOptions?.show } },
		})),
		...collection('updateFields', 'Update Fields', 'Add Field', updateFields, show),
		...collection('additionalFields', 'Additional Fields', 'Add Field', additionalFields, show),
		...collection('options', 'Options', 'Add option', 'run' in operation ? {} : optionsOf(operation), show),
	];
}

function collection(
	name: string,
	displayName: string,
	placeholder: string,
	fields: Fields,
	show: NonNullable<INodeProperties['displayOptions']>['show'],
): INodeProperties[] {
	if (Object.keys(fields).length === 0) return [];
	const options = toProperties(fields, false).sort(byName((field) => field.displayName));
	return [
		{ displayName, name, type: 'collection', placeholder, default: {}, displayOptions: { show }, options },
	];
}

function toProperties(fields: Fields, markRequired: boolean): INodeProperties[] {
	return Object.entries(fields).map(([name, field]) => ({
		...field.property,
		name,
		...(markRequired && !field.optional && !field.fallback ? { required: true } : {}),
	}));
}

/** Not with localeCompare: its first use loads tables that take longer than the rest of this file. */
function byName<T>(nameOf: (value: T) => string): (a: T, b: T) => number {
	return (a, b) => (nameOf(a).toLowerCase() < nameOf(b).toLowerCase() ? -1 : 1);
}
