import type { ApiKey } from './keys';
import type { Sandbox } from './sandbox';
import type { Realm } from './state';

type PathName =
	| 'realmId'
	| 'serviceId'
	| 'currencyId'
	| 'purchaseId'
	| 'questId'
	| 'taskId'
	| 'actionId'
	| 'conditionId'
	| 'activationId'
	| 'tokenId'
	| 'contractAddress'
	| 'jobId'
	| 'webhookId';

/** A request that passed the key, the realm and the document. */
export interface Call {
	sandbox: Sandbox;
	/** Undefined only for the consent page. */
	key: ApiKey | undefined;
	/** The realm of the path, or else the key's, or else the seeded one. */
	realm: Realm;
	/** The path parameters; the document guarantees that those of the operation are there. */
	params: Record<PathName, string>;
	query: unknown;
	body: unknown;
}

export interface Answer {
	status: number;
	/** JSON, or text when a content type is set; undefined for none. */
	body?: unknown;
	headers?: Record<string, string>;
}

/**
 * Does one operation. The document has checked the request, so a handler may take `query` and `body` for what the
 * document says they are. It refuses by throwing a `ServiceError`.
 */
export type Handler = (call: Call) => Answer;

/** 200 with a JSON body. */
export const ok = (body: unknown): Answer => ({ status: 200, body });

/** 201 with a JSON body. */
export const created = (body: unknown): Answer => ({ status: 201, body });

/** 204. */
export const noContent: Answer = { status: 204 };
