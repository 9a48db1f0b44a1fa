import type { Outcome } from '../errors/outcome';

/** What each outcome of a change means for whoever would send it again. */
export const OUTCOME_WORDS: Record<Outcome, string> = {
	applied: 'The service reported success, so do not send it again.',
	notApplied: 'Nothing was changed in the service.',
	unknown:
		'The service may or may not have processed this request. Check the service before you run it again, to avoid a duplicate.',
};

/** The message of a change that may have been applied. That is what counts, so it is said first. */
export function unknownOutcome(message: string): string {
	return `Outcome unknown: ${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}`;
}
