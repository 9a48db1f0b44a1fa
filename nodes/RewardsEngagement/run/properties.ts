import type { DisplayCondition, IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { mustBeGiven, type Fields, type NeededWhere } from '../fields/field';
import { propertiesOf } from '../fields/properties';
import type { LocalOperation, Operation } from './operation';
import { optionsOf, topLevelFields } from './readParameters';
import { protectionFields } from './repeatProtection';
import type { RegisteredOperation, Registry } from './registry';
import { byResource, conditionsOf, showingAt } from './showingAt';

/** The first resource in the panel: people, because everything else is about them. */
const FIRST_RESOURCE = 'member';

/** The parameters of the node, all derived from the operations. Parameters that several operations share occur once. */
export function buildProperties(registry: Registry): INodeProperties[] {
	const { resources, operations } = registry;
	const options = Object.entries(resources).map(([value, { name, description }]) => ({
		name,
		value,
		description,
	}));
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options,
			default: FIRST_RESOURCE,
		},
		...Object.keys(resources).map((key) => operationMenu(registry, key)),
		...showingAt(
			operations.map((operation) => ({ place: operation, properties: operationParameters(operation) })),
		),
		...fieldCollections(operations, 'updateFields', 'Update Fields'),
		...fieldCollections(operations, 'additionalFields', 'Additional Fields'),
		...optionsProperty(operations),
	];
}

/**
 * The options of all operations as one collection. Each member is shown for the operations that have it. Separate
 * collections would have the same members forty times, and be half of the data that n8n loads.
 */
function optionsProperty(operations: readonly RegisteredOperation[]): INodeProperties[] {
	// An operation of the same name in another resource would lose its options. A test checks that there is none.
	const without = operations
		.filter((operation) => Object.keys(optionsOf(operation)).length === 0)
		.map(({ name }) => name);
	const where = without.length > 0 && { displayOptions: { hide: { operation: without } } };
	return [
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: membersOf(operations, optionsOf),
			...where,
		},
	];
}

function operationMenu({ resources, operations }: Registry, resource: string): INodeProperties {
	const own = operations.filter((operation) => operation.resource === resource);
	const declared = resources[resource]?.default ?? '';
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: own.sort(byName(({ displayName }) => displayName)).map((operation) => ({
			name: operation.displayName,
			value: operation.name,
			action: operation.action,
			description: described(operation),
			...hintForBuilder(operation),
		})),
		default: declared,
	};
}

const CERTAINTY_WORDS = {
	stated: '',
	partly: ' Partly documented endpoint.',
	inferred: ' Undocumented endpoint, may change.',
};

/** The description in the panel. It says if the request itself is not certain. */
function described({ description, certainty = 'stated' }: Operation | LocalOperation): string {
	const words = CERTAINTY_WORDS[certainty];
	return words ? `${description.replace(/\.$/, '')}.${words}` : description;
}

/** A hint for n8n's AI builder on choosing an operation. n8n shows it to no one else. */
function hintForBuilder({ certainty = 'stated' }: Operation | LocalOperation): Partial<INodePropertyOptions> {
	const words = CERTAINTY_WORDS[certainty].trim();
	if (!words) return {};
	const propertyHint = `${words} If a documented operation does the same, prefer it. Tell the person about this.`;
	return { builderHint: { propertyHint } };
}

/** The parameters of one operation in the order of the panel, without display conditions. */
function operationParameters(operation: RegisteredOperation): INodeProperties[] {
	const { realmId, ...main } = topLevelFields(operation);
	return [
		...markedProperties(main),
		...markedProperties(protectionFields('run' in operation ? undefined : operation.effect)),
		...markedProperties(realmId ? { realmId } : {}),
	];
}

/** Optional fields as few collections. Like the options, each member is shown for the operations that have it. */
function fieldCollections(
	operations: readonly RegisteredOperation[],
	name: 'additionalFields' | 'updateFields',
	displayName: string,
): INodeProperties[] {
	const having = operations.filter((operation) => Object.keys(operation[name] ?? {}).length > 0);
	return conditionsOf(having, byResource(operations)).map((show) => {
		const shown = having.filter(({ resource }) => show.resource.includes(resource));
		return {
			displayName,
			name,
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: membersOf(shown, (operation) => operation[name] ?? {}),
			displayOptions: { show: { ...show } },
		};
	});
}

/** The members of a collection for these operations. */
function membersOf(
	operations: readonly RegisteredOperation[],
	fieldsOf: (operation: RegisteredOperation) => Fields,
): INodeProperties[] {
	const shown = operations.map((place) => ({ place, properties: propertiesOf(fieldsOf(place)) }));
	return showingAt(shown, 'member').sort(byName(({ displayName }) => displayName));
}

/** Fields as the panel shows them. A field is marked as required if the run refuses an empty value. */
function markedProperties(fields: Fields): INodeProperties[] {
	const entries = Object.entries(fields);
	const required = entries.flatMap(([name, field]) => (mustBeGiven(field) ? name : []));
	return propertiesOf(fields, required).flatMap((property) => {
		const { needed } = fields[property.name]!;
		return needed ? neededForms(needed, property) : [property];
	});
}

/** If the other parameter is an expression, n8n shows all parameters that depend on any value of it. */
const IF_EXPRESSION = '';

/**
 * A parameter that is required only sometimes. It becomes several parameters, of which n8n shows one, because n8n
 * cannot make the mark conditional. If the other parameter is an expression, the condition is unknown, and there is
 * no mark. So the required form is hidden for all other values, instead of shown for its value.
 */
function neededForms(where: NeededWhere, property: INodeProperties): INodeProperties[] {
	const { parameter } = where;
	const shown: NonNullable<IDisplayOptions['show']> = property.displayOptions?.show ?? {};
	const { [parameter]: shownFor, ...show } = shown;
	const others: DisplayCondition[] =
		'is' in where ? where.is.map((value) => ({ _cnd: { not: value } })) : [{ _cnd: { exists: true } }];
	const free = shownFor ? [IF_EXPRESSION] : others;
	return [
		...others.map((other) => ({
			...property,
			required: true,
			displayOptions: { show, hide: { [parameter]: [other] } },
		})),
		{ ...property, displayOptions: { show: { ...show, [parameter]: free } } },
	];
}

/** localeCompare would be slow: its first use loads tables that take longer than the rest of this file. */
function byName<T>(nameOf: (value: T) => string): (a: T, b: T) => number {
	return (a, b) => (nameOf(a).toLowerCase() < nameOf(b).toLowerCase() ? -1 : 1);
}
