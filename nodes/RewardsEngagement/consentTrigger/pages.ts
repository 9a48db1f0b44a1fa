import type { ServiceProblem } from '../errors/serviceProblem';
import { isRecord } from '../shared/json';
import type { StateRefusal } from '../shared/signedState';
import type { PageName, Words } from './locales/locale';

/** A page for a person, in no language yet. */
export interface Page {
	status: number;
	/** What the page looks like: something succeeded, nothing happened, or something is wrong. */
	mood: 'good' | 'neutral' | 'bad';
	/** What it tells. */
	name: PageName;
	/** The words of the workflow's owner, in the place of ours. */
	own?: { title?: string; text?: string };
	/** Whether the signed state is used up. */
	needsNewLink?: boolean;
	/** A button that leads on. */
	button?: { label: keyof Words['buttons']; href: string };
}

const good = (name: PageName): Page => ({ status: 200, mood: 'good', name });
const neutral = (name: PageName, status = 200): Page => ({ status, mood: 'neutral', name });
const bad = (status: number, name: PageName): Page => ({ status, mood: 'bad', name });

/** What a person is shown, unless the workflow chose a page of its own. */
export const pages = {
	linked: good('linked'),
	alreadyLinked: good('alreadyLinked'),
	stillLinking: neutral('stillLinking', 202),
	declined: neutral('declined'),
	oneMoreStep: neutral('oneMoreStep'),
	movingOn: neutral('movingOn'),
	noCode: bad(400, 'noCode'),
	failedBefore: bad(400, 'failedBefore'),
	busy: bad(503, 'busy'),
	tooLong: bad(414, 'tooLong'),
	spent: { ...bad(409, 'spent'), needsNewLink: true },
	notReady: bad(500, 'notReady'),
} satisfies Partial<Record<PageName, Page>>;

const stateRefusals: Record<StateRefusal, Page> = {
	missing: bad(403, 'stateMissing'),
	forged: bad(403, 'stateForged'),
	otherApp: bad(403, 'otherApp'),
	otherAddress: bad(403, 'otherAddress'),
	expired: bad(410, 'stateExpired'),
};

/** The page for a state that is not taken. */
export function pageOfRefusal(refusal: StateRefusal): Page {
	return stateRefusals[refusal];
}

/** The error words that a person can do something about; the others are for the owner of the workflow. */
const byErrorWord: Record<string, Page> = {
	code_expired: bad(410, 'codeExpired'),
	code_already_used: bad(409, 'codeUsed'),
	invalid_code: bad(400, 'codeInvalid'),
	invalid_code_client: bad(400, 'otherApp'),
};

/**
 * The page for an exchange that did not succeed. Says nothing that only the owner of the workflow may know.
 *
 * @param isSigned whether the code came with a signed state, which takes no other
 */
export function pageOfProblem({ problem }: ServiceProblem, isSigned = false): Page {
	const { status, outcome, details } = problem;
	const word = isRecord(details) && typeof details.error === 'string' ? details.error : '';
	const known = Object.hasOwn(byErrorWord, word) ? byErrorWord[word] : undefined;
	if (known) return { ...known, needsNewLink: isSigned };
	if (outcome === 'notApplied' && (status === undefined || status === 429)) {
		return bad(status === 429 ? 503 : 502, 'unreachable');
	}
	if (outcome === 'notApplied') return pages.notReady;
	return bad(status === undefined ? 504 : 502, 'unknownOutcome');
}
