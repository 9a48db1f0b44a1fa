import type { INodeParameters } from 'n8n-workflow';

import type { Field, Fields } from '../../../nodes/RewardsEngagement/fields/field';
import type { RemoteOperation } from '../../../nodes/RewardsEngagement/declare/registry';
import { nameOf, topLevelOf } from '../../fixtures/operations';
import { sampleInput } from '../conformance/samples';
import type { Situation } from './situations';

/** Which parameters are filled in: all of them, or only the needed ones. */
export type Extent = 'everything' | 'the minimum';

/** The parameters of one run, and their meaning. */
export interface Filling {
	parameters: INodeParameters;
	/** The filled-in values by the name of the field, in the form for the operation. */
	values: Readonly<Record<string, unknown>>;
	/** Names of the request that a second field adds to. */
	addedTo: ReadonlySet<string>;
	/** The only filled-in field of an update with the minimum. */
	update?: string;
	/** Given parameters that the operation does not have. */
	unknown: readonly string[];
}

const COLLECTIONS = ['additionalFields', 'updateFields'] as const;

/** The ID of a realm has a special format, and a list has a limit only when it does not return everything. */
const USUAL = { realmId: 'e00000000000000000000002', returnAll: false };

interface Given {
	extent: Extent;
	situation?: Situation;
	/** Values that are set in every extent. */
	set?: Readonly<Record<string, unknown>>;
}

/** Fills in the parameters of an operation by its declared fields, regardless of their display in the panel. */
export function fill(operation: RemoteOperation, { extent, situation = {}, set = {} }: Given): Filling {
	const { leftOut = [], whenFull, whenMinimum } = situation;
	const isFull = extent === 'everything';
	const topLevel = without(topLevelOf(operation), leftOut);
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

	const known = { ...topLevelOf(operation), ...members };
	const placed = (fields: Fields) =>
		Object.fromEntries(Object.keys(fields).flatMap((name) => (name in inputs ? [[name, inputs[name]]] : [])));
	const { resource, name } = operation;
	return {
		parameters: {
			resource,
			operation: name,
			...placed(topLevelOf(operation)),
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
			.map((key) => `${nameOf(operation)} has no parameter "${key}"`),
	};
}

/** Whether another field makes this field necessary. */
function isNeeded({ needed }: Field<unknown>, values: Readonly<Record<string, unknown>>): boolean {
	if (!needed) return false;
	const other = values[needed.parameter.split('.').at(-1)!];
	return 'is' in needed ? needed.is.includes(String(other)) : other === undefined;
}

/** The defaults of the panel, without empty ones. */
function defaultsOf(fields: Fields): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(fields).map(([name, { property, whenEmpty = property.default }]) => [
			name,
			whenEmpty === '' ? undefined : whenEmpty,
		]),
	);
}

/** A value in the form of the panel: a locator has its mode, and JSON is text. */
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
