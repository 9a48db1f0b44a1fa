import type { Words } from './locale';

const startAgain = 'Vuelva al lugar donde empezó e inténtelo de nuevo.';
const unlessLinked =
	'Si su cuenta ya está vinculada, no tiene que hacer nada más. Si no lo está, vuelva al lugar donde empezó e inténtelo de nuevo.';
const nothingLinked = 'No se ha vinculado nada.';
const fiveMinutes = 'Puede hacerlo durante cinco minutos después de dar su consentimiento.';
const reload = `Recargue esta página dentro de un momento. ${fiveMinutes}`;
const tooOld = 'Este enlace ha caducado';

export const spanish: Words = {
	pages: {
		linked: {
			title: 'Su cuenta está vinculada',
			text: ['Todo listo. Puede cerrar esta página.'],
		},
		alreadyLinked: {
			title: 'Su cuenta ya está vinculada',
			text: ['Ya completó este paso. Puede cerrar esta página.'],
		},
		stillLinking: {
			title: 'Espere un momento',
			text: [
				'Estamos vinculando su cuenta. Recargue esta página dentro de un momento para ver el resultado.',
			],
		},
		declined: {
			title: 'No se ha vinculado nada',
			text: [
				'Usted no aceptó, así que no se ha compartido nada.',
				'Si cambia de opinión, vuelva al lugar donde empezó e inténtelo de nuevo.',
			],
		},
		movingOn: { title: 'Ya casi está', text: [] },
		noCode: {
			title: 'Aquí no hay nada que vincular',
			text: [
				'Este es el último paso para vincular una cuenta. La página se abre automáticamente después de dar su consentimiento.',
				startAgain,
			],
		},
		failedBefore: {
			title: 'No se ha podido vincular su cuenta',
			text: [nothingLinked, 'Vuelva al lugar donde empezó e inténtelo de nuevo dentro de un momento.'],
		},
		busy: { title: 'Hay mucha actividad en este momento', text: [`${nothingLinked} ${reload}`] },
		tooLong: {
			title: 'Este enlace es demasiado largo',
			text: [`Contiene más datos de los esperados. ${nothingLinked}`, startAgain],
		},
		spent: {
			title: 'Este enlace ya se usó antes',
			text: ['Cada enlace se puede usar una sola vez, y este ya se ha usado.', unlessLinked],
		},
		notReady: {
			title: 'Esta página todavía no está lista',
			text: [
				`${nothingLinked} La vinculación de cuentas no está bien configurada. Por favor, avise a la persona o aplicación que le ha enviado aquí.`,
			],
		},
		stateMissing: {
			title: 'Este enlace está incompleto',
			text: [
				`Falta una parte del enlace, así que nos hemos detenido por su seguridad. ${nothingLinked}`,
				startAgain,
			],
		},
		stateForged: {
			title: 'Este enlace no es de confianza',
			text: [`Es posible que otra persona lo haya modificado o creado. ${nothingLinked}`, startAgain],
		},
		stateExpired: {
			title: tooOld,
			text: ['Por su seguridad, los enlaces solo funcionan durante un tiempo limitado.', unlessLinked],
		},
		otherApp: { title: 'Este enlace es para otra aplicación', text: [nothingLinked, startAgain] },
		otherAddress: { title: 'Este enlace corresponde a otra página', text: [nothingLinked, startAgain] },
		codeExpired: {
			title: tooOld,
			text: ['Funciona durante cinco minutos después de dar su consentimiento.', unlessLinked],
		},
		codeUsed: {
			title: 'Este enlace ya se ha usado',
			text: ['Cada enlace funciona una sola vez.', unlessLinked],
		},
		codeInvalid: {
			title: 'Este enlace no es válido',
			text: [`No se creó para esta página. ${nothingLinked}`, startAgain],
		},
		unreachable: {
			title: 'El servicio no está disponible en este momento',
			text: [`${nothingLinked} ${reload}`],
		},
		unknownOutcome: {
			title: 'No hemos podido confirmar que su cuenta se haya vinculado',
			text: [
				`Es posible que su cuenta esté vinculada o que no lo esté. Recargue esta página para intentarlo de nuevo. ${fiveMinutes}`,
				'Si eso no ayuda, vuelva al lugar donde empezó e inténtelo de nuevo.',
			],
		},
	},
	newLink: 'Necesita un enlace nuevo. Puede obtenerlo en el lugar donde empezó.',
	buttons: { goOn: 'Continuar' },
};
