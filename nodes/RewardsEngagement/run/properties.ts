import type { DisplayCondition, IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { mustBeGiven, type Fields, type NeededWhere } from '../fields/field';
import { propertiesOf } from '../fields/properties';
import type { LocalOperation, Operation } from './operation';
import { optionsOf, topLevelFields } from './readParameters';
import { protectionFields } from './repeatProtection';
import type { RegisteredOperation, Registry } from './registry';
import { showingAt } from './showingAt';

/** The resource that the panel begins with: the people, whom everything else is about. */
const FIRST_RESOURCE = 'member';

/** The parameters of the node, all derived from the operations. What several operations have alike is there once. */
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
		...optionsProperty(operations),
	];
}

/**
 * The options of all operations as one collection, whose members are shown where an operation has them. A collection for
 * each set of them would hold the same members forty times, and be half of what n8n loads.
 */
function optionsProperty(operations: readonly RegisteredOperation[]): INodeProperties[] {
	const members = showingAt(
		operations.map((operation) => ({
			place: operation,
			properties: propertiesOf(optionsOf(operation)),
		})),
		'member',
	).sort(byName((member) => member.displayName));
	const left = leftMembers(operations);
	// One of another resource, of the same name, would lose its options: a test looks at all.
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
			options: [...members, ...left].sort(byName((member) => member.displayName)),
			...where,
		},
		// Keeps what n8n would take out of the collection without a word, so that the run can refuse it.
		{ displayName: 'Options', name: 'options', type: 'hidden', default: {}, ...where },
	];
}

const REMOVE_IT = 'This operation does not have this option, so remove it';

/** Options that an operation lacks, shown while they are there so that a person can remove them. */
function leftMembers(operations: readonly RegisteredOperation[]): INodeProperties[] {
	const shown = operations.filter((operation) => Object.keys(optionsOf(operation)).length > 0);
	const all = new Map(
		shown.flatMap((operation) =>
			propertiesOf(optionsOf(operation)).map((property) => [property.name, property] as const),
		),
	);
	return showingAt(
		shown.map((operation) => ({
			place: operation,
			properties: [...all.values()]
				.filter(({ name }) => !Object.hasOwn(optionsOf(operation), name))
				.map(({ displayName, name, type, default: usual, options }) => ({
					displayName,
					name,
					type,
					default: usual,
					...(options && { options }),
					description: type === 'boolean' ? `Whether this is on. ${REMOVE_IT}.` : REMOVE_IT,
					displayOptions: { show: { [`/options.${name}`]: [{ _cnd: { exists: true } }] } },
				})),
		})),
		'member',
	);
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

/** The description as shown, which says when the call itself is not certain. */
function described({ description, certainty = 'stated' }: Operation | LocalOperation): string {
	const words = CERTAINTY_WORDS[certainty];
	return words ? `${description.replace(/\.$/, '')}.${words}` : description;
}

/** What n8n's AI builder must know when it chooses an operation, and n8n shows nobody else. */
function hintForBuilder({ certainty = 'stated' }: Operation | LocalOperation): Partial<INodePropertyOptions> {
	const words = CERTAINTY_WORDS[certainty].trim();
	if (!words) return {};
	const propertyHint = `${words} Prefer an operation with a documented call where one does the same, and tell the person.`;
	return { builderHint: { propertyHint } };
}

/** The parameters of one operation in the order of the panel, without when they are shown. */
function operationParameters(operation: RegisteredOperation): INodeProperties[] {
	const { updateFields = {} } = operation;
	const { realmId, ...main } = topLevelFields(operation);
	return [
		...markedProperties(main),
		...markedProperties(protectionFields('run' in operation ? undefined : operation.effect)),
		...markedProperties(realmId ? { realmId } : {}),
		...collection('updateFields', 'Update Fields', 'Add Field', updateFields),
		...collection('additionalFields', 'Additional Fields', 'Add Field', operation.additionalFields ?? {}),
	];
}

function collection(
	name: string,
	displayName: string,
	placeholder: string,
	fields: Fields,
): INodeProperties[] {
	if (Object.keys(fields).length === 0) return [];
	const options = propertiesOf(fields).sort(byName((field) => field.displayName));
	return [{ displayName, name, type: 'collection', placeholder, default: {}, options }];
}

/** Fields as the panel shows them, with marks where the run refuses an empty one. */
function markedProperties(fields: Fields): INodeProperties[] {
	const entries = Object.entries(fields);
	const required = entries.flatMap(([name, field]) => (mustBeGiven(field) ? name : []));
	return propertiesOf(fields, required).flatMap((property) => {
		const { needed } = fields[property.name]!;
		return needed ? neededForms(needed, property) : [property];
	});
}

/** Where the other parameter is an expression, n8n shows all that asks for any value of it. */
const IF_EXPRESSION = '';

/**
 * A parameter that is needed sometimes, in forms of which n8n shows one: what it marks depends on nothing else. Where the
 * other parameter is an expression, nobody can know, and there is no mark: so a needed form is hidden for all but its
 * value, and not shown for it.
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

/** Not with localeCompare: its first use loads tables that take longer than the rest of this file. */
function byName<T>(nameOf: (value: T) => string): (a: T, b: T) => number {
	return (a, b) => (nameOf(a).toLowerCase() < nameOf(b).toLowerCase() ? -1 : 1);
}
