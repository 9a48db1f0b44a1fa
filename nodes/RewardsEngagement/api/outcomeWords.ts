import type { Outcome } from '../errors';

/** What each outcome means for a user who wants to send the request again. */
export const OUTCOME_WORDS: Record<Outcome, string> = {
	applied: 'The service reported success, so do not send it again.',
	notApplied: 'Nothing was changed in the service.',
	unknown:
		'The service may or may not have processed this request. Check the service before you run it again, to avoid a duplicate.',
};

/** The message for a change that may have been applied. The message says that first, because it matters most. */
export function unknownOutcome(message: string): string {
	return `Outcome unknown: ${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}`;
}
