import type { INodeParameters } from 'n8n-workflow';

import { Redirect, type Answer } from './recorder';
import type { Field, Fields } from '../../../nodes/RewardsEngagement/fields/field';
import type { RemoteOperation } from '../../../nodes/RewardsEngagement/declare/registry';
import { nameOf, topLevelOf } from '../../fixtures/operations';
import { sampleInput } from '../conformance/samples';

/** The special needs of one operation when its parameters are filled in. */
export interface Situation {
	/** Values that switch other parameters on, when everything is filled in. */
	whenFull?: Readonly<Record<string, unknown>>;
	/** The same with only the minimum. */
	whenMinimum?: Readonly<Record<string, unknown>>;
	/** Fields that stay empty, because they belong to another endpoint or cause an extra request first. */
	leftOut?: readonly string[];
	/** The node's parameter for a name of the request, when the names differ. */
	sentFrom?: Readonly<Record<string, string>>;
	/** An operation whose endpoint it calls first. Its own request comes after that. */
	asksBefore?: string;
	/** The responses that this operation needs to finish, when the usual one is not enough. */
	answers?: readonly Answer[];
}

/** Only a custom identity has a source. */
const CUSTOM: Situation = { whenFull: { type: 'custom' } };
/** Only generators have free settings. */
const GENERATOR: Situation = { whenFull: { configType: 'generator' } };
/** Whether the request has IDs. Without them it means all. */
const SPECIFIC: Situation = { whenFull: { activations: 'specific' }, whenMinimum: { activations: 'all' } };

/** By key of the table. */
export const situations: Readonly<Record<string, Situation>> = {
	'account.find': { sentFrom: { values: 'value' }, answers: [{ data: 'one' }] },
	'member.get': { sentFrom: { values: 'serviceId' } },
	'member.resolve': { sentFrom: { values: 'value' } },
	'memberCredential.find': CUSTOM,
	'memberCredential.findOrCreate': CUSTOM,
	'memberCredential.link': CUSTOM,
	'memberCredential.delete': CUSTOM,
	'memberCredential.updateMetadata': CUSTOM,
	'memberCredential.updateBalance': CUSTOM,
	'memberCredential.updateBalances': CUSTOM,
	'memberCredential.transferBalance': { whenFull: { fromType: 'custom', toType: 'custom' } },
	'currency.update': { leftOut: ['apiPath', 'customEmojiUrl'] },
	'taskCondition.createPreData': { answers: [{ data: { field: 1 }, message: 'done' }] },
	// When a job already names its file, the node does not ask for the file.
	'export.download': {
		asksBefore: 'export.get',
		answers: [{ id: 'one', status: 'completed' }, new Redirect('/file'), { file: true }],
	},
	// The name is repeated for each address (extended 7.4).
	'wallet.getNfts': { whenFull: { contractAddresses: 'first-address, second-address' } },
	'activation.creditNfts': { whenFull: { selectionMode: 'specific' } },
	'activationConfig.create': GENERATOR,
	'activationConfig.update': GENERATOR,
	'memberWeb3.linkNfts': SPECIFIC,
	'memberWeb3.unlinkNfts': SPECIFIC,
	// With it the node reads the balances before the claim, from another endpoint.
	'memberWeb3.claim': { leftOut: ['readBalances'] },
	// The contract does not know signed states. They are part of another parameter or URL.
	'consent.createAuthorizationUrl': {
		leftOut: ['signedState', 'stateSubject', 'stateLifetime'],
		sentFrom: { client_id: 'clientId', redirect_uri: 'redirectUri' },
	},
	'consent.exchangeCode': { sentFrom: { redirect_uri: 'redirectUri' } },
	'consent.getApp': { sentFrom: { client_id: 'clientId' } },
};

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
