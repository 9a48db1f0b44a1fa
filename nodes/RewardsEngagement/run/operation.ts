import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { z } from 'zod';

import type { Client } from '../api/client';
import type { Connection } from '../api/connection';
import { firstPage } from '../api/paging';
import type { ApiRequest, Effect, NamedRecord, OperationRequest, Pagination, Policy } from '../api/request';
import { unsentProblem } from '../errors';
import { allFields, type Fields, type Values } from '../fields/field';
import { limit, returnAll } from '../fields/list';
import type { KeyPart } from '../fields/keyText';
import { realmId } from '../fields/realm';
import { hasHalfCharacter } from '../shared/halfCharacter';
import { fullListResponse, fullResponse } from '../fields/fullResponse';
import { confirmsEntries, isPlainRefusal, type Bulk } from './bulk';
import { confirms } from './confirmation';
import type { ResponseShape } from './response';
import type { Payment } from './payment';
import { formFields } from './simplifiedForm';
import type { Ask, Spending } from './spending';

/** The content of one output item. The execute loop adds the item pairing. */
export type ItemContent = Pick<INodeExecutionData, 'json' | 'binary'>;

/** The input of an operation with its own `perform`. */
export interface Call<V> {
	context: IExecuteFunctions;
	client: Client;
	values: V;
	/** The declared request. */
	request: OperationRequest;
}

/** The parameters as the user wrote them. */
export interface Written {
	/** A parameter as the user wrote it. */
	of: (name: string) => unknown;
	/** The parts of a text with several expressions. */
	partsOf: (name: string) => KeyPart[] | undefined;
	/** Whether an AI agent runs the node. Any expression may then give a value from its model. */
	isTool: boolean;
}

/** The properties of every operation, with or without requests. */
interface Shown<
	Required extends Fields,
	Additional extends Fields,
	Update extends Fields,
	Schema extends z.ZodTypeAny = z.ZodTypeAny,
> {
	/** Title case, as in the operation menu. */
	displayName: string;
	/** Sentence case, as in the list of actions. */
	action: string;
	/** One sentence for the user who chooses, and for an AI agent. */
	description: string;
	/** The section of the API document for the endpoint. Missing if the operation sends no request. */
	source?: string;
	/**
	 * How certain the path and fields are: `stated` in the API document, `partly` seen elsewhere, or `inferred` from
	 * similar operations. The description says so if they are not stated.
	 */
	certainty?: 'stated' | 'partly' | 'inferred';
	/** Top-level parameters, in the order of the panel. */
	parameters: Required;
	/** Optional parameters of the request. */
	additionalFields?: Additional;
	/** Fields that an update can set. At least one must be set. */
	updateFields?: Update;
	/** The realm's parameter, if it is not the usual one. `false` for an endpoint without a realm. */
	realm?: typeof realmId | false;
	response: ResponseShape<Schema>;
}

/**
 * Everything about one endpoint. The rest follows from it: the parameters in the editor, the request, validation,
 * retries, the items and their schema, and the conformance tests.
 *
 * Its functions are declared as methods. TypeScript compares methods loosely, so that an operation with specific
 * values is also an {@link Operation}.
 */
interface Declaration<
	Required extends Fields,
	Additional extends Fields,
	Update extends Fields,
	V,
	Schema extends z.ZodTypeAny,
> extends Shown<Required, Additional, Update, Schema> {
	effect: Effect;
	/** The effect of a single item, if it depends on the item's values. `effect` is then the worst case. */
	effectOf?(values: V): Effect;
	/**
	 * Fields of the body that only describe the change, such as metadata or the initiator. Repeat protection ignores
	 * them, because they often differ between two deliveries of one event. For operations with the effect `once`.
	 */
	annotations?: readonly string[];
	/** The operation has no endpoint, because it can send any request. */
	asksAnything?: true;
	/** The operation whose endpoint it uses, as `resource.operation`, if it has none. */
	endpoint?: string;
	/** Another endpoint that it can use instead, as the API document names it. */
	alternative?: Alternative;
	/** The scope that the key most likely needs. The service does not document it. */
	permission?: string;
	/** Advice for errors of this endpoint: by the service's word in `error` or `message`, or by status. */
	advice?: Readonly<Record<string, string>>;
	/**
	 * The amount that an item moves or spends, for the limits that a user may set. It is called only if there is a
	 * limit. For operations with the effect `once`.
	 */
	spends?(values: V, ask: Ask): Spending | Promise<Spending>;
	/** For an award, a deduction or a transfer: how its result is described. */
	payment?: Payment;
	/** The operation moves so much data that its items are processed one by one. */
	isHeavy?: true;
	/** The default timeout for a response, if it is longer than for other operations. */
	usualTimeoutSeconds?: number;
	/** The endpoint is for a browser, so nothing is sent. */
	isOffline?: true;
	request(values: V): ApiRequest;
	/**
	 * Refuses values because of the way in which they were written.
	 *
	 * @throws {Problem} naming the parameter
	 */
	checkWritten?(values: V, how: Written): void;
	/**
	 * For a list: how its pages are requested. Without it, no paging is known for the list, and the node cuts it off.
	 */
	pagination?: Pagination;
	/** For a list that is a complete answer: it has neither *Return All* nor *Limit*. */
	givesAll?: true;
	/** How several items share a bulk request, if they can. */
	bulk?: Bulk;
	/** Replaces sending the request and returning the response, if the operation does more than that. */
	perform?(call: Call<V>): ItemContent[] | Promise<ItemContent[]>;
	/** More content of a dry run, if it needs requests. It only reads. */
	preview?(call: Call<V>): Promise<IDataObject>;
}

