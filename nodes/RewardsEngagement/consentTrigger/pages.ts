import type { Problem } from '../errors';
import { isRecord } from '../shared/json';
import type { StateRefusal } from '../shared/signedState';

/** A page for a person. */
export interface Page {
	status: number;
	/** The look of the page: something succeeded, nothing happened, or something is wrong. */
	mood: 'good' | 'neutral' | 'bad';
	title: string;
	/** Paragraphs. */
	text: readonly string[];
	/** Texts of the workflow's owner that replace ours. They may be in any language. */
	own?: { title?: string; text?: string };
	/** The address that the button of the page opens, and that the status 303 redirects to. */
	continueTo?: string;
}

function page(status: number, title: string, ...text: string[]): Page {
	const mood = status >= 400 ? 'bad' : status === 200 ? 'good' : 'neutral';
	return { status, mood, title, text };
}

const START_AGAIN = 'Please go back to where you started and try again.';
/** If a person opens the page again after it worked, it must not say that it did not work. */
const UNLESS_LINKED =
	"If your account is already linked, you're all set. Otherwise, please go back to where you started and try again.";
const NOTHING_LINKED = 'Nothing was linked.';
const FIVE_MINUTES = 'It works for five minutes after you give your consent.';
const RELOAD = `Please reload this page in a moment. ${FIVE_MINUTES}`;
/** Another paragraph, shown if a signed state is used up: it is valid for one code. */
const NEW_LINK = 'You need a new link. You can get one where you started.';

/** The pages for a person, if the workflow does not have a page for that. */
export const pages = {
	linked: page(200, 'Your account is linked', "You're all set. You can close this page."),
	alreadyLinked: page(
		200,
		'Your account is already linked',
		'You have already completed this step. You can close this page.',
	),
	stillLinking: page(
		202,
		'Just a moment',
		"We're linking your account. Reload this page in a moment to see the result.",
	),
	declined: {
		...page(
			200,
			'Nothing was linked',
			'You declined, so nothing was shared.',
			'If you change your mind, please go back to where you started and try again.',
		),
		mood: 'neutral' as const,
	},
	/** Redirects to `continueTo`. The button is for a browser that does not follow. */
	movingOn: page(303, 'Almost done'),
	noCode: page(
		400,
		'Nothing to link here',
		'This is the last step of linking an account. It opens automatically after you give your consent.',
		START_AGAIN,
	),
	failedBefore: page(
		400,
		'Your account could not be linked',
		NOTHING_LINKED,
		'Please go back to where you started and try again in a moment.',
	),
	busy: page(503, "We're busy right now", `${NOTHING_LINKED} ${RELOAD}`),
	tooLong: page(
		414,
		'This link is too long',
		`It contains more data than expected. ${NOTHING_LINKED}`,
		START_AGAIN,
	),
	spent: page(
		409,
		'This link was used before',
		'Each link can be used only once, and this one has already been used.',
		UNLESS_LINKED,
		NEW_LINK,
	),
	notReady: page(
		500,
		'This page is not ready yet',
		`${NOTHING_LINKED} Please tell the person or app that sent you here that account linking is not set up correctly.`,
	),
	unreachable: page(502, 'The service is unavailable right now', `${NOTHING_LINKED} ${RELOAD}`),
	unknownOutcome: page(
		502,
		'We could not confirm that your account was linked',
		`Your account may or may not be linked. Please reload this page to try again. ${FIVE_MINUTES}`,
		'If that does not help, please go back to where you started and try again.',
	),
};

/** The pages for a state that is refused. */
export const refusalPages: Record<StateRefusal, Page> = {
	missing: page(
		403,
		'This link is incomplete',
		`Part of the link is missing, so we stopped for your security. ${NOTHING_LINKED}`,
		START_AGAIN,
	),
	forged: page(
		403,
		'This link cannot be trusted',
		`It may have been changed or created by someone else. ${NOTHING_LINKED}`,
		START_AGAIN,
	),
	otherApp: page(403, 'This link is for another app', NOTHING_LINKED, START_AGAIN),
	otherAddress: page(403, 'This link belongs to another page', NOTHING_LINKED, START_AGAIN),
	expired: page(
		410,
		'This link has expired',
		'For your security, links work only for a limited time.',
		UNLESS_LINKED,
	),
};

/** The error words that a person can do something about. All others are for the owner of the workflow. */
const byErrorWord: Record<string, Page> = {
	code_expired: page(410, 'This link has expired', FIVE_MINUTES, UNLESS_LINKED),
	code_already_used: page(
		409,
		'This link has already been used',
		'Each link works only once.',
		UNLESS_LINKED,
	),
	invalid_code: page(
		400,
		'This link is not valid',
		`It was not issued for this page. ${NOTHING_LINKED}`,
		START_AGAIN,
	),
	invalid_code_client: { ...refusalPages.otherApp, status: 400 },
};

/**
 * The page for a failed exchange. It reveals nothing that only the owner of the workflow may know.
 *
 * @param isSigned whether the code came with a signed state, which accepts no other code
 */
export function pageOfProblem({ told }: Problem, isSigned = false): Page {
	const { status, outcome, answer } = told;
	const word = isRecord(answer) && typeof answer.error === 'string' ? answer.error : '';
	const known = Object.hasOwn(byErrorWord, word) ? byErrorWord[word] : undefined;
	if (known) return isSigned ? { ...known, text: [...known.text, NEW_LINK] } : known;
	if (outcome !== 'notApplied') return { ...pages.unknownOutcome, status: status === undefined ? 504 : 502 };
	if (status === 429) return { ...pages.unreachable, status: 503 };
	return status === undefined ? pages.unreachable : pages.notReady;
}
