/** What a page of the consent trigger says. */
export interface PageWords {
	title: string;
	/** Paragraphs. */
	text: readonly string[];
}

/** The pages of the consent trigger, by what they tell. */
export type PageName =
	| 'linked'
	| 'alreadyLinked'
	| 'stillLinking'
	| 'declined'
	| 'oneMoreStep'
	| 'movingOn'
	| 'noCode'
	| 'failedBefore'
	| 'busy'
	| 'tooLong'
	| 'spent'
	| 'notReady'
	| 'stateMissing'
	| 'stateForged'
	| 'stateExpired'
	| 'otherApp'
	| 'otherAddress'
	| 'codeExpired'
	| 'codeUsed'
	| 'codeInvalid'
	| 'unreachable'
	| 'unknownOutcome';

/** All that the consent trigger says to a person, in one language. A text that is missing does not compile. */
export interface Words {
	pages: Record<PageName, PageWords>;
	/** A paragraph more, where a signed state is used up: it is good for one code. */
	newLink: string;
	buttons: { linkMyAccount: string; goOn: string };
}
