import { InvalidParameter } from './invalidParameter';
import { ServiceProblem } from './serviceProblem';

/** The key is open: a request under it began, and its outcome is unknown. */
export function alreadyBegun(key: string): ServiceProblem {
	return new ServiceProblem({
		message: 'An earlier run with this key may have been applied, so nothing was sent now',
		description:
			'That run was interrupted, got no clear answer, or still goes on. Look in the service. If it was applied, mark the key as done with Idempotency Key → Confirm. If not, free it with Idempotency Key → Release and run this item again.',
		outcome: 'unknown',
		idempotencyKey: key,
	});
}

/** The execution sent something in an attempt that left no record of what. */
export function isInterrupted(key: string): ServiceProblem {
	return new ServiceProblem({
		message: 'An earlier attempt at this execution may have sent this item, so nothing was sent now',
		description:
			'n8n stopped in the middle of it, it still runs, or it was retried before. If it was retried, retry the newest attempt. Otherwise look in the service, then free the key with the operation Idempotency Key → Release and retry.',
		outcome: 'unknown',
		idempotencyKey: key,
	});
}

/** A retry of which n8n does not say what it repeats: an older n8n, or a retry that waited before this node. */
export function isUntold(): ServiceProblem {
	return new ServiceProblem({
		message: 'An earlier attempt at this execution may have sent this item, so nothing was sent now',
		description:
			'n8n does not say which execution this one retries, so this node cannot tell what was sent. Look in the service, then run the workflow for the items that are left.',
		outcome: 'unknown',
	});
}

/** The key was used for another request. */
export function isConflict(): ServiceProblem {
	return new ServiceProblem({
		message: 'This key was used for another request, so nothing was sent now',
		description:
			'Its amount, its recipient or another value was different. Use a key that differs wherever the requests differ; or, if the earlier request should not have been made, free the key with the operation Idempotency Key → Release.',
		outcome: 'notApplied',
	});
}

/** @throws what n8n's store threw, as a problem of an item that was not sent */
export function notRecorded(error: unknown): never {
	if (error instanceof InvalidParameter) throw error;
	throw new ServiceProblem({
		message: 'The key could not be recorded, so nothing was sent',
		description: `The database of n8n may be busy or out of reach; run this item again. It says: ${String(error)}`,
		outcome: 'notApplied',
	});
}

/** The keys of a node are those of its ID: what the node before it sent would be sent again. */
export function isReplaced(name: string): InvalidParameter {
	return new InvalidParameter(
		`The node "${name}" was replaced by another of its name since the execution that is retried`,
		'What that node sent is recorded for it alone, so this node cannot tell what is left to send. Retry with the original workflow. Nothing was sent.',
	);
}

/** @returns what an unsaved workflow is refused with */
export function isUnsaved(): InvalidParameter {
	return new InvalidParameter(
		'A key can only be kept for a saved workflow',
		'Save the workflow, then run it again. Nothing was sent.',
	);
}

/** This n8n does not lead to what tells a repeat. */
export function isOutOfReach(what = 'What this node remembers'): InvalidParameter {
	return new InvalidParameter(
		`${what} is out of reach in this version of n8n, so nothing was done`,
		'Without it, a repeat could not be told. Go back to the version of n8n that you had before, and report this to the makers of this node.',
	);
}
