import type { Words } from './locale';

const startAgain = 'Go back to where you wanted to link your account, and start again.';
/** If a person opens the page again after it worked, it must not say that it did not work. */
const unlessLinked =
	'If your account is linked already, nothing is left to do. If it is not, go back to where you wanted to link your account, and start again.';
const nothingLinked = 'Nothing was linked.';
const reload = 'Reload this page in a moment; it works for five minutes.';
const tooOld = 'This link is too old';

export const english: Words = {
	pages: {
		linked: {
			title: 'Your account is linked',
			text: ['Nothing is left to do. You can close this page.'],
		},
		alreadyLinked: {
			title: 'Your account is linked already',
			text: ['This page was opened before, and it worked. You can close it.'],
		},
		stillLinking: {
			title: 'This takes a moment',
			text: ['Your account is being linked. Reload this page in a while to see whether it is done.'],
		},
		declined: {
			title: 'Nothing was linked',
			text: [
				'You did not allow it, so nothing was shared.',
				'If you want to link your account after all, go back to where you came from, and start again.',
			],
		},
		oneMoreStep: { title: 'Almost done', text: ['One more step links your account.'] },
		movingOn: { title: 'Almost done', text: [] },
		noCode: {
			title: 'There is nothing to link here',
			text: [
				'This page belongs to the end of linking an account: it opens by itself after you have given your consent.',
				startAgain,
			],
		},
		failedBefore: {
			title: 'Your account could not be linked',
			text: [
				nothingLinked,
				'Please try again in a moment: go back to where you wanted to link your account, and start again.',
			],
		},
		busy: { title: 'Too many people at once', text: [`${nothingLinked} ${reload}`] },
		tooLong: {
			title: 'This address is too long',
			text: [
				`It holds more than is sent back after you have given your consent. ${nothingLinked}`,
				startAgain,
			],
		},
		spent: {
			title: 'This link was used before',
			text: ['It is good for one answer of the consent page, and it had one already.', unlessLinked],
		},
		notReady: {
			title: 'This page is not ready yet',
			text: [`${nothingLinked} Please tell whoever sent you here that linking accounts is not set up right.`],
		},
		stateMissing: {
			title: 'This link is not complete',
			text: [`It does not say who started it, so it is not safe to go on. ${nothingLinked}`, startAgain],
		},
		stateForged: {
			title: 'This link cannot be trusted',
			text: [`It was changed on its way, or it was made by somebody else. ${nothingLinked}`, startAgain],
		},
		stateExpired: { title: tooOld, text: ['It has to be used soon after it is made.', unlessLinked] },
		otherApp: { title: 'This link is for another app', text: [nothingLinked, startAgain] },
		otherAddress: { title: 'This link belongs to another page', text: [nothingLinked, startAgain] },
		codeExpired: {
			title: tooOld,
			text: ['It works for five minutes after you have given your consent.', unlessLinked],
		},
		codeUsed: { title: 'This link was used already', text: ['It works once.', unlessLinked] },
		codeInvalid: {
			title: 'This link is not valid',
			text: [`The service did not make it, or not for this page. ${nothingLinked}`, startAgain],
		},
		unreachable: {
			title: 'The service cannot be reached just now',
			text: [`${nothingLinked} ${reload}`],
		},
		unknownOutcome: {
			title: 'The service did not say whether it worked',
			text: [
				'So it is not known whether your account is linked. Reload this page to try once more; it works for five minutes.',
				`If that does not help: ${startAgain}`,
			],
		},
	},
	newLink: 'The link you came from is used up: you need a new one, which you get there.',
	buttons: { linkMyAccount: 'Link my account', goOn: 'Continue' },
};
