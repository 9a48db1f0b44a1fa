import { z } from 'zod';

import { record } from '../../shared/record';

/**
 * What one look at the setup came to: the item that a person or a workflow reads. n8n's table has its columns in this
 * order, so the advice stands beside what it is for.
 */
export interface SetupCheck {
	/** What it is about. */
	name: string;
	/** Whether all is well. What could not be looked at is not. */
	ok: boolean;
	/** What was seen. */
	seen: string;
	/** What to do; empty where there is nothing. */
	advice: string;
	/** Names the check in workflows; it never changes. */
	check: string;
	/** Whether it could be looked at. */
	checked: boolean;
}

/** The record of {@link SetupCheck}, of this package's own making. */
export const setupCheck = record({
	name: z.string(),
	ok: z.boolean(),
	seen: z.string(),
	advice: z.string(),
	check: z.string(),
	checked: z.boolean(),
});

type About = Pick<SetupCheck, 'check' | 'name'>;

export const good = ({ check, name }: About, seen: string, advice = ''): SetupCheck => ({
	name,
	ok: true,
	seen,
	advice,
	check,
	checked: true,
});

export const bad = ({ check, name }: About, seen: string, advice: string): SetupCheck => ({
	name,
	ok: false,
	seen,
	advice,
	check,
	checked: true,
});

/** @param because follows "Not checked, because " */
export const unchecked = ({ check, name }: About, because: string, advice = ''): SetupCheck => ({
	name,
	ok: false,
	seen: `Not checked, because ${because}`,
	advice,
	check,
	checked: false,
});

/** There is nothing of the kind, and nothing to do. */
export const notUsed = ({ check, name }: About, seen: string): SetupCheck => ({
	name,
	ok: true,
	seen,
	advice: '',
	check,
	checked: false,
});

/**
 * Puts what needs attention at the top: first what is wrong, then what could not be checked or is fine but has advice,
 * then the rest. Checks of a group keep their order.
 */
export function problemsFirst(checks: readonly SetupCheck[]): SetupCheck[] {
	return [...checks].sort((one, other) => rankOf(one) - rankOf(other));
}

function rankOf({ ok, checked, advice }: SetupCheck): number {
	if (!ok) return checked ? 0 : 1;
	return advice === '' ? 2 : 1;
}
