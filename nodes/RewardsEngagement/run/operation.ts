import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { z } from 'zod';

import type { Client } from '../api/client';
import type { Connection } from '../api/connection';
import type { ApiRequest, Effect, OperationRequest, Policy } from '../api/request';
import { wholeResponse } from '../fields/wholeResponse';
import type { Fields, Values } from '../fields/field';
import type { realmId } from '../fields/realm';
import { confirms, type ResponseShape } from './response';

/** The content of one output item. The execute loop adds the pairing. */
export type ItemContent = Pick<INodeExecutionData, 'json' | 'binary'>;

/** What an operation that is more than one request and its answer works with. */
export interface Call<V> {
	context: IExecuteFunctions;
	client: Client;
	values: V;
	/** The declared request. */
	request: OperationRequest;
}

/** What every operation has, whether it asks the service or not. */
interface Shown<Required extends Fields, Additional extends Fields, Update extends Fields> {
	/** Title Case, as in the operation menu. */
	displayName: string;
	/** Sentence case, as in the list of actions. */
	action: string;
	/** One sentence for the person choosing, and for an AI agent. */
	description: string;
	/** The section of the API document that has the endpoint; none for what asks nothing of the service. */
	source?: string;
	/**
	 * How sure the path and fields are: `stated` in the API document, `partly` seen elsewhere, or `inferred` from
	 * sibling operations. The description says so when they are not stated.
	 */
	certainty?: 'stated' | 'partly' | 'inferred';
	/** Top-level parameters, in the order of the panel. */
	parameters: Required;
	/** Optional parameters of the request. */
	additionalFields?: Additional;
	/** What an update may set. At least one must be set. */
	updateFields?: Update;
	/** The realm's parameter, when it differs from the usual one; `false` for an endpoint without a realm. */
	realm?: typeof realmId | false;
	response: ResponseShape<z.ZodTypeAny>;
}

/**
 * All that is true of one endpoint. Everything else (the parameters in the editor, the request, validation, retries,
 * the items and their schema, the conformance tests) is derived from it.
 */
interface Declaration<
	Required extends Fields,
	Additional extends Fields,
	Update extends Fields,
	V,
> extends Shown<Required, Additional, Update> {
	effect: Effect;
	/** The scope that the key most likely needs (the service does not document which it is). */
	permission?: string;
	/** What to do about error words of this endpoint, by the word the service sends as `error`. */
	advice?: Readonly<Record<string, string>>;
	/** Moves so much data that its items are worked on one by one. */
	isHeavy?: true;
	/** The endpoint is for a browser: nothing is sent from here. */
	isOffline?: true;
	request: (values: V) => ApiRequest;
	/** How the requests of several items are made one, where that can be. */
	merge?: Merge<V>;
	/** Replaces the usual "send the request, give the answer" where an operation is more than that. */
	perform?: (call: Call<V>) => ItemContent[] | Promise<ItemContent[]>;
}

/** How several items ask in one request, and how its answer is told apart again. */
export interface Merge<V> {
	/** Items with the same text may share a request; `undefined` for one that must ask for itself. */
	group: (values: V) => string | undefined;
	/** Begins a request that is shared. @param first gives whatever all of its group have in common; it is not added yet */
	together: (first: V) => Together<V>;
}

/** Items that ask together. */
export interface Together<V> {
	/** Adds an item, in time that depends on its own values only; `false` when it cannot join them. */
	add: (values: V) => boolean;
	/** What asks for all of them. */
	readonly values: V;
	/**
	 * Each item's share of the records: those, and in that order, which the service would give to it alone.
	 *
	 * @param bodies the answer, page by page
	 * @returns `undefined` when it cannot be told apart for sure: every item is then asked for by itself
	 */
	split: (bodies: readonly unknown[]) => unknown[][] | undefined;
}

/** An operation as the rest of the package sees it, whatever its parameters. */
export interface Operation extends Omit<
	Declaration<Fields, Fields, Fields, Record<string, unknown>>,
	'request'
> {
	/** What its requests have in common. */
	policy: Policy;
	/** Gives the request with all that the client must know to send it. */
	request: (values: Record<string, unknown>) => OperationRequest;
}

/** An operation that asks nothing of the service. */
export interface LocalOperation extends Shown<Fields, Fields, Fields> {
	run: (
		context: IExecuteFunctions,
		values: Readonly<Record<string, unknown>>,
		connection: Connection,
	) => ItemContent[] | Promise<ItemContent[]>;
}

type NoFields = Record<never, never>;

type AllValues<R extends Fields, A extends Fields, U extends Fields> = Values<R> &
	Partial<Values<A>> &
	Partial<Values<U>> & {
		/** The realm of this call: the item's, else the credential's. */
		realmId: string;
	};

/** Declares an operation; the types of `parameters` and of the collections flow into `request` and `perform`. */
export function operation<
	Required extends Fields,
	Additional extends Fields = NoFields,
	Update extends Fields = NoFields,
>(
	declaration: Declaration<Required, Additional, Update, AllValues<Required, Additional, Update>>,
): Operation {
	const { effect, permission, advice, response, additionalFields } = declaration;
	const policy: Policy = {
		effect,
		permission,
		advice,
		confirms: effect === 'once' ? (body) => confirms(response, body) : undefined,
	};
	const isUnwrapped = response.kind === 'list' || response.kind === 'data';
	return {
		...declaration,
		// Nothing that stands around the records is out of reach.
		...(isUnwrapped ? { additionalFields: { ...additionalFields, wholeResponse } } : {}),
		policy,
		request: ({ wholeResponse: _own, ...values }) => ({
			...declaration.request(values as AllValues<Required, Additional, Update>),
			policy,
		}),
	} as Operation;
}

/** Declares an operation that asks nothing of the service. */
export function localOperation<Required extends Fields>(
	declaration: Omit<LocalOperation, 'parameters' | 'run'> & {
		parameters: Required;
		run: (
			context: IExecuteFunctions,
			values: Values<Required>,
			connection: Connection,
		) => ItemContent[] | Promise<ItemContent[]>;
	},
): LocalOperation {
	return declaration as unknown as LocalOperation;
}
