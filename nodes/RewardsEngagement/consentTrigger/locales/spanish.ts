import type { Words } from './locale';

const startAgain = 'Vuelva al lugar donde quería vincular su cuenta y empiece de nuevo.';
const unlessLinked =
	'Si su cuenta ya está vinculada, no tiene que hacer nada más. Si no lo está, vuelva al lugar donde quería vincularla y empiece de nuevo.';
const nothingLinked = 'No se ha vinculado nada.';
const reload = 'Recargue esta página dentro de un momento. Funciona durante cinco minutos.';
const tooOld = 'Este enlace ha caducado';

export const spanish: Words = {
	pages: {
		linked: {
			title: 'Su cuenta está vinculada',
			text: ['No tiene que hacer nada más. Puede cerrar esta página.'],
		},
		alreadyLinked: {
			title: 'Su cuenta ya está vinculada',
			text: ['Esta página ya se abrió antes y todo salió bien. Puede cerrarla.'],
		},
		stillLinking: {
			title: 'Espere un momento',
			text: [
				'Su cuenta se está vinculando. Recargue esta página dentro de un rato para ver si ya ha terminado.',
			],
		},
		declined: {
			title: 'No se ha vinculado nada',
			text: [
				'No dio su permiso, así que no se ha compartido nada.',
				'Si al final desea vincular su cuenta, vuelva al lugar de donde vino y empiece de nuevo.',
			],
		},
		oneMoreStep: { title: 'Ya casi está', text: ['Solo falta un paso para vincular su cuenta.'] },
		movingOn: { title: 'Ya casi está', text: [] },
		noCode: {
			title: 'Aquí no hay nada que vincular',
			text: [
				'Esta página es el final del proceso de vincular una cuenta. Se abre sola después de que usted da su consentimiento.',
				startAgain,
			],
		},
		failedBefore: {
			title: 'No se ha podido vincular su cuenta',
			text: [
				nothingLinked,
				'Inténtelo de nuevo dentro de un momento: vuelva al lugar donde quería vincular su cuenta y empiece de nuevo.',
			],
		},
		busy: { title: 'Demasiadas solicitudes a la vez', text: [`${nothingLinked} ${reload}`] },
		tooLong: {
			title: 'Esta dirección es demasiado larga',
			text: [
				`Contiene más de lo que se devuelve después de dar el consentimiento. ${nothingLinked}`,
				startAgain,
			],
		},
		spent: {
			title: 'Este enlace ya se usó antes',
			text: [
				'Sirve para una sola respuesta de la página de consentimiento, y esa respuesta ya se recibió.',
				unlessLinked,
			],
		},
		notReady: {
			title: 'Esta página todavía no está lista',
			text: [
				`${nothingLinked} Por favor, avise a quien le ha enviado aquí de que la vinculación de cuentas no está bien configurada.`,
			],
		},
		stateMissing: {
			title: 'Este enlace está incompleto',
			text: [
				`No indica quién inició el proceso, así que no es seguro continuar. ${nothingLinked}`,
				startAgain,
			],
		},
		stateForged: {
			title: 'Este enlace no es de confianza',
			text: [`Se modificó por el camino o lo creó otra persona. ${nothingLinked}`, startAgain],
		},
		stateExpired: { title: tooOld, text: ['Hay que usarlo poco después de crearlo.', unlessLinked] },
		otherApp: { title: 'Este enlace es para otra aplicación', text: [nothingLinked, startAgain] },
		otherAddress: { title: 'Este enlace corresponde a otra página', text: [nothingLinked, startAgain] },
		codeExpired: {
			title: tooOld,
			text: ['Funciona durante cinco minutos después de dar su consentimiento.', unlessLinked],
		},
		codeUsed: { title: 'Este enlace ya se ha usado', text: ['Solo funciona una vez.', unlessLinked] },
		codeInvalid: {
			title: 'Este enlace no es válido',
			text: [`No lo creó el servicio o no es para esta página. ${nothingLinked}`, startAgain],
		},
		unreachable: {
			title: 'No se puede acceder al servicio en este momento',
			text: [`${nothingLinked} ${reload}`],
		},
		unknownOutcome: {
			title: 'El servicio no ha indicado si ha funcionado',
			text: [
				'Por eso no se sabe si su cuenta está vinculada. Recargue esta página para intentarlo otra vez. Funciona durante cinco minutos.',
				'Si eso no ayuda, vuelva al lugar donde quería vincular su cuenta y empiece de nuevo.',
			],
		},
	},
	newLink:
		'El enlace con el que ha llegado hasta aquí ya no sirve. Necesita uno nuevo, que obtendrá en ese mismo lugar.',
	buttons: { linkMyAccount: 'Vincular mi cuenta', goOn: 'Continuar' },
};
