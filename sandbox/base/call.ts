import type { operations } from '../contract/types';
import type { ApiKey } from './keys';
import type { Realm } from './state';
import type { World } from './world';

type Query<Operation> = Operation extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;

type Path<Operation> = Operation extends { parameters: { path: infer P } } ? P : Record<never, never>;

type Body<Operation> = Operation extends { requestBody?: { content: { 'application/json': infer B } } }
	? Operation extends { requestBody: unknown }
		? B
		: B | undefined
	: undefined;

/**
 * A request that passed the checks of the key, the realm and the API document, so its parts have the documented
 * types.
 */
export interface Call<Operation = unknown> {
	world: World;
	/** Undefined only for the consent page. */
	key: ApiKey | undefined;
	/** The realm of the path, or else of the key, or else the seeded one. */
	realm: Realm;
	params: Path<Operation>;
	query: Query<Operation>;
	body: Body<Operation>;
}

export interface Answer {
	status: number;
	/** JSON, or text when a content type is set. Undefined for an empty response. */
	body?: unknown;
	headers?: Record<string, string>;
}

/** Does one operation. It throws a `ServiceError` to refuse. */
export type Handler<Operation> = (call: Call<Operation>) => Answer;

/** A handler for each operation of a resource in the API document, by the operation's name. */
export type Routes<Resource extends string> = {
	[Id in keyof operations as Id extends `${Resource}.${infer Name}` ? Name : never]: Handler<operations[Id]>;
};

/** A handler whose operation is known only when it runs. */
export type AnyHandler = (call: Call<never>) => Answer;

/** 200 with a JSON body. */
export const ok = (body: unknown): Answer => ({ status: 200, body });

/** 201 with a JSON body. */
export const created = (body: unknown): Answer => ({ status: 201, body });

/** 204. */
export const noContent: Answer = { status: 204 };
