import type { Words } from './locale';

const startAgain = 'Veuillez revenir à votre point de départ et réessayer.';
const unlessLinked =
	'Si votre compte est déjà associé, vous n’avez plus rien à faire. Sinon, veuillez revenir à votre point de départ et réessayer.';
const nothingLinked = 'Aucun compte n’a été associé.';
const fiveMinutes = 'C’est possible pendant les cinq minutes qui suivent votre consentement.';
const reload = `Veuillez recharger cette page dans un instant. ${fiveMinutes}`;
const tooOld = 'Ce lien a expiré';

export const french: Words = {
	pages: {
		linked: {
			title: 'Votre compte est associé',
			text: ['C’est terminé. Vous pouvez fermer cette page.'],
		},
		alreadyLinked: {
			title: 'Votre compte est déjà associé',
			text: ['Vous avez déjà effectué cette étape. Vous pouvez fermer cette page.'],
		},
		stillLinking: {
			title: 'Un instant, s’il vous plaît',
			text: ['Nous associons votre compte. Rechargez cette page dans un instant pour voir le résultat.'],
		},
		declined: {
			title: 'Aucun compte n’a été associé',
			text: [
				'Vous avez refusé, rien n’a donc été communiqué.',
				'Si vous changez d’avis, veuillez revenir à votre point de départ et réessayer.',
			],
		},
		movingOn: { title: 'C’est presque fini', text: [] },
		noCode: {
			title: 'Il n’y a rien à associer ici',
			text: [
				'C’est la dernière étape de l’association d’un compte. Cette page s’ouvre automatiquement après votre consentement.',
				startAgain,
			],
		},
		failedBefore: {
			title: 'Votre compte n’a pas pu être associé',
			text: [nothingLinked, 'Veuillez revenir à votre point de départ et réessayer dans un instant.'],
		},
		busy: { title: 'Nous sommes très sollicités en ce moment', text: [`${nothingLinked} ${reload}`] },
		tooLong: {
			title: 'Ce lien est trop long',
			text: [`Il contient plus de données que prévu. ${nothingLinked}`, startAgain],
		},
		spent: {
			title: 'Ce lien a déjà servi',
			text: ['Chaque lien ne peut servir qu’une fois, et celui-ci a déjà été utilisé.', unlessLinked],
		},
		notReady: {
			title: 'Cette page n’est pas encore prête',
			text: [
				`${nothingLinked} L’association des comptes n’est pas correctement configurée. Merci de le signaler à la personne ou à l’application qui vous a envoyé ici.`,
			],
		},
		stateMissing: {
			title: 'Ce lien est incomplet',
			text: [
				`Il manque une partie du lien. Nous nous sommes arrêtés pour votre sécurité. ${nothingLinked}`,
				startAgain,
			],
		},
		stateForged: {
			title: 'Ce lien n’est pas fiable',
			text: [`Il a peut-être été modifié ou créé par quelqu’un d’autre. ${nothingLinked}`, startAgain],
		},
		stateExpired: {
			title: tooOld,
			text: ['Pour votre sécurité, les liens ne fonctionnent que pendant un temps limité.', unlessLinked],
		},
		otherApp: {
			title: 'Ce lien est destiné à une autre application',
			text: [nothingLinked, startAgain],
		},
		otherAddress: { title: 'Ce lien correspond à une autre page', text: [nothingLinked, startAgain] },
		codeExpired: {
			title: tooOld,
			text: ['Il fonctionne pendant les cinq minutes qui suivent votre consentement.', unlessLinked],
		},
		codeUsed: {
			title: 'Ce lien a déjà été utilisé',
			text: ['Chaque lien ne fonctionne qu’une seule fois.', unlessLinked],
		},
		codeInvalid: {
			title: 'Ce lien n’est pas valable',
			text: [`Il n’a pas été créé pour cette page. ${nothingLinked}`, startAgain],
		},
		unreachable: {
			title: 'Le service est indisponible pour le moment',
			text: [`${nothingLinked} ${reload}`],
		},
		unknownOutcome: {
			title: 'Nous n’avons pas pu confirmer que votre compte a été associé',
			text: [
				`Votre compte est peut-être associé, peut-être pas. Veuillez recharger cette page pour réessayer. ${fiveMinutes}`,
				'Si cela ne suffit pas, veuillez revenir à votre point de départ et réessayer.',
			],
		},
	},
	newLink: 'Il vous faut un nouveau lien. Vous l’obtiendrez à votre point de départ.',
	buttons: { goOn: 'Continuer' },
};
