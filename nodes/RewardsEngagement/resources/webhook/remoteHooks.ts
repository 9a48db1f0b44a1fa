import { z } from 'zod';

import { recordsIn } from '../../api/records';
import { unsentProblem } from '../../errors';

/** A webhook registration as the service lists it (API document, section 2.11). */
export const remoteHook = z.object({
	id: z.union([z.string().min(1), z.number()]).transform(String),
	/** The address that the service calls. It may be masked. */
	url: z.string(),
	/** `undefined` if the list does not have the events. */
	events: z.array(z.string()).optional().catch(undefined),
	active: z.boolean().catch(true),
	/** The signing secret, if the list has it. The API document does not say. */
	secret: z.string().optional().catch(undefined),
});

export type RemoteHook = z.infer<typeof remoteHook>;

/** The webhook registrations in a list (API document, section 4.11). */
export const remoteHooks = z.preprocess(recordsIn, z.array(remoteHook));

/**
 * @throws {Problem} if the response has no list, or a registration without ID or address. An empty list
 * instead would make the trigger register one webhook after another.
 */
export function hooksIn(body: unknown): RemoteHook[] {
	const { data } = remoteHooks.safeParse(body);
	if (data) return data;
	throw unsentProblem(
		'The list of webhooks could not be read',
		'Check the base URL in the credential. If it is right, set the option "Registration" to Manual and register the webhook by hand.',
	);
}
