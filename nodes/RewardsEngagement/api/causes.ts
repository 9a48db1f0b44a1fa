import type { ProblemFacts } from '../errors';

/** What happened, and what the user can do. */
export interface Words {
	message: string;
	advice: string;
	failure?: ProblemFacts['failure'];
	/** The same request may succeed later, even if `failure` does not say so. */
	mayPass?: true;
}

/** One cause of a failure, with its words. */
export interface Cause<Seen> {
	/** Whether this is the cause. Earlier entries of the table have been ruled out. */
	when: (seen: Seen) => boolean;
	words: (seen: Seen) => Words;
}

export const TEMPORARY: Words['failure'] = { cause: 'temporarily-unavailable' };
export const MISCONFIGURED: Words['failure'] = { cause: 'configuration-invalid' };
export const RATE_LIMITED: Words['failure'] = { cause: 'rate-limited' };

/** The words of the first cause that applies. The last entry of a table applies always. */
export function wordsOfFirst<Seen>(causes: ReadonlyArray<Cause<Seen>>, seen: Seen): Words {
	const cause = causes.find(({ when }) => when(seen)) ?? causes.at(-1);
	if (!cause) throw new Error('The table is empty');
	return cause.words(seen);
}
