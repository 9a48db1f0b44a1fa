import { z } from 'zod';

import { record } from '../../shared/record';

/** What one look at the setup came to: the item that a person or a workflow reads. */
export interface SetupCheck {
	/** Names the check in workflows; it never changes. */
	check: string;
	/** What it is about. */
	name: string;
	/** Whether all is well. What could not be looked at is not. */
	ok: boolean;
	/** Whether it could be looked at. */
	checked: boolean;
	/** What was seen. */
	seen: string;
	/** What to do; empty where there is nothing. */
	advice: string;
}

/** The record of {@link SetupCheck}, of this package's own making. */
export const setupCheck = record({
	check: z.string(),
	name: z.string(),
	ok: z.boolean(),
	checked: z.boolean(),
	seen: z.string(),
	advice: z.string(),
});

type About = Pick<SetupCheck, 'check' | 'name'>;

export const good = (about: About, seen: string, advice = ''): SetupCheck => ({
	...about,
	ok: true,
	checked: true,
	seen,
	advice,
});

export const bad = (about: About, seen: string, advice: string): SetupCheck => ({
	...about,
	ok: false,
	checked: true,
	seen,
	advice,
});

/** @param because follows "Not checked, because " */
export const unchecked = (about: About, because: string, advice = ''): SetupCheck => ({
	...about,
	ok: false,
	checked: false,
	seen: `Not checked, because ${because}`,
	advice,
});

/** There is nothing of the kind, and nothing to do. */
export const notUsed = (about: About, seen: string): SetupCheck => ({
	...about,
	ok: true,
	checked: false,
	seen,
	advice: '',
});
