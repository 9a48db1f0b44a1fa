import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { z } from 'zod';

import type { Client } from '../api/client';
import type { Connection } from '../api/connection';
import { firstPage } from '../api/paging';
import type { ApiRequest, Effect, NamedRecord, OperationRequest, Pagination, Policy } from '../api/request';
import { unsentProblem } from '../errors';
import type { Part } from '../fields/composedText';
import { allFields, type Field, type Fields, type Values } from '../fields/field';
import { addRows } from '../fields/metadata';
import { realmId } from '../fields/text';
import { hasHalfCharacter } from '../shared/characters';
import { type Bulk, confirmsEntries, isPlainRefusal } from './bulk';
import { optionsOf } from './options';
import { confirmationOf, type ResponseShape } from './response';
import { type Forms, formsOf, resultFields } from './resultForm';

/** The content of one output item. The execute loop adds the item pairing. */
export type ItemContent = Pick<INodeExecutionData, 'json' | 'binary'>;

/** The input of an operation with its own `perform`. */
export interface Call<V> {
	context: IExecuteFunctions;
	client: Client;
	values: V;
	/** The declared request. */
	request: OperationRequest;
	/** Reads the records of a list. Several items of a run share an equal list, and each gets a copy. */
	readList: (request: OperationRequest) => Promise<unknown[]>;
}

/** The wait of an operation that may need minutes or hours. */
export interface LongWait {
	/** How long it had waited before the last pause ended, in milliseconds. */
	readonly before: number;
	/**
	 * Whether the execution pauses, so that the wait holds no worker.
	 *
	 * @param rest how much longer the item may wait, in milliseconds
	 */
	needsPause(rest: number): boolean;
}

type Performed = ItemContent[] | undefined;

/** The parameters as the user wrote them. */
export interface Written {
	/** A parameter as the user wrote it. */
	of: (name: string) => unknown;
	/** The parts of a text with several expressions. */
	partsOf: (name: string) => readonly Part[] | undefined;
	/** Whether an AI agent runs the node. Any expression may then give a value from its model. */
	isTool: boolean;
}

/** An award, a deduction or a transfer of the parameter `amount`. `Result` has the fields of the response. */
export interface Payment<Parameter extends string = string, Result extends string = string> {
	/** The sign of the amount distinguishes an award from a deduction. */
	kind: 'change' | 'transfer';
	/** The field with the owner of the balance, in the response or the request. */
	holder: Parameter | Result;
	/** The field of the response that most likely has the balance afterwards. */
	balance?: Result;
	/** The parameter for the currency. */
	currency: Parameter;
}

/** The amount that one item moves or spends, for the limits that a user may set. */
export interface Spending {
	/**
	 * Its sign makes no difference: a deduction counts like an award. Text keeps more digits than a number.
	 * `undefined` if it cannot be known, and then nothing is sent if there is a limit.
	 */
	amount: string | number | undefined;
	/** `undefined` for the default currency of the realm. */
	currencyId?: string;
}

/**
 * Requests something from the service that the amount depends on, such as a price, and returns the body. Several
 * items of a run share an equal request.
 */
export type Ask = (request: OperationRequest) => Promise<unknown>;

/** For a user whose items all make the same payment. */
export const SEVERAL = 'To pay several members, use an expression for the member.';

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
	 * them, because they often differ between two deliveries of one event.
	 */
	annotations?: readonly string[];
	/** The operation has no endpoint, because it can send any request. */
	asksAnything?: true;
	/** The operation whose endpoint it uses, as `resource.operation`, if it has none. */
	endpoint?: string;
	/** Another endpoint that it uses instead for some values, as the API document names it. */
	alternative?: {
		endpoint: string;
		/** The values that select it. */
		values: Readonly<Record<string, unknown>>;
		/** Fields that only it accepts. */
		fields: readonly string[];
	};
	/** The scope that the key most likely needs. The service does not document it. */
	permission?: string;
	/** Advice for errors of this endpoint: by the service's word in `error` or `message`, or by status. */
	advice?: Readonly<Record<string, string>>;
	/** For an award, a deduction or a transfer: its limits, and the description of its result. */
	payment?: Payment;
	/** What an item spends, if it is no such payment. It is called only if the user has set a limit. */
	spends?(values: V, ask: Ask): Spending | Promise<Spending>;
	/** The service refuses a second request with a 409 and "already", such as for a purchase that is finalized. */
	refusesRepeats?: true;
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
	/**
	 * Replaces sending the request and returning the response, if the operation does more than that. Returns `undefined`
	 * if it needs a pause of the execution, after which it is called again.
	 */
	perform?(call: Call<V>, wait: LongWait): Performed | Promise<Performed>;
	/** More content of a dry run, if it needs requests. It only reads. */
	preview?(call: Omit<Call<V>, 'readList'>): Promise<IDataObject>;
}

