import type { Outcome } from '../errors/outcome';

/** What each outcome of a change means for whoever would send it again. */
export const OUTCOME_WORDS: Record<Outcome, string> = {
	applied: 'The service reported success, so do not send it again.',
	notApplied: 'Nothing was changed in the service, so it is safe to run it again.',
	unknown:
		'It cannot be known from here whether the service acted on it. Look in the service before you run it again, or it may take effect twice.',
};
