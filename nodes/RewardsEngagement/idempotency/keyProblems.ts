import { isUnsent, Problem, unsentProblem } from '../errors';

/** Why an item is not sent, if an earlier request may have done the same. */
const MAY_BE_APPLIED = {
	/** A request with the key began, and its outcome is unknown. */
	begun: {
		message: 'Not sent: an earlier request with this key may have been applied',
		advice:
			'It was interrupted, got no clear response, or is still running. Check the service. If it was applied, use Idempotency Key → Confirm. If not, use Idempotency Key → Release and run this item again.',
	},
	/** An earlier attempt at the execution sent something, and left no record of it. */
	interrupted: {
		message: 'Not sent: an earlier attempt at this execution may have sent this item',
		advice:
			'That attempt was interrupted, is still running, or was retried before. If it was retried, retry the newest attempt. Otherwise, check the service, release the key (Idempotency Key → Release) and retry.',
	},
	/** A retry, and n8n does not say of which execution. It is too old, or the execution waited before this node. */
	untold: {
		message: 'Not sent: an earlier attempt at this execution may have sent this item',
		advice:
			'n8n does not say which execution this one retries, so the node cannot tell what was sent. Check the service, then run the workflow for the remaining items.',
	},
} as const;

/** The problem of an item that is not sent, because an earlier request may have done the same. */
export function mayBeApplied(why: keyof typeof MAY_BE_APPLIED, idempotencyKey?: string): Problem {
	return new Problem({ ...MAY_BE_APPLIED[why], outcome: 'unknown', idempotencyKey });
}

/** The key was used for another request. */
export function isConflict(): Problem {
	return unsentProblem(
		'Not sent: this key was used for another request',
		'The amount, recipient or another value differs. Use a unique key for each payment. If you did not intend the earlier request, release its key with Idempotency Key → Release.',
	);
}

/** @throws the error of n8n's store, as a problem of an item that was not sent */
export function notRecorded(error: unknown): never {
	if (isUnsent(error)) throw error;
	throw unsentProblem(
		'Not sent: n8n could not record the key',
		`The database of n8n may be busy or unreachable. Run this item again. The database says: ${String(error)}`,
	);
}
