import type { INodeParameters } from 'n8n-workflow';

import type { Field, Fields } from '../../../nodes/RewardsEngagement/fields/field';
import { topLevelFields } from '../../../nodes/RewardsEngagement/run/readParameters';
import { keyOf, type RemoteOperation } from '../../../nodes/RewardsEngagement/run/registry';
import { sampleInput } from '../conformance/samples';
import type { Situation } from './situations';

/** With what the parameters are filled in: with a value each, or only where one is needed. */
export type Extent = 'everything' | 'the minimum';

/** The parameters of one run, and what they mean. */
export interface Filling {
	parameters: INodeParameters;
	/** What was filled in, by the name of the field, as the operation gets it. */
	values: Readonly<Record<string, unknown>>;
	/** Names of the request that a second field adds to. */
	addedTo: ReadonlySet<string>;
	/** The one field of an update that is filled in, where no more is needed. */
	update?: string;
	/** Given parameters that the operation does not have. */
	unknown: readonly string[];
}

const COLLECTIONS = ['additionalFields', 'updateFields'] as const;

/** A realm's ID has a form of its own, and the limit of a list is there only where not all of it is wanted. */
const USUAL = { realmId: 'e00000000000000000000002', returnAll: false };

interface Given {
	extent: Extent;
	situation?: Situation;
	/** Values that are set whatever the extent. */
	set?: Readonly<Record<string, unknown>>;
}

/** Fills in the parameters of an operation by its declared fields, however the panel shows them. */
export function fill(operation: RemoteOperation, { extent, situation = {}, set = {} }: Given): Filling {
	const { leftOut = [], whenFull, whenMinimum } = situation;
	const isFull = extent === 'everything';
	const topLevel = without(topLevelFields(operation), leftOut);
	const usual = Object.fromEntries(Object.entries(USUAL).filter(([name]) => name in topLevel));
	const chosen: Record<string, unknown> = { ...(isFull ? { ...usual, ...whenFull } : whenMinimum), ...set };
	const { additionalFields = {}, updateFields = {} } = operation;
	const members = { ...additionalFields, ...updateFields };
	const optional = without(members, leftOut);

	const values: Record<string, unknown> = {};
	const inputs: Record<string, unknown> = {};
	const take = (name: string, field: Field<unknown>) => {
		const input = chosen[name] ?? sampleInput(name, field);
		inputs[name] = asParameter(field, input);
		values[name] = field.schema.parse(input);
	};
	const needsNone = ({ optional: may, whenEmpty, fallback }: Field<unknown>) =>
		may === true || whenEmpty !== undefined || fallback !== undefined;

	for (const [name, field] of Object.entries(topLevel)) {
		if (name in chosen || isFull || !needsNone(field)) take(name, field);
	}
	const [first] = Object.keys(without(updateFields, [...leftOut, ...Object.keys(chosen)]));
	for (const [name, field] of Object.entries(optional)) {
		if (name in chosen || isFull || name === first) take(name, field);
	}
	for (const [name, field] of Object.entries(topLevel)) {
		if (!(name in values) && isNeeded(field, { ...defaultsOf(topLevel), ...values })) take(name, field);
	}

	const known = { ...topLevelFields(operation), ...members };
	const placed = (fields: Fields) =>
		Object.fromEntries(Object.keys(fields).flatMap((name) => (name in inputs ? [[name, inputs[name]]] : [])));
	const { resource, name } = operation;
	return {
		parameters: {
			resource,
			operation: name,
			...placed(topLevelFields(operation)),
			...Object.fromEntries(COLLECTIONS.map((key) => [key, placed(operation[key] ?? {})])),
		},
		values,
		addedTo: new Set(
			Object.entries(known).flatMap(([key, { addsTo }]) =>
				addsTo !== undefined && key in values ? [addsTo] : [],
			),
		),
		...(!isFull && first !== undefined && { update: updateFields[first]?.addsTo ?? first }),
		unknown: Object.keys(set)
			.filter((key) => !(key in known))
			.map((key) => `${keyOf(operation)} has no parameter "${key}"`),
	};
}

/** Where a field may not be empty because of what another one says. */
function isNeeded({ needed }: Field<unknown>, values: Readonly<Record<string, unknown>>): boolean {
	if (!needed) return false;
	const other = values[needed.parameter.split('.').at(-1)!];
	return 'is' in needed ? needed.is.includes(String(other)) : other === undefined;
}

/** What the panel begins with, of those that begin with anything. */
function defaultsOf(fields: Fields): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(fields).map(([name, { property, whenEmpty = property.default }]) => [
			name,
			whenEmpty === '' ? undefined : whenEmpty,
		]),
	);
}

/** As the panel holds a value: a locator has its mode, and what is typed as JSON is text. */
function asParameter({ property }: Field<unknown>, input: unknown): unknown {
	const { type, modes = [] } = property;
	if (type === 'resourceLocator') {
		const mode = modes.some((one) => one.name === 'id') ? 'id' : modes.at(-1)?.name;
		return { __rl: true, mode, value: input };
	}
	const isTyped = type === 'json' || (type === 'string' && typeof input === 'object');
	return isTyped ? JSON.stringify(input) : input;
}

function without(fields: Fields, names: readonly string[]): Fields {
	return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