/** An endpoint that an operation uses instead for some values. */
export interface Alternative {
	endpoint: string;
	/** The values that select it. */
	values: Readonly<Record<string, unknown>>;
	/** Fields that only it accepts. */
	fields: readonly string[];
}

/** An operation from the view of the rest of the package, with any parameters. `Schema` is that of its records. */
export interface Operation<Schema extends z.ZodTypeAny = z.ZodTypeAny> extends Omit<
	Declaration<Fields, Fields, Fields, Record<string, unknown>, Schema>,
	'request'
> {
	/** The part that all its requests have in common. */
	policy: Policy;
	/**
	 * Returns the request with everything that the client needs to send it. A list is requested completely, unless
	 * the values limit it.
	 */
	request(values: Record<string, unknown>): OperationRequest;
}

/** The input of an operation that sends no request. */
export interface LocalCall<V> {
	context: IExecuteFunctions;
	/** The input item. */
	itemIndex: number;
	values: V;
	connection: Connection;
}

/** An operation that sends no request. */
export interface LocalOperation extends Shown<Fields, Fields, Fields> {
	/** Its fields in the panel's options. They are part of the values. */
	options?: Fields;
	/** Several items may be processed at a time. They start in order. */
	isParallel?: true;
	/** Returns the contents of the item's output, or an empty list to drop the item. */
	run(call: LocalCall<Readonly<Record<string, unknown>>>): ItemContent[] | Promise<ItemContent[]>;
}

type NoFields = Record<never, never>;

type AllValues<R extends Fields, A extends Fields, U extends Fields> = Values<R> &
	Partial<Values<A>> &
	Partial<Values<U>> & {
		/** The realm of this request: the item's, or the credential's. */
		realmId: string;
	};

/**
 * Declares an operation. `request` and `perform` get the types of the parameters and collections. List searches get
 * the type of the records.
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
	const naming = declaration.realm === false ? fields : { ...fields, realmId };
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
				names: () => namedRecords(naming, declared),
			};
			refuseHalfCharacters(request.query, fields);
			if (!isCut(declaration)) return request;
			const maxRecords = values.returnAll ? undefined : (values.limit as number | undefined);
			return firstPage(request, { pagination: declaration.pagination, maxRecords });
		},
	};
}

/** The client's policy for a request, by the effect of a repeat. */
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
		confirms:
			effect === 'once'
				? (body) => (bulk ? confirmsEntries(bulk, body) : confirms(response, body))
				: undefined,
		tellsOfParts: bulk && ((body) => !isPlainRefusal(bulk, body)),
		mayBeEmpty: asksAnything,
	});
	return { read: policyOf('read'), replace: policyOf('replace'), once: policyOf('once') };
}

/** The records that the values name. Only IDs are repeated in messages: codes and addresses of people need not be. */
function namedRecords(fields: Fields, values: Readonly<Record<string, unknown>>): NamedRecord[] {
	const named = Object.entries(fields).filter(([name, { isName }]) => isName && values[name] !== undefined);
	return named.map(([name, { property, whenMissing }]) => {
		const { displayName: label, type } = property;
		const isId = type === 'resourceLocator' || label.endsWith(' ID');
		const value = values[name];
		return { label, id: isId && typeof value === 'string' ? value : undefined, advice: whenMissing };
	});
}

/** @throws {Problem} naming the value with half a character */
function refuseHalfCharacters(query: OperationRequest['query'] = {}, fields: Fields): void {
	for (const [name, values] of Object.entries(query)) {
		if (![name, values].flat().some((one) => hasHalfCharacter(String(one)))) continue;
		throw unsentProblem(
			`"${fields[name]?.property.displayName ?? name}" contains an incomplete character`,
			'The text was probably cut in the middle of an emoji. Enter the full text. Nothing was sent.',
		);
	}
}

type Answering = Pick<Operation, 'response' | 'givesAll'>;

/** Whether the user can limit a list. */
function isCut({ response, givesAll }: Answering): boolean {
	return response.kind === 'list' && !givesAll;
}

/** The parameters that follow from the form of the response. */
function ownFields(declaration: Answering): { parameters: Fields; additionalFields: Fields } {
	const { response } = declaration;
	const isList = isCut(declaration);
	const isUnwrapped = response.kind === 'list' || response.kind === 'data';
	return {
		parameters: { ...(isList ? { returnAll, limit } : {}), ...formFields(response) },
		// So that the user can also get everything around the records.
		additionalFields: isUnwrapped ? { fullResponse: isList ? fullListResponse : fullResponse } : {},
	};
}

/** Declares an operation that sends no request. `run` gets the types of its parameters and options. */
export function localOperation<Required extends Fields, Options extends Fields = NoFields>(
	declaration: Omit<LocalOperation, 'parameters' | 'options' | 'run'> & {
		parameters: Required;
		options?: Options;
		run(call: LocalCall<Values<Required> & Partial<Values<Options>>>): ItemContent[] | Promise<ItemContent[]>;
	},
): LocalOperation {
	return declaration;
}
