import type { Words } from './locale';

const startAgain = 'Volte ao lugar onde queria vincular a sua conta e comece de novo.';
const unlessLinked =
	'Se a sua conta já está vinculada, não é preciso fazer mais nada. Se não está, volte ao lugar onde queria vinculá-la e comece de novo.';
const nothingLinked = 'Nada foi vinculado.';
const reload = 'Recarregue esta página daqui a pouco. Ela funciona durante cinco minutos.';
const tooOld = 'Este link expirou';

export const portuguese: Words = {
	pages: {
		linked: {
			title: 'A sua conta está vinculada',
			text: ['Não é preciso fazer mais nada. Pode fechar esta página.'],
		},
		alreadyLinked: {
			title: 'A sua conta já está vinculada',
			text: ['Esta página já foi aberta antes, e deu tudo certo. Pode fechá-la.'],
		},
		stillLinking: {
			title: 'Aguarde um momento',
			text: [
				'A sua conta está sendo vinculada. Recarregue esta página daqui a pouco para ver se já terminou.',
			],
		},
		declined: {
			title: 'Nada foi vinculado',
			text: [
				'A autorização não foi dada, por isso nada foi compartilhado.',
				'Se ainda quiser vincular a sua conta, volte ao lugar de onde veio e comece de novo.',
			],
		},
		oneMoreStep: { title: 'Quase pronto', text: ['Falta só um passo para vincular a sua conta.'] },
		movingOn: { title: 'Quase pronto', text: [] },
		noCode: {
			title: 'Não há nada para vincular aqui',
			text: [
				'Esta página é o fim do processo de vincular uma conta. Ela se abre sozinha depois que o consentimento é dado.',
				startAgain,
			],
		},
		failedBefore: {
			title: 'Não foi possível vincular a sua conta',
			text: [
				nothingLinked,
				'Tente de novo daqui a pouco: volte ao lugar onde queria vincular a sua conta e comece de novo.',
			],
		},
		busy: { title: 'Muitos pedidos ao mesmo tempo', text: [`${nothingLinked} ${reload}`] },
		tooLong: {
			title: 'Este endereço é longo demais',
			text: [
				`Ele contém mais do que é devolvido depois que o consentimento é dado. ${nothingLinked}`,
				startAgain,
			],
		},
		spent: {
			title: 'Este link já foi usado antes',
			text: [
				'Ele vale para uma única resposta da página de consentimento, e essa resposta já foi recebida.',
				unlessLinked,
			],
		},
		notReady: {
			title: 'Esta página ainda não está pronta',
			text: [
				`${nothingLinked} Por favor, avise quem trouxe você até aqui que a vinculação de contas não está bem configurada.`,
			],
		},
		stateMissing: {
			title: 'Este link está incompleto',
			text: [
				`Ele não indica quem iniciou o processo, por isso não é seguro continuar. ${nothingLinked}`,
				startAgain,
			],
		},
		stateForged: {
			title: 'Este link não é confiável',
			text: [`Ele foi alterado pelo caminho ou criado por outra pessoa. ${nothingLinked}`, startAgain],
		},
		stateExpired: { title: tooOld, text: ['Ele deve ser usado logo depois de criado.', unlessLinked] },
		otherApp: { title: 'Este link é para outro aplicativo', text: [nothingLinked, startAgain] },
		otherAddress: { title: 'Este link pertence a outra página', text: [nothingLinked, startAgain] },
		codeExpired: {
			title: tooOld,
			text: ['Ele funciona durante cinco minutos depois do consentimento.', unlessLinked],
		},
		codeUsed: { title: 'Este link já foi usado', text: ['Ele só funciona uma vez.', unlessLinked] },
		codeInvalid: {
			title: 'Este link não é válido',
			text: [`Ele não foi criado pelo serviço, ou não é para esta página. ${nothingLinked}`, startAgain],
		},
		unreachable: {
			title: 'O serviço está indisponível no momento',
			text: [`${nothingLinked} ${reload}`],
		},
		unknownOutcome: {
			title: 'O serviço não informou se deu certo',
			text: [
				'Por isso não se sabe se a sua conta está vinculada. Recarregue esta página para tentar mais uma vez. Ela funciona durante cinco minutos.',
				'Se isso não ajudar, volte ao lugar onde queria vincular a sua conta e comece de novo.',
			],
		},
	},
	newLink: 'O link que trouxe você até aqui não serve mais. É preciso um novo, que se obtém no mesmo lugar.',
	buttons: { linkMyAccount: 'Vincular a minha conta', goOn: 'Continuar' },
};
