import type { Words } from './locale';

const startAgain = 'Bitte gehen Sie dorthin zurück, wo Sie begonnen haben, und versuchen Sie es noch einmal.';
const unlessLinked =
	'Wenn Ihr Konto bereits verknüpft ist, ist alles erledigt. Wenn nicht, gehen Sie bitte dorthin zurück, wo Sie begonnen haben, und versuchen Sie es noch einmal.';
const nothingLinked = 'Es wurde nichts verknüpft.';
const fiveMinutes = 'Nach Ihrer Einwilligung ist das fünf Minuten lang möglich.';
const reload = `Bitte laden Sie diese Seite gleich noch einmal. ${fiveMinutes}`;
const tooOld = 'Dieser Link ist abgelaufen';

export const german: Words = {
	pages: {
		linked: {
			title: 'Ihr Konto ist verknüpft',
			text: ['Alles ist erledigt. Sie können diese Seite schließen.'],
		},
		alreadyLinked: {
			title: 'Ihr Konto ist bereits verknüpft',
			text: ['Diesen Schritt haben Sie schon erledigt. Sie können diese Seite schließen.'],
		},
		stillLinking: {
			title: 'Einen Moment bitte',
			text: ['Ihr Konto wird gerade verknüpft. Laden Sie diese Seite gleich neu, um das Ergebnis zu sehen.'],
		},
		declined: {
			title: 'Es wurde nichts verknüpft',
			text: [
				'Sie haben abgelehnt, deshalb wurde nichts weitergegeben.',
				'Wenn Sie es sich anders überlegen, gehen Sie bitte dorthin zurück, wo Sie begonnen haben, und versuchen Sie es noch einmal.',
			],
		},
		movingOn: { title: 'Fast geschafft', text: [] },
		noCode: {
			title: 'Hier gibt es nichts zu verknüpfen',
			text: [
				'Dies ist der letzte Schritt einer Kontoverknüpfung. Diese Seite öffnet sich automatisch nach Ihrer Einwilligung.',
				startAgain,
			],
		},
		failedBefore: {
			title: 'Ihr Konto konnte nicht verknüpft werden',
			text: [
				nothingLinked,
				'Bitte gehen Sie dorthin zurück, wo Sie begonnen haben, und versuchen Sie es gleich noch einmal.',
			],
		},
		busy: { title: 'Gerade ist viel los', text: [`${nothingLinked} ${reload}`] },
		tooLong: {
			title: 'Dieser Link ist zu lang',
			text: [`Er enthält mehr Daten als erwartet. ${nothingLinked}`, startAgain],
		},
		spent: {
			title: 'Dieser Link wurde schon einmal verwendet',
			text: ['Jeder Link gilt nur einmal, und dieser wurde bereits verwendet.', unlessLinked],
		},
		notReady: {
			title: 'Diese Seite ist noch nicht bereit',
			text: [
				`${nothingLinked} Die Kontoverknüpfung ist nicht richtig eingerichtet. Bitte sagen Sie der Person oder App Bescheid, die Sie hierher geschickt hat.`,
			],
		},
		stateMissing: {
			title: 'Dieser Link ist unvollständig',
			text: [
				`Ein Teil des Links fehlt, deshalb haben wir zu Ihrer Sicherheit abgebrochen. ${nothingLinked}`,
				startAgain,
			],
		},
		stateForged: {
			title: 'Dieser Link ist nicht vertrauenswürdig',
			text: [`Vielleicht hat ihn jemand anderes verändert oder erstellt. ${nothingLinked}`, startAgain],
		},
		stateExpired: {
			title: tooOld,
			text: ['Zu Ihrer Sicherheit gelten Links nur für begrenzte Zeit.', unlessLinked],
		},
		otherApp: { title: 'Dieser Link ist für eine andere App', text: [nothingLinked, startAgain] },
		otherAddress: { title: 'Dieser Link gehört zu einer anderen Seite', text: [nothingLinked, startAgain] },
		codeExpired: {
			title: tooOld,
			text: ['Nach Ihrer Einwilligung gilt er fünf Minuten lang.', unlessLinked],
		},
		codeUsed: {
			title: 'Dieser Link wurde bereits verwendet',
			text: ['Jeder Link funktioniert nur einmal.', unlessLinked],
		},
		codeInvalid: {
			title: 'Dieser Link ist ungültig',
			text: [`Er wurde nicht für diese Seite ausgestellt. ${nothingLinked}`, startAgain],
		},
		unreachable: {
			title: 'Der Dienst ist gerade nicht erreichbar',
			text: [`${nothingLinked} ${reload}`],
		},
		unknownOutcome: {
			title: 'Wir konnten nicht bestätigen, dass Ihr Konto verknüpft wurde',
			text: [
				`Vielleicht ist Ihr Konto verknüpft, vielleicht auch nicht. Bitte laden Sie diese Seite neu, um es noch einmal zu versuchen. ${fiveMinutes}`,
				'Wenn das nicht hilft, gehen Sie bitte dorthin zurück, wo Sie begonnen haben, und versuchen Sie es noch einmal.',
			],
		},
	},
	newLink: 'Sie brauchen einen neuen Link. Sie erhalten ihn dort, wo Sie begonnen haben.',
	buttons: { goOn: 'Weiter' },
};
