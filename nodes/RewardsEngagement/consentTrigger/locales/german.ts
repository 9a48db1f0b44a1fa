import type { Words } from './locale';

const startAgain =
	'Gehen Sie dorthin zurück, wo Sie Ihr Konto verknüpfen wollten, und beginnen Sie von vorn.';
const unlessLinked =
	'Wenn Ihr Konto bereits verknüpft ist, müssen Sie nichts weiter tun. Wenn nicht, gehen Sie dorthin zurück, wo Sie es verknüpfen wollten, und beginnen Sie von vorn.';
const nothingLinked = 'Es wurde nichts verknüpft.';
const reload = 'Laden Sie diese Seite gleich noch einmal. Sie funktioniert fünf Minuten lang.';
const tooOld = 'Dieser Link ist zu alt';

export const german: Words = {
	pages: {
		linked: {
			title: 'Ihr Konto ist verknüpft',
			text: ['Sie müssen nichts weiter tun und können diese Seite schließen.'],
		},
		alreadyLinked: {
			title: 'Ihr Konto ist bereits verknüpft',
			text: [
				'Diese Seite wurde schon einmal geöffnet, und die Verknüpfung hat geklappt. Sie können sie schließen.',
			],
		},
		stillLinking: {
			title: 'Einen Moment bitte',
			text: [
				'Ihr Konto wird gerade verknüpft. Laden Sie diese Seite in Kürze neu, um zu sehen, ob es geklappt hat.',
			],
		},
		declined: {
			title: 'Es wurde nichts verknüpft',
			text: [
				'Sie haben nicht zugestimmt, deshalb wurde nichts weitergegeben.',
				'Wenn Sie Ihr Konto doch noch verknüpfen möchten, gehen Sie zurück und beginnen Sie von vorn.',
			],
		},
		oneMoreStep: {
			title: 'Fast geschafft',
			text: ['Nur noch ein Schritt, dann ist Ihr Konto verknüpft.'],
		},
		movingOn: { title: 'Fast geschafft', text: [] },
		noCode: {
			title: 'Hier gibt es nichts zu verknüpfen',
			text: [
				'Diese Seite steht am Ende einer Kontoverknüpfung. Sie öffnet sich von selbst, sobald Sie Ihre Einwilligung gegeben haben.',
				startAgain,
			],
		},
		failedBefore: {
			title: 'Ihr Konto konnte nicht verknüpft werden',
			text: [
				nothingLinked,
				'Bitte versuchen Sie es gleich noch einmal: Gehen Sie dorthin zurück, wo Sie Ihr Konto verknüpfen wollten, und beginnen Sie von vorn.',
			],
		},
		busy: { title: 'Zu viele Anfragen auf einmal', text: [`${nothingLinked} ${reload}`] },
		tooLong: {
			title: 'Diese Adresse ist zu lang',
			text: [`Sie enthält mehr, als nach einer Einwilligung zurückkommt. ${nothingLinked}`, startAgain],
		},
		spent: {
			title: 'Dieser Link wurde schon einmal verwendet',
			text: [
				'Er gilt nur für eine Antwort der Einwilligungsseite, und die ist bereits eingegangen.',
				unlessLinked,
			],
		},
		notReady: {
			title: 'Diese Seite ist noch nicht bereit',
			text: [
				`${nothingLinked} Bitte geben Sie dort Bescheid, von wo Sie hierher geschickt wurden: Die Kontoverknüpfung ist nicht richtig eingerichtet.`,
			],
		},
		stateMissing: {
			title: 'Dieser Link ist unvollständig',
			text: [
				`Aus ihm geht nicht hervor, wer die Verknüpfung begonnen hat. Deshalb wäre es nicht sicher, fortzufahren. ${nothingLinked}`,
				startAgain,
			],
		},
		stateForged: {
			title: 'Dieser Link ist nicht vertrauenswürdig',
			text: [`Er wurde unterwegs verändert oder von jemand anderem erstellt. ${nothingLinked}`, startAgain],
		},
		stateExpired: {
			title: tooOld,
			text: ['Er muss bald nach seiner Erstellung verwendet werden.', unlessLinked],
		},
		otherApp: { title: 'Dieser Link ist für eine andere App', text: [nothingLinked, startAgain] },
		otherAddress: { title: 'Dieser Link gehört zu einer anderen Seite', text: [nothingLinked, startAgain] },
		codeExpired: {
			title: tooOld,
			text: ['Er gilt fünf Minuten lang, nachdem Sie Ihre Einwilligung gegeben haben.', unlessLinked],
		},
		codeUsed: {
			title: 'Dieser Link wurde bereits verwendet',
			text: ['Er funktioniert nur einmal.', unlessLinked],
		},
		codeInvalid: {
			title: 'Dieser Link ist ungültig',
			text: [
				`Er stammt nicht von dem Dienst oder ist nicht für diese Seite bestimmt. ${nothingLinked}`,
				startAgain,
			],
		},
		unreachable: {
			title: 'Der Dienst ist gerade nicht erreichbar',
			text: [`${nothingLinked} ${reload}`],
		},
		unknownOutcome: {
			title: 'Der Dienst hat nicht gemeldet, ob es geklappt hat',
			text: [
				'Daher ist nicht bekannt, ob Ihr Konto verknüpft ist. Laden Sie diese Seite neu, um es noch einmal zu versuchen. Sie funktioniert fünf Minuten lang.',
				`Falls das nicht hilft: ${startAgain}`,
			],
		},
	},
	newLink:
		'Der Link, über den Sie gekommen sind, ist verbraucht. Sie brauchen einen neuen, den Sie dort erhalten.',
	buttons: { linkMyAccount: 'Mein Konto verknüpfen', goOn: 'Weiter' },
};
