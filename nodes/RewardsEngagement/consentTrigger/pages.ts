import type { ServiceProblem } from '../errors/serviceProblem';
import { isRecord } from '../shared/json';
import type { StateRefusal } from '../shared/signedState';
import type { PageName, Words } from './locales/locale';

/** A page for a person, before its language is chosen. */
export interface Page {
	status: number;
	/** The look of the page: something succeeded, nothing happened, or something is wrong. */
	mood: 'good' | 'neutral' | 'bad';
	/** The message of the page. */
	name: PageName;
	/** Texts of the workflow's owner that replace ours. */
	own?: { title?: string; text?: string };
	/** Whether the signed state is used up. */
	needsNewLink?: boolean;
	/** A button to the next page. */
	button?: { label: keyof Words['buttons']; href: string };
}

const good = (name: PageName): Page => ({ status: 200, mood: 'good', name });
const neutral = (name: PageName, status = 200): Page => ({ status, mood: 'neutral', name });
const bad = (status: number, name: PageName): Page => ({ status, mood: 'bad', name });

/** The pages for a person, if the workflow does not have a page for that. */
export const pages = {
	linked: good('linked'),
	alreadyLinked: good('alreadyLinked'),
	stillLinking: neutral('stillLinking', 202),
	declined: neutral('declined'),
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

/** The page for a state that is refused. */
export function pageOfRefusal(refusal: StateRefusal): Page {
	return stateRefusals[refusal];
}

/** The error words that a person can do something about. All others are for the owner of the workflow. */
const byErrorWord: Record<string, Page> = {
	code_expired: bad(410, 'codeExpired'),
	code_already_used: bad(409, 'codeUsed'),
	invalid_code: bad(400, 'codeInvalid'),
	invalid_code_client: bad(400, 'otherApp'),
};

/**
 * The page for a failed exchange. It reveals nothing that only the owner of the workflow may know.
 *
 * @param isSigned whether the code came with a signed state, which accepts no other code
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
