import { isUnsent, Problem, unsentProblem } from '../errors';

/** The key is open: a request with it began, and its outcome is unknown. */
export function alreadyBegun(key: string): Problem {
	return new Problem({
		message: 'Not sent: an earlier request with this key may have been applied',
		advice:
			'It was interrupted, got no clear response, or is still running. Check the service. If it was applied, use Idempotency Key → Confirm. If not, use Idempotency Key → Release and run this item again.',
		outcome: 'unknown',
		idempotencyKey: key,
	});
}

/** An earlier attempt at the execution sent something, and left no record of it. */
export function isInterrupted(key: string): Problem {
	return new Problem({
		message: 'Not sent: an earlier attempt at this execution may have sent this item',
		advice:
			'That attempt was interrupted, is still running, or was retried before. If it was retried, retry the newest attempt. Otherwise, check the service, release the key (Idempotency Key → Release) and retry.',
		outcome: 'unknown',
		idempotencyKey: key,
	});
}

/** A retry, and n8n does not say of which execution. n8n is too old, or the execution waited before this node. */
export function isUntold(): Problem {
	return new Problem({
		message: 'Not sent: an earlier attempt at this execution may have sent this item',
		advice:
			'n8n does not say which execution this one retries, so the node cannot tell what was sent. Check the service, then run the workflow for the remaining items.',
		outcome: 'unknown',
	});
}

/** The key was used for another request. */
export function isConflict(): Problem {
	return new Problem({
		message: 'Not sent: this key was used for another request',
		advice:
			'The amount, recipient or another value differs. Use a unique key for each payment. If you did not intend the earlier request, release its key with Idempotency Key → Release.',
		outcome: 'notApplied',
	});
}

/** @throws the error of n8n's store, as a problem of an item that was not sent */
export function notRecorded(error: unknown): never {
	if (isUnsent(error)) throw error;
	throw new Problem({
		message: 'Not sent: n8n could not record the key',
		advice: `The database of n8n may be busy or unreachable. Run this item again. The database says: ${String(error)}`,
		outcome: 'notApplied',
	});
}

/** The node was replaced. Keys belong to the ID of a node, so the new node would send again what the old one sent. */
export function isReplaced(name: string): Problem {
	return unsentProblem(
		`Not sent: the node "${name}" was replaced after the original execution`,
		'Only the original node has a record of what it sent, so a duplicate cannot be ruled out. Retry with the original workflow.',
	);
}

/** @returns the error for an unsaved workflow */
export function isUnsaved(): Problem {
	return unsentProblem('Not sent: a key needs a saved workflow', 'Save the workflow, then run it again.');
}
