import type {
	DisplayCondition,
	IDisplayOptions,
	INodeProperties,
	INodePropertyOptions,
	NodeHint,
} from 'n8n-workflow';

import { type Fields, mustBeGiven, type NeededWhere, propertiesOf } from '../fields/field';
import { SEVERAL, topLevelFields } from './operation';
import { protectionFields, toolNotice } from './options';
import { keyOf, type OperationPlace, type RegisteredOperation, type Registry } from './registry';

/** The parameters of the node, all derived from the operations. Parameters that several operations share occur once. */
export function buildProperties(registry: Registry): INodeProperties[] {
	const { resources, operations } = registry;
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: Object.entries(resources).map(([value, { name, description }]) => ({
				name,
				value,
				description,
			})),
			// People, because everything else is about them.
			default: 'member',
		},
		...Object.keys(resources).map((key) => operationMenu(registry, key)),
		...Object.entries(resources).flatMap(([resource, { notice }]) => noticeOf(resource, notice)),
		...showingAt(operations, operationParameters),
		...fieldCollections(operations, 'updateFields', 'Update Fields'),
		...fieldCollections(operations, 'additionalFields', 'Additional Fields'),
		optionsProperty(operations),
		toolNotice,
	];
}

/**
 * The options of all operations as one collection. Each member is shown for the operations that have it. Separate
 * collections would have the same members forty times, and be half of the data that n8n loads.
 */
function optionsProperty(operations: readonly RegisteredOperation[]): INodeProperties {
	// An operation of the same name in another resource would lose its options. A test checks that there is none.
	const without = operations
		.filter((operation) => Object.keys(operation.options ?? {}).length === 0)
		.map(({ name }) => name);
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: membersOf(operations, ({ options }) => options ?? {}),
		...(without.length > 0 && { displayOptions: { hide: { operation: without } } }),
	};
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
		options: own.sort(byDisplayName).map((operation) => ({
			name: operation.displayName,
			value: operation.name,
			action: operation.action,
			...described(operation),
		})),
		default: declared,
	};
}

/** How many letters fit below a node on n8n's canvas, which has 192 pixels. n8n cuts off the rest. */
const ROOM_BELOW_NODE = 28;

/**
 * The subtitle of a trigger: its first event, and how many more it has.
 *
 * @param names the parameters with events, also in a collection: a list, or text with commas. One may be empty, missing, or an expression.
 * @returns an expression of n8n
 */
export function eventSubtitle(...names: string[]): string {
	const given = names.map((path) => `$parameter["${path.replace('.', '"]?.["')}"]`).join(', ');
	const types = `String([${given}]).split(",").map((type) => type.trim()).filter(Boolean)`;
	return `={{ ((types) => types.slice(0, 1) + (types.length > 1 ? " +" + (types.length - 1) : ""))(${types}) }}`;
}

/**
 * The subtitle of the node on the canvas, in the words of the panel: "Member: Award or Deduct". If they do not fit, the
 * resource is shortened or left out.
 *
 * @returns an expression of n8n
 */
export function operationSubtitle({ resources, operations }: Registry): string {
	const subtitles = new Map<string, string>();
	const taken = new Set<string>();
	for (const operation of operations) {
		const { name = '' } = resources[operation.resource] ?? {};
		const { displayName } = operation;
		const short = `${name.split(' ').at(-1) ?? ''}: ${displayName}`;
		const fits = (words: string) => words.length <= ROOM_BELOW_NODE && !taken.has(words);
		const words = [`${name}: ${displayName}`, short, displayName].find(fits) ?? short;
		taken.add(words);
		subtitles.set(keyOf(operation), words);
	}
	const key = '$parameter["resource"] + "." + $parameter["operation"]';
	return `={{ (${JSON.stringify(Object.fromEntries(subtitles))})[${key}] ?? "" }}`;
}

function noticeOf(resource: string, notice?: string): INodeProperties[] {
	if (notice === undefined) return [];
	const displayOptions = { show: { resource: [resource] } };
	return [{ displayName: notice, name: `${resource}Notice`, type: 'notice', default: '', displayOptions }];
}

/** For the list of operations, in which n8n shows two lines of a description. */
const CERTAINTY_WORDS = { partly: 'Partly documented.', inferred: 'Undocumented.' };

/**
 * The description in the panel, and a hint for n8n's AI builder on choosing an operation, which n8n shows to no one
 * else. Both say if the request itself is not certain.
 */
function described({
	description,
	certainty = 'stated',
}: RegisteredOperation): Pick<INodePropertyOptions, 'description' | 'builderHint'> {
	if (certainty === 'stated') return { description };
	const words = CERTAINTY_WORDS[certainty];
	const propertyHint = `${words} If a documented operation does the same, prefer it. Tell the person about this.`;
	return { description: `${description.replace(/\.$/, '')}. ${words}`, builderHint: { propertyHint } };
}