/** The fields that belong together. Any other combination does not compile. */
type Consistent<Parameters extends Fields, Schema extends z.ZodTypeAny> =
	| { effect: 'read' | 'replace'; effectOf?: never; annotations?: never; payment?: never; spends?: never }
	| { effect: 'once'; payment?: never }
	| {
			effect: 'once';
			effectOf?: never;
			parameters: { amount: Field<number> };
			payment: Payment<NameOf<Parameters>, Schema extends z.AnyZodObject ? NameOf<Schema['shape']> : never>;
			spends?: never;
			/** For a balance that is too low. */
			advice: Readonly<Record<string, string>>;
	  };

type NameOf<Named> = keyof Named & string;

/** An operation from the view of the rest of the package, with any parameters. `Schema` is that of its records. */
export interface Operation<Schema extends z.ZodTypeAny = z.ZodTypeAny> extends Omit<
	Declaration<Fields, Fields, Fields, Record<string, unknown>, Schema>,
	'request'
> {
	/** The part that all its requests have in common. */
	policy: Policy;
	/** The forms of its records from which a user chooses. */
	forms: Forms;
	/** Its fields in the panel's options. */
	options: Fields;
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
	declaration: Declaration<Required, Additional, Update, AllValues<Required, Additional, Update>, Schema> &
		Consistent<Required, Schema>,
): Operation<Schema> {
	const { effect, additionalFields, payment } = declaration;
	const policies = policiesOf(declaration);
	const isCut = declaration.response.kind === 'list' && !declaration.givesAll;
	const own = resultFields(declaration.response, { isCut, isAsSent: !declaration.perform });
	const fields = allFields(declaration);
	const hasRows = 'metadataFields' in fields;
	const naming = declaration.realm === false ? fields : { ...fields, realmId };
	const names = new Set(Object.keys({ ...own.parameters, ...own.additionalFields }));
	const spending = payment ? { ...declaration, spends: spendsAmount(payment) } : declaration;
	return {
		...spending,
		parameters: { ...declaration.parameters, ...own.parameters },
		additionalFields: { ...additionalFields, ...own.additionalFields },
		options: optionsOf(spending),
		policy: policies[effect],
		forms: formsOf(declaration),
		request: (values) => {
			const ofUser: Record<string, unknown> = {};
			for (const [name, value] of Object.entries(values)) if (!names.has(name)) ofUser[name] = value;
			const given = hasRows ? addRows(fields, ofUser) : ofUser;
			const declared = given as AllValues<Required, Additional, Update>;
			const request: OperationRequest = {
				...declaration.request(declared),
				annotations: declaration.annotations,
				policy: policies[declaration.effectOf?.(declared) ?? effect],
				names: () => namedRecords(naming, declared),
			};
			refuseHalfCharacters(request.query, fields);
			if (!isCut) return request;
			const maxRecords = values.returnAll ? undefined : (values.limit as number | undefined);
			return firstPage(request, { pagination: declaration.pagination, maxRecords });
		},
	};
}

function spendsAmount({ currency }: Payment): (values: Record<string, unknown>) => Spending {
	return ({ amount, [currency]: currencyId }) => ({ amount, currencyId }) as Spending;
}

/** The client's policy for a request, by the effect of a repeat. */
function policiesOf(
	declaration: Omit<Operation, 'options' | 'forms' | 'policy' | 'request'>,
): Record<Effect, Policy> {
	const { permission, advice, bulk, asksAnything, refusesRepeats } = declaration;
	const confirms = bulk ? (body: unknown) => confirmsEntries(bulk, body) : confirmationOf(declaration);
	const policyOf = (effect: Effect): Policy => ({
		effect,
		permission,
		advice,
		confirms: effect === 'once' ? confirms : undefined,
		refusesRepeats,
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

/** An operation's top-level parameters in the order of the panel, including the realm. */
export function topLevelFields({ parameters, realm = realmId }: Operation | LocalOperation): Fields {
	return realm ? { ...parameters, realmId: realm } : parameters;
}

/**
 * The advice for a 404 in a group of operations that is missing in some installations (API document, extended, "Age
 * of the sources").
 *
 * @param what the group, as in "does not offer raffles"
 * @param record one of its records, if the request names one
 */
export function notOffered(what: string, record?: string): { '404': string } {
	const offer = `his installation of the service does not offer ${what}`;
	return { '404': record === undefined ? `T${offer}.` : `There is no such ${record}, or t${offer}.` };
}
