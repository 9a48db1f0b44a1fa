import type { Outcome } from '../errors/outcome';

/** What each outcome of a change means for whoever would send it again. */
export const OUTCOME_WORDS: Record<Outcome, string> = {
	applied: 'The service reported success, so do not send it again.',
	notApplied: 'Nothing was changed in the service.',
	unknown:
		'The service may or may not have processed this request. Check the service before you run it again, to avoid a duplicate.',
};
