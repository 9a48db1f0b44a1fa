import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { z } from 'zod';

import type { Client } from '../api/client';
import type { Connection } from '../api/connection';
import { firstPage } from '../api/paging';
import type { ApiRequest, Effect, OperationRequest, Pagination, Policy } from '../api/request';
import { InvalidParameter } from '../errors/invalidParameter';
import { allFields, type Fields, type Values } from '../fields/field';
import { limit, returnAll } from '../fields/list';
import type { KeyPart } from '../fields/keyText';
import type { realmId } from '../fields/realm';
import { hasHalfCharacter } from '../shared/halfCharacter';
import { fullListResponse, fullResponse } from '../fields/fullResponse';
import type { Bulk } from './bulk';
import { confirms } from './confirmation';
import type { ResponseShape } from './response';
import { namedRecords } from './namedRecords';
import type { Payment } from './payment';
import { formFields } from './simplifiedForm';
import type { Ask, Spending } from './spending';

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

/** How parameters were written. */
export interface Written {
	/** A parameter as the user wrote it. */
	of: (name: string) => unknown;
	/** What a text is put together of, where it is more than one expression. */
	partsOf: (name: string) => KeyPart[] | undefined;
	/** Whether an AI agent runs the node: any expression may give what its model chose. */
	isTool: boolean;
}

/** What every operation has, whether it asks the service or not. */
interface Shown<
	Required extends Fields,
	Additional extends Fields,
	Update extends Fields,
	Schema extends z.ZodTypeAny = z.ZodTypeAny,
> {
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
	response: ResponseShape<Schema>;
}

/**
 * All that is true of one endpoint. Everything else (the parameters in the editor, the request, validation, retries,
 * the items and their schema, the conformance tests) is derived from it.
 *
 * Its functions are declared as methods. TypeScript compares those loosely, so that an operation with its own values is an
 * {@link Operation} too.
 */
interface Declaration<
	Required extends Fields,
	Additional extends Fields,
	Update extends Fields,
	V,
	Schema extends z.ZodTypeAny,
> extends Shown<Required, Additional, Update, Schema> {
	effect: Effect;
	/** What a repeat of this very item would do, where that follows from its values; `effect` is then the worst of all. */
	effectOf?(values: V): Effect;
	/**
	 * Fields of the body that only describe the change, such as metadata or on whose behalf it is made. Repeat protection
	 * leaves them out, as they often differ between two deliveries of one event. For those that a repeat would double.
	 */
	annotations?: readonly string[];
	/** Has no endpoint: it may ask for any. */
	asksAnything?: true;
	/** Whose endpoint it asks, as `resource.operation`, where it has none of its own. */
	endpoint?: string;
	/** Another endpoint that it asks instead, as the API document names it. */
	alternative?: Alternative;
	/** The scope that the key most likely needs (the service does not document which it is). */
	permission?: string;
	/** What to do about errors of this endpoint: by the word the service sends as `error` or `message`, or by the status. */
	advice?: Readonly<Record<string, string>>;
	/**
	 * What an item moves or spends, for the limits that a person may set. It is asked only when there is a limit. For those
	 * that a repeat would double.
	 */
	spends?(values: V, ask: Ask): Spending | Promise<Spending>;
	/** Of an award, a deduction or a transfer: how its result is told. */
	payment?: Payment;
	/** Moves so much data that its items are worked on one by one. */
	isHeavy?: true;
	/** How long the answer to one request may take unless a person says so, where that is longer than for others. */
	usualTimeoutSeconds?: number;
	/** The endpoint is for a browser: nothing is sent from here. */
	isOffline?: true;
	request(values: V): ApiRequest;
	/**
	 * Refuses values for the way in which they were written.
	 *
	 * @throws {InvalidParameter} naming the parameter
	 */
	checkWritten?(values: V, how: Written): void;
	/** For a list: how its pages are asked for. Without it the list has no paging that is known, and is cut here. */
	pagination?: Pagination;
	/** For a list that answers a question in full: it has neither *Return All* nor *Limit*. */
	givesAll?: true;
	/** How the requests of several items are made one, where that can be. */
	merge?: Merge<V>;
	/** How the items of a run go out together, where one request takes several. */
	bulk?: Bulk;
	/** Replaces the usual "send the request, give the answer" where an operation is more than that. */
	perform?(call: Call<V>): ItemContent[] | Promise<ItemContent[]>;
	/** What a dry run shows beside the request, where that must be asked for. It only reads. */
	preview?(call: Call<V>): Promise<IDataObject>;
}

/** An endpoint that an operation asks with some values in place of its own. */
export interface Alternative {
	endpoint: string;
	/** Values that choose it. */
	values: Readonly<Record<string, unknown>>;
	/** Fields that it alone takes. */
	fields: readonly string[];
}

/** How several items ask in one request, and how its answer is told apart again. */
export interface Merge<V> {
	/** Items with the same text may share a request; `undefined` for one that must ask for itself. */
	group(values: V): string | undefined;
	/** Begins a request that is shared. @param first gives whatever all of its group have in common; it is not added yet */
	together(first: V): Together<V>;
}

