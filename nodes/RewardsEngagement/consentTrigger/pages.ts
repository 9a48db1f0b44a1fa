import type { ServiceProblem } from '../errors/serviceProblem';
import { isRecord } from '../shared/json';
import type { Page } from './html';
import type { StateRefusal } from '../shared/signedState';

const START_AGAIN = 'Go back to where you wanted to link your account, and start again.';
/** A page that is opened once more after it worked must not say that it did not. */
const UNLESS_LINKED = `If your account is linked already, nothing is left to do. ${START_AGAIN.replace('Go back', 'If it is not, go back')}`;
/** A signed state is good for one code. */
const NEW_LINK = 'The link you came from is used up: you need a new one, which you get there.';
const NOTHING_LINKED = 'Nothing was linked.';

const good = (title: string, text: string, status = 200): Page => ({ status, mood: 'good', title, text });
const neutral = (title: string, text: string, status = 200): Page => ({
	status,
	mood: 'neutral',
	title,
	text,
});
const tooOld = (why: string): Page => bad(410, 'This link is too old', why, UNLESS_LINKED);
const bad = (status: number, title: string, ...text: string[]): Page => ({
	status,
	mood: 'bad',
	title,
	text: text.join('\n'),
});

/** What a person is shown, unless the workflow chose a page of its own. */
export const pages = {
	linked: good('Your account is linked', 'Nothing is left to do. You can close this page.'),
	alreadyLinked: good(
		'Your account is linked already',
		'This page was opened before, and it worked. You can close it.',
	),
	stillLinking: neutral(
		'This takes a moment',
		'Your account is being linked. Reload this page in a while to see whether it is done.',
		202,
	),
	declined: neutral(
		'Nothing was linked',
		`You did not allow it, so nothing was shared.\nIf you want to link your account after all, go back to where you came from, and start again.`,
	),
	goOn: neutral('Almost done', 'One more step links your account.'),
	noCode: bad(
		400,
		'There is nothing to link here',
		'This page belongs to the end of linking an account: it opens by itself after you have given your consent.',
		START_AGAIN,
	),
	failedBefore: bad(400, 'Your account could not be linked', NOTHING_LINKED, START_AGAIN),
	busy: bad(
		503,
		'Too many people at once',
		`${NOTHING_LINKED} Reload this page in a moment; it works for five minutes.`,
	),
	tooLong: bad(
		414,
		'This address is too long',
		`It holds more than is sent back after you have given your consent. ${NOTHING_LINKED}`,
		START_AGAIN,
	),
	spent: bad(
		409,
		'This link was used before',
		'It is good for one answer of the consent page, and it had one already.',
		UNLESS_LINKED,
		NEW_LINK,
	),
	notReady: bad(
		500,
		'This page is not ready yet',
		`${NOTHING_LINKED} Please tell whoever sent you here that linking accounts is not set up right.`,
	),
} satisfies Record<string, Page>;

const stateRefusals: Record<StateRefusal, Page> = {
	missing: bad(
		403,
		'This link is not complete',
		`It does not say who started it, so it is not safe to go on. ${NOTHING_LINKED}`,
		START_AGAIN,
	),
	forged: bad(
		403,
		'This link cannot be trusted',
		`It was changed on its way, or it was made by somebody else. ${NOTHING_LINKED}`,
		START_AGAIN,
	),
	otherApp: bad(403, 'This link is for another app', NOTHING_LINKED, START_AGAIN),
	otherAddress: bad(403, 'This link belongs to another page', NOTHING_LINKED, START_AGAIN),
	expired: tooOld('It has to be used soon after it is made.'),
};

/** The page for a state that is not taken. */
export function pageOfRefusal(refusal: StateRefusal): Page {
	return stateRefusals[refusal];
}

/** The error words that a person can do something about; the others are for the owner of the workflow. */
const byErrorWord: Record<string, Page> = {
	code_expired: tooOld('It works for five minutes after you have given your consent.'),
	code_already_used: bad(409, 'This link was used already', 'It works once.', UNLESS_LINKED),
	invalid_code: bad(
		400,
		'This link is not valid',
		`The service did not make it, or not for this page. ${NOTHING_LINKED}`,
		START_AGAIN,
	),
	invalid_code_client: bad(400, 'This link is for another app', NOTHING_LINKED, START_AGAIN),
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
	if (known) return isSigned ? { ...known, text: `${known.text}\n${NEW_LINK}` } : known;
	if (outcome === 'notApplied' && (status === undefined || status === 429)) {
		return bad(
			status === 429 ? 503 : 502,
			'The service cannot be reached just now',
			`${NOTHING_LINKED} Reload this page in a moment; it works for five minutes.`,
		);
	}
	if (outcome === 'notApplied') return pages.notReady;
	return bad(
		status === undefined ? 504 : 502,
		'The service did not say whether it worked',
		'So it is not known whether your account is linked. Reload this page to try once more; it works for five minutes.',
		`If that does not help: ${START_AGAIN}`,
	);
}
