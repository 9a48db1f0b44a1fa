/** The texts of a page of the consent trigger. */
export interface PageWords {
	title: string;
	/** Paragraphs. */
	text: readonly string[];
}

/** The pages of the consent trigger, by their message. */
export type PageName =
	| 'linked'
	| 'alreadyLinked'
	| 'stillLinking'
	| 'declined'
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

/** All texts of the consent trigger in one language. A missing text does not compile. */
export interface Words {
	pages: Record<PageName, PageWords>;
	/** Another paragraph, shown if a signed state is used up: it is valid for one code. */
	newLink: string;
	buttons: { goOn: string };
}
