import type { Words } from './locale';

const startAgain = 'Volte ao lugar onde começou e tente de novo.';
const unlessLinked =
	'Se a sua conta já está vinculada, não é preciso fazer mais nada. Se não está, volte ao lugar onde começou e tente de novo.';
const nothingLinked = 'Nada foi vinculado.';
const fiveMinutes = 'Isso funciona durante cinco minutos depois do seu consentimento.';
const reload = `Recarregue esta página daqui a pouco. ${fiveMinutes}`;
const tooOld = 'Este link expirou';

export const portuguese: Words = {
	pages: {
		linked: {
			title: 'A sua conta está vinculada',
			text: ['Tudo pronto. Pode fechar esta página.'],
		},
		alreadyLinked: {
			title: 'A sua conta já está vinculada',
			text: ['Esta etapa já foi concluída. Pode fechar esta página.'],
		},
		stillLinking: {
			title: 'Aguarde um momento',
			text: ['Estamos vinculando a sua conta. Recarregue esta página daqui a pouco para ver o resultado.'],
		},
		declined: {
			title: 'Nada foi vinculado',
			text: [
				'A autorização foi recusada, por isso nada foi compartilhado.',
				'Se mudar de ideia, volte ao lugar onde começou e tente de novo.',
			],
		},
		movingOn: { title: 'Quase pronto', text: [] },
		noCode: {
			title: 'Não há nada para vincular aqui',
			text: [
				'Esta é a última etapa para vincular uma conta. A página se abre automaticamente depois do seu consentimento.',
				startAgain,
			],
		},
		failedBefore: {
			title: 'Não foi possível vincular a sua conta',
			text: [nothingLinked, 'Volte ao lugar onde começou e tente de novo daqui a pouco.'],
		},
		busy: { title: 'Há muito movimento no momento', text: [`${nothingLinked} ${reload}`] },
		tooLong: {
			title: 'Este link é longo demais',
			text: [`Ele contém mais dados do que o esperado. ${nothingLinked}`, startAgain],
		},
		spent: {
			title: 'Este link já foi usado antes',
			text: ['Cada link só pode ser usado uma vez, e este já foi usado.', unlessLinked],
		},
		notReady: {
			title: 'Esta página ainda não está pronta',
			text: [
				`${nothingLinked} A vinculação de contas não está configurada corretamente. Por favor, avise a pessoa ou o aplicativo que trouxe você até aqui.`,
			],
		},
		stateMissing: {
			title: 'Este link está incompleto',
			text: [`Falta uma parte do link. Paramos por segurança. ${nothingLinked}`, startAgain],
		},
		stateForged: {
			title: 'Este link não é confiável',
			text: [`Ele pode ter sido alterado ou criado por outra pessoa. ${nothingLinked}`, startAgain],
		},
		stateExpired: {
			title: tooOld,
			text: ['Por segurança, os links só funcionam por tempo limitado.', unlessLinked],
		},
		otherApp: { title: 'Este link é para outro aplicativo', text: [nothingLinked, startAgain] },
		otherAddress: { title: 'Este link pertence a outra página', text: [nothingLinked, startAgain] },
		codeExpired: {
			title: tooOld,
			text: ['Ele funciona durante cinco minutos depois do seu consentimento.', unlessLinked],
		},
		codeUsed: {
			title: 'Este link já foi usado',
			text: ['Cada link só funciona uma vez.', unlessLinked],
		},
		codeInvalid: {
			title: 'Este link não é válido',
			text: [`Ele não foi criado para esta página. ${nothingLinked}`, startAgain],
		},
		unreachable: {
			title: 'O serviço está indisponível no momento',
			text: [`${nothingLinked} ${reload}`],
		},
		unknownOutcome: {
			title: 'Não conseguimos confirmar que a sua conta foi vinculada',
			text: [
				`A sua conta pode estar vinculada ou não. Recarregue esta página para tentar de novo. ${fiveMinutes}`,
				'Se isso não ajudar, volte ao lugar onde começou e tente de novo.',
			],
		},
	},
	newLink: 'É preciso um link novo. Ele está disponível no lugar onde começou.',
	buttons: { goOn: 'Continuar' },
};
