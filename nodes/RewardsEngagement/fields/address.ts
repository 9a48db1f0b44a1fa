import type { Field } from './field';
import { idSchema, type FieldText } from './text';
import { values, type ValuesText } from './values';

/** A whole hexadecimal address. On some chains, a module and a name follow. */
const HEXADECIMAL = /^0x[0-9a-f]{1,64}(::\w+)*$/i;

/**
 * Why a text is not an address on any chain. Names are accepted, and so are formats of chains that are not known
 * here.
 */
function problemOf(address: string): string | undefined {
	if (/…|\.\.\./.test(address)) return 'must be a full address, without dots in the middle';
	if (/[\s?#\p{C}]|:\/\//u.test(address))
		return 'must be an address, such as 0x52908400098527886E0F7030069857D2E4169EE7';
	const isName = address.includes('.');
	if (/^0x/i.test(address) && !isName && !HEXADECIMAL.test(address))
		return 'must have 1 to 64 hexadecimal digits after "0x"';
	return undefined;
}

/**
 * The address of a wallet or a contract, on any chain. Its case is kept, because it matters on some chains and is a
 * checksum on others. It refuses only text that is not an address on any chain.
 */
export function address(displayName: string, text: FieldText): Field<string> {
	return {
		property: { displayName, type: 'string', default: '', ...text },
		schema: idSchema.superRefine((value, context) => {
			const message = problemOf(value);
			if (message !== undefined) context.addIssue({ code: 'custom', message });
		}),
		isName: true,
	};
}

/** Several addresses: a list, or text separated by commas. */
export function addresses(displayName: string, text: ValuesText): Field<string[]> {
	const field = values(displayName, text);
	const schema = field.schema.superRefine((all, context) => {
		const message = all.map(problemOf).find((problem) => problem !== undefined);
		if (message !== undefined) context.addIssue({ code: 'custom', message });
	});
	return { ...field, schema };
}
