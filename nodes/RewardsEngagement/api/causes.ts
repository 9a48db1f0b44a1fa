import type { Problem } from '../errors/serviceProblem';

/** What happened, and what to do about it. */
export interface Words {
	message: string;
	advice: string;
	failure?: Problem['failure'];
	/** The same request may succeed later, though `failure` does not say so. */
	mayPass?: true;
}

/** One cause of a failure, and its words. */
export interface Cause<Seen> {
	/** Whether it is this cause. Those before it in the table are not. */
	when: (seen: Seen) => boolean;
	words: (seen: Seen) => Words;
}

export const TEMPORARY: Words['failure'] = { cause: 'temporarily-unavailable' };
export const MISCONFIGURED: Words['failure'] = { cause: 'configuration-invalid' };
export const RATE_LIMITED: Words['failure'] = { cause: 'rate-limited' };

/** The words of the first cause that holds. The last one of a table always does. */
export function wordsOfFirst<Seen>(causes: ReadonlyArray<Cause<Seen>>, seen: Seen): Words {
	const cause = causes.find(({ when }) => when(seen)) ?? causes.at(-1);
	if (!cause) throw new Error('The table is empty');
	return cause.words(seen);
}
