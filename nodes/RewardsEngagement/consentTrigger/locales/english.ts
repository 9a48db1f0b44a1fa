import type { Words } from './locale';

const startAgain = 'Please go back to where you started and try again.';
/** If a person opens the page again after it worked, it must not say that it did not work. */
const unlessLinked =
	"If your account is already linked, you're all set. Otherwise, please go back to where you started and try again.";
const nothingLinked = 'Nothing was linked.';
const fiveMinutes = 'It works for five minutes after you give your consent.';
const reload = `Please reload this page in a moment. ${fiveMinutes}`;
const tooOld = 'This link has expired';

export const english: Words = {
	pages: {
		linked: {
			title: 'Your account is linked',
			text: ["You're all set. You can close this page."],
		},
		alreadyLinked: {
			title: 'Your account is already linked',
			text: ['You have already completed this step. You can close this page.'],
		},
		stillLinking: {
			title: 'Just a moment',
			text: ["We're linking your account. Reload this page in a moment to see the result."],
		},
		declined: {
			title: 'Nothing was linked',
			text: [
				'You declined, so nothing was shared.',
				'If you change your mind, please go back to where you started and try again.',
			],
		},
		movingOn: { title: 'Almost done', text: [] },
		noCode: {
			title: 'Nothing to link here',
			text: [
				'This is the last step of linking an account. It opens automatically after you give your consent.',
				startAgain,
			],
		},
		failedBefore: {
			title: 'Your account could not be linked',
			text: [nothingLinked, 'Please go back to where you started and try again in a moment.'],
		},
		busy: { title: "We're busy right now", text: [`${nothingLinked} ${reload}`] },
		tooLong: {
			title: 'This link is too long',
			text: [`It contains more data than expected. ${nothingLinked}`, startAgain],
		},
		spent: {
			title: 'This link was used before',
			text: ['Each link can be used only once, and this one has already been used.', unlessLinked],
		},
		notReady: {
			title: 'This page is not ready yet',
			text: [
				`${nothingLinked} Please tell the person or app that sent you here that account linking is not set up correctly.`,
			],
		},
		stateMissing: {
			title: 'This link is incomplete',
			text: [`Part of the link is missing, so we stopped for your security. ${nothingLinked}`, startAgain],
		},
		stateForged: {
			title: 'This link cannot be trusted',
			text: [`It may have been changed or created by someone else. ${nothingLinked}`, startAgain],
		},
		stateExpired: {
			title: tooOld,
			text: ['For your security, links work only for a limited time.', unlessLinked],
		},
		otherApp: { title: 'This link is for another app', text: [nothingLinked, startAgain] },
		otherAddress: { title: 'This link belongs to another page', text: [nothingLinked, startAgain] },
		codeExpired: { title: tooOld, text: [fiveMinutes, unlessLinked] },
		codeUsed: {
			title: 'This link has already been used',
			text: ['Each link works only once.', unlessLinked],
		},
		codeInvalid: {
			title: 'This link is not valid',
			text: [`It was not issued for this page. ${nothingLinked}`, startAgain],
		},
		unreachable: {
			title: 'The service is unavailable right now',
			text: [`${nothingLinked} ${reload}`],
		},
		unknownOutcome: {
			title: 'We could not confirm that your account was linked',
			text: [
				`Your account may or may not be linked. Please reload this page to try again. ${fiveMinutes}`,
				'If that does not help, please go back to where you started and try again.',
			],
		},
	},
	newLink: 'You need a new link. You can get one where you started.',
	buttons: { goOn: 'Continue' },
};