/**
 * The parameters of one operation in the order of the panel, without display conditions. A field is marked as
 * required if the run refuses an empty value.
 */
function operationParameters(operation: RegisteredOperation): INodeProperties[] {
	const { realmId, ...main } = topLevelFields(operation);
	const protection = protectionFields(operation);
	const fields: Fields = { ...main, ...protection, ...(realmId ? { realmId } : {}) };
	const required = Object.entries(fields).flatMap(([name, field]) => (mustBeGiven(field) ? name : []));
	return propertiesOf(fields, required).flatMap((property) => {
		const { needed } = fields[property.name]!;
		return needed ? neededForms(needed, property) : [property];
	});
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
	return showingAt(operations, (operation) => propertiesOf(fieldsOf(operation)), '/').sort(byDisplayName);
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
function byDisplayName(one: { displayName: string }, other: { displayName: string }): number {
	return one.displayName.toLowerCase() < other.displayName.toLowerCase() ? -1 : 1;
}

/** A parameter, with all places where it is shown. */
interface Shared {
	/** Identifies the parameter. */
	text: string;
	property: INodeProperties;
	places: OperationPlace[];
}

/**
 * The parameters of these operations as one list, in which n8n finds those of each operation in their order. Parameters
 * that several operations share, including their conditions, become one parameter. This saves space, because n8n
 * loads the list, and sends it to every editor.
 *
 * @param prefix `/` for the members of a collection: conditions name the node's parameters by a path from the top. A
 * member that all operations have needs no condition.
 */
function showingAt(
	operations: readonly RegisteredOperation[],
	shownBy: (operation: RegisteredOperation) => INodeProperties[],
	prefix: '' | '/' = '',
): INodeProperties[] {
	const merged: Shared[] = [];
	for (const operation of operations) {
		let next = 0;
		for (const property of shownBy(operation)) {
			const text = JSON.stringify(property);
			const found = merged.findIndex((shared, index) => index >= next && shared.text === text);
			if (found >= 0) merged[found]?.places.push(operation);
			else merged.splice(next, 0, { text, property, places: [operation] });
			next = (found >= 0 ? found : next) + 1;
		}
	}
	const all = byResource(operations);
	return merged.flatMap(({ property, places }) => {
		if (prefix && places.length === operations.length) return [property];
		return conditionsOf(places, all).map((condition) => {
			const show = Object.fromEntries(
				Object.entries(condition).map(([name, values]) => [`${prefix}${name}`, values]),
			);
			const { displayOptions } = property;
			return {
				...property,
				displayOptions: { ...displayOptions, show: { ...show, ...displayOptions?.show } },
			};
		});
	});
}

/**
 * As few conditions as possible, because n8n goes through all parameters twice for each execution. n8n combines each
 * listed resource with each listed operation. So resources share a condition if this adds no operation that exists.
 *
 * @param all the names of all operations, by resource
 * @returns conditions, without `operation` for all operations of the resources
 */
export function conditionsOf(
	places: readonly OperationPlace[],
	all: ReadonlyMap<string, readonly string[]>,
): Array<{ resource: string[]; operation?: string[] }> {
	const shown = byResource(places);
	const groups: Array<{ resource: string[]; operation: Set<string> }> = [];
	for (const [resource, names] of shown) {
		const found = groups.find((group) => {
			const operation = new Set([...group.operation, ...names]);
			return [...group.resource, resource].every((one) =>
				all.get(one)?.every((name) => !operation.has(name) || shown.get(one)?.includes(name)),
			);
		});
		const group = found ?? { resource: [], operation: new Set() };
		if (!found) groups.push(group);
		group.resource.push(resource);
		for (const name of names) group.operation.add(name);
	}
	return groups.map(({ resource, operation }) =>
		resource.every((one) => shown.get(one)?.length === all.get(one)?.length)
			? { resource }
			: { resource, operation: [...operation] },
	);
}

/** The names of operations, by resource. */
function byResource(places: readonly OperationPlace[]): Map<string, string[]> {
	const names = new Map<string, string[]>();
	for (const { resource, name } of places) names.set(resource, [...(names.get(resource) ?? []), name]);
	return names;
}

/**
 * Warns in the panel, before the first run, if no expression distinguishes the payments of the input items. With a
 * key of the user they are one payment. n8n does not tell an expression whether "Execute Once" is on.
 */
export function equalPaymentsHint({ remoteOperations }: Registry): NodeHint {
	const paying = remoteOperations.filter(({ payment }) => payment).map(keyOf);
	const conditions = [
		`${JSON.stringify(paying)}.includes($parameter.resource + '.' + $parameter.operation)`,
		"$parameter.repeatProtection !== 'key'",
		`!JSON.stringify($rawParameter).includes('"=')`,
		'$input.all().length > 1',
	];
	return {
		message: `Every input item makes this same payment, unless "Execute Once" is on in Settings. ${SEVERAL}`,
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ ${conditions.join(' && ')} }}`,
	};
}
