import type { INodeProperties } from 'n8n-workflow';

import type { Fields } from '../fields/field';
import { realmId } from '../fields/realm';
import { resourceNames, type Operation, type ResourceName } from './operation';

/** The parameters of the node, all derived from the operations. */
export function buildProperties(operations: readonly Operation[]): INodeProperties[] {
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

function operationMenu(resource: ResourceName, operations: readonly Operation[]): INodeProperties {
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
		options: own.map(({ name, displayName, action, description }) => ({
			name: displayName,
			value: name,
			action,
			description,
		})),
		default: firstName,
	};
}

function operationParameters(operation: Operation): INodeProperties[] {
	const show = { resource: [operation.resource], operation: [operation.name] };
	const { parameters, additionalFields = {}, updateFields = {}, realm = realmId } = operation;
	const own = realm ? { ...parameters, realmId: realm } : parameters;
	return [
		...toProperties(own, true).map((property) => ({
			...property,
			displayOptions: { ...property.displayOptions, show: { ...show, ...property.displayOptions?.show } },
		})),
		...collection('updateFields', 'Update Fields', 'Add Field', updateFields, show),
		...collection('additionalFields', 'Additional Fields', 'Add Field', additionalFields, show),
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
		...(markRequired && !field.optional ? { required: true } : {}),
	}));
}

function byName<T>(nameOf: (value: T) => string): (a: T, b: T) => number {
	return (a, b) => nameOf(a).localeCompare(nameOf(b));
}
