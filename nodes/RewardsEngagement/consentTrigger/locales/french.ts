import type { Words } from './locale';

const startAgain = 'Retournez là où vous vouliez associer votre compte et recommencez.';
const unlessLinked =
	'Si votre compte est déjà associé, vous n’avez plus rien à faire. Sinon, retournez là où vous vouliez l’associer et recommencez.';
const nothingLinked = 'Aucun compte n’a été associé.';
const reload = 'Rechargez cette page dans un instant. Elle reste valable cinq minutes.';
const tooOld = 'Ce lien est trop ancien';

export const french: Words = {
	pages: {
		linked: {
			title: 'Votre compte est associé',
			text: ['Vous n’avez plus rien à faire. Vous pouvez fermer cette page.'],
		},
		alreadyLinked: {
			title: 'Votre compte est déjà associé',
			text: ['Cette page a déjà été ouverte, et tout s’est bien passé. Vous pouvez la fermer.'],
		},
		stillLinking: {
			title: 'Un instant, s’il vous plaît',
			text: [
				'L’association de votre compte est en cours. Rechargez cette page dans un moment pour voir si elle est terminée.',
			],
		},
		declined: {
			title: 'Aucun compte n’a été associé',
			text: [
				'Vous n’avez pas donné votre accord, rien n’a donc été communiqué.',
				'Si vous souhaitez tout de même associer votre compte, retournez là d’où vous venez et recommencez.',
			],
		},
		oneMoreStep: {
			title: 'C’est presque fini',
			text: ['Plus qu’une étape pour associer votre compte.'],
		},
		movingOn: { title: 'C’est presque fini', text: [] },
		noCode: {
			title: 'Il n’y a rien à associer ici',
			text: [
				'Cette page correspond à la fin de l’association d’un compte. Elle s’ouvre d’elle-même une fois que vous avez donné votre consentement.',
				startAgain,
			],
		},
		failedBefore: {
			title: 'Votre compte n’a pas pu être associé',
			text: [
				nothingLinked,
				'Veuillez réessayer dans un instant : retournez là où vous vouliez associer votre compte et recommencez.',
			],
		},
		busy: { title: 'Trop de demandes à la fois', text: [`${nothingLinked} ${reload}`] },
		tooLong: {
			title: 'Cette adresse est trop longue',
			text: [
				`Elle contient plus que ce qui est renvoyé une fois le consentement donné. ${nothingLinked}`,
				startAgain,
			],
		},
		spent: {
			title: 'Ce lien a déjà servi',
			text: [
				'Il ne vaut que pour une seule réponse de la page de consentement, et celle-ci a déjà été reçue.',
				unlessLinked,
			],
		},
		notReady: {
			title: 'Cette page n’est pas encore prête',
			text: [
				`${nothingLinked} Merci de signaler à la personne ou au service qui vous a envoyé ici que l’association des comptes n’est pas correctement configurée.`,
			],
		},
		stateMissing: {
			title: 'Ce lien est incomplet',
			text: [
				`Il n’indique pas qui a lancé la demande, il ne serait donc pas sûr de continuer. ${nothingLinked}`,
				startAgain,
			],
		},
		stateForged: {
			title: 'Ce lien n’est pas fiable',
			text: [`Il a été modifié en chemin, ou créé par quelqu’un d’autre. ${nothingLinked}`, startAgain],
		},
		stateExpired: {
			title: tooOld,
			text: ['Il doit être utilisé peu de temps après sa création.', unlessLinked],
		},
		otherApp: {
			title: 'Ce lien est destiné à une autre application',
			text: [nothingLinked, startAgain],
		},
		otherAddress: { title: 'Ce lien correspond à une autre page', text: [nothingLinked, startAgain] },
		codeExpired: {
			title: tooOld,
			text: ['Il reste valable cinq minutes après votre consentement.', unlessLinked],
		},
		codeUsed: {
			title: 'Ce lien a déjà été utilisé',
			text: ['Il ne fonctionne qu’une seule fois.', unlessLinked],
		},
		codeInvalid: {
			title: 'Ce lien n’est pas valable',
			text: [
				`Il ne provient pas du service, ou n’est pas destiné à cette page. ${nothingLinked}`,
				startAgain,
			],
		},
		unreachable: {
			title: 'Le service est injoignable pour le moment',
			text: [`${nothingLinked} ${reload}`],
		},
		unknownOutcome: {
			title: 'Le service n’a pas indiqué si l’opération a réussi',
			text: [
				'On ne sait donc pas si votre compte est associé. Rechargez cette page pour réessayer. Elle reste valable cinq minutes.',
				'Si cela ne suffit pas, retournez là où vous vouliez associer votre compte et recommencez.',
			],
		},
	},
	newLink:
		'Le lien que vous avez suivi ne peut plus servir. Il vous en faut un nouveau, que vous obtiendrez au même endroit.',
	buttons: { linkMyAccount: 'Associer mon compte', goOn: 'Continuer' },
};
