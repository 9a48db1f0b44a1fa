import type { z } from 'zod';

import type { ApiRequest, Effect } from '../api/request';
import type { Field, Fields, Values } from '../fields/field';
import type { ResponseShape } from './response';

/** The resources of the node, with the names people read, in the order of the menu. */
export const resourceNames = {
	member: 'Member',
	realm: 'Realm',
	webhook: 'Webhook',
} as const;

export type ResourceName = keyof typeof resourceNames;

interface RealmValue {
	/** The realm of this call: the item's, else the credential's. */
	realmId: string;
}

/**
 * All that is true of one endpoint. Everything else (the parameters in the editor, the request, validation, retries,
 * the items and their schema, the conformance tests) is derived from it.
 */
interface Declaration<Required extends Fields, Additional extends Fields, Update extends Fields> {
	resource: ResourceName;
	/** The operation's value in saved workflows: never changes after release. */
	name: string;
	/** Title Case, as in the operation menu. */
	displayName: string;
	/** Sentence case, as in the list of actions. */
	action: string;
	/** One sentence for the person choosing, and for an AI agent. */
	description: string;
	/** Top-level parameters, in the order of the panel. */
	parameters: Required;
	/** Optional parameters of the request. */
	additionalFields?: Additional;
	/** What an update may set. At least one must be set. */
	updateFields?: Update;
	/** How the realm id is read; `false` for an endpoint without a realm. */
	realm?: Field<string | undefined> | false;
	effect: Effect;
	/** The scope that the key most likely needs (the service does not document which it is). */
	permission?: string;
	request: (
		values: Values<Required> & Partial<Values<Additional>> & Partial<Values<Update>> & RealmValue,
	) => ApiRequest;
	response: ResponseShape<z.ZodTypeAny>;
}

/** An operation as the rest of the package sees it, whatever its parameters. */
export interface Operation extends Omit<Declaration<Fields, Fields, Fields>, 'request'> {
	request: (values: Record<string, unknown>) => ApiRequest;
}

type NoFields = Record<never, never>;

/** Declares an operation; the types of `parameters` and of the collections flow into `request`. */
export function operation<
	Required extends Fields,
	Additional extends Fields = NoFields,
	Update extends Fields = NoFields,
>(declaration: Declaration<Required, Additional, Update>): Operation {
	return declaration as unknown as Operation;
}
