import { z } from 'zod';

import { record } from '../../shared/record';

/**
 * The result of one check of the setup, as an item for people and workflows. n8n's table shows the columns in this
 * order, so the advice is beside its reason.
 */
export interface SetupCheck {
	/** The name of the check. */
	name: string;
	/** Whether all is well. False if the check was not possible. */
	ok: boolean;
	/** The finding. */
	seen: string;
	/** What to do. Empty if there is nothing to do. */
	advice: string;
	/** Identifies the check in workflows, so it never changes. */
	check: string;
	/** Whether the check was possible. */
	checked: boolean;
}

/** The schema of {@link SetupCheck}. */
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

/** The setup has nothing of this kind, and there is nothing to do. */
export const notUsed = ({ check, name }: About, seen: string): SetupCheck => ({
	name,
	ok: true,
	seen,
	advice: '',
	check,
	checked: false,
});

/**
 * Sorts by urgency: first failed checks, then checks that were not possible or have advice, then the others. Within a
 * group, the order stays.
 */
export function problemsFirst(checks: readonly SetupCheck[]): SetupCheck[] {
	return [...checks].sort((one, other) => rankOf(one) - rankOf(other));
}

function rankOf({ ok, checked, advice }: SetupCheck): number {
	if (!ok) return checked ? 0 : 1;
	return advice === '' ? 2 : 1;
}