/** Items that ask together. */
export interface Together<V> {
	/** Adds an item, in time that depends on its own values only; `false` when it cannot join them. */
	add(values: V): boolean;
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

/** An operation as the rest of the package sees it, whatever its parameters. `Schema` is that of its records. */
export interface Operation<Schema extends z.ZodTypeAny = z.ZodTypeAny> extends Omit<
	Declaration<Fields, Fields, Fields, Record<string, unknown>, Schema>,
	'request'
> {
	/** What its requests have in common. */
	policy: Policy;
	/**
	 * Gives the request with all that the client must know to send it. Of a list all is asked for, unless the values say
	 * how much.
	 */
	request(values: Record<string, unknown>): OperationRequest;
}

/** What an operation that asks nothing of the service works with. */
export interface LocalCall<V> {
	context: IExecuteFunctions;
	/** The input item. */
	itemIndex: number;
	values: V;
	connection: Connection;
}

/** An operation that asks nothing of the service. */
export interface LocalOperation extends Shown<Fields, Fields, Fields> {
	/** How it works, as the panel's options show it; part of the values. */
	options?: Fields;
	/** Several items may be worked on at a time; they are begun in order. */
	isParallel?: true;
	/** Gives the contents of the item's output; none for an item that is left out. */
	run(call: LocalCall<Readonly<Record<string, unknown>>>): ItemContent[] | Promise<ItemContent[]>;
}

type NoFields = Record<never, never>;

type AllValues<R extends Fields, A extends Fields, U extends Fields> = Values<R> &
	Partial<Values<A>> &
	Partial<Values<U>> & {
		/** The realm of this call: the item's, else the credential's. */
		realmId: string;
	};

/**
 * Declares an operation; the types of `parameters` and of the collections flow into `request` and `perform`, and that of
 * the records into list searches.
 */
export function operation<
	Required extends Fields,
	Schema extends z.ZodTypeAny,
	Additional extends Fields = NoFields,
	Update extends Fields = NoFields,
>(
	declaration: Declaration<Required, Additional, Update, AllValues<Required, Additional, Update>, Schema>,
): Operation<Schema> {
	const { effect, additionalFields } = declaration;
	const policies = policiesOf(declaration);
	const own = ownFields(declaration);
	const additional = { ...additionalFields, ...own.additionalFields };
	const fields = allFields(declaration);
	const names = new Set(Object.keys({ ...own.parameters, ...own.additionalFields }));
	return {
		...declaration,
		parameters: { ...declaration.parameters, ...own.parameters },
		...(Object.keys(additional).length > 0 && { additionalFields: additional }),
		policy: policies[effect],
		request: (values) => {
			const declared = Object.fromEntries(
				Object.entries(values).filter(([name]) => !names.has(name)),
			) as AllValues<Required, Additional, Update>;
			const request: OperationRequest = {
				...declaration.request(declared),
				annotations: declaration.annotations,
				policy: policies[declaration.effectOf?.(declared) ?? effect],
				names: () => namedRecords(fields, declared, declaration.realm !== false),
			};
			refuseHalfCharacters(request.query, fields);
			if (!isCut(declaration)) return request;
			const maxRecords = values.returnAll ? undefined : (values.limit as number | undefined);
			return firstPage(request, { pagination: declaration.pagination, maxRecords });
		},
	};
}

/** What the client must know of a request, by what a repeat of it would do. */
function policiesOf(
	declaration: Pick<
		Declaration<Fields, Fields, Fields, never, z.ZodTypeAny>,
		'permission' | 'advice' | 'response' | 'bulk' | 'asksAnything'
	>,
): Record<Effect, Policy> {
	const { permission, advice, response, bulk, asksAnything } = declaration;
	const policyOf = (effect: Effect): Policy => ({
		effect,
		permission,
		advice,
		confirms: effect === 'once' ? (bulk?.confirms ?? ((body) => confirms(response, body))) : undefined,
		tellsOfParts: bulk && ((body) => bulk.splitRefusal(body, []) !== undefined),
		mayBeEmpty: asksAnything,
	});
	return { read: policyOf('read'), replace: policyOf('replace'), once: policyOf('once') };
}

/** @throws {InvalidParameter} naming the value that holds half a character */
function refuseHalfCharacters(query: OperationRequest['query'] = {}, fields: Fields): void {
	for (const [name, values] of Object.entries(query)) {
		if (![name, values].flat().some((one) => hasHalfCharacter(String(one)))) continue;
		throw new InvalidParameter(
			`"${fields[name]?.property.displayName ?? name}" holds half a character`,
			'Half an emoji is left where a text is cut inside of it: give the whole text. Nothing was sent.',
		);
	}
}

type Answering = Pick<Operation, 'response' | 'givesAll'>;

/** Whether a list is given as far as it is wanted. */
function isCut({ response, givesAll }: Answering): boolean {
	return response.kind === 'list' && !givesAll;
}

/** The parameters that follow from how an operation answers. */
function ownFields(declaration: Answering): { parameters: Fields; additionalFields: Fields } {
	const { response } = declaration;
	const isList = isCut(declaration);
	const isUnwrapped = response.kind === 'list' || response.kind === 'data';
	return {
		parameters: { ...(isList ? { returnAll, limit } : {}), ...formFields(response) },
		// Nothing that stands around the records is out of reach.
		additionalFields: isUnwrapped ? { fullResponse: isList ? fullListResponse : fullResponse } : {},
	};
}

/** Declares an operation that asks nothing of the service; the types of its parameters and options flow into `run`. */
export function localOperation<Required extends Fields, Options extends Fields = NoFields>(
	declaration: Omit<LocalOperation, 'parameters' | 'options' | 'run'> & {
		parameters: Required;
		options?: Options;
		run(call: LocalCall<Values<Required> & Partial<Values<Options>>>): ItemContent[] | Promise<ItemContent[]>;
	},
): LocalOperation {
	return declaration;
}
