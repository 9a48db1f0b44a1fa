import { InvalidParameter } from '../errors/invalidParameter';
import { chainNames } from './chain';
import type { Field } from './field';
import { idSchema, type FieldText } from './text';
import { values, type ValuesText } from './values';

/** The addresses of most chains, and more digits than those of any. */
const USUAL_DIGITS = 40;
const MOST_DIGITS = 64;

/** Chains whose addresses are not all of 40 hexadecimal digits, with the numbers of digits that they may have. */
const OTHER_DIGITS: Readonly<Record<string, (digits: number) => boolean>> = {
	flow: (digits) => digits === 16 || digits === USUAL_DIGITS,
	// Leading zeros may be left out.
	starknet: (digits) => digits <= MOST_DIGITS,
};

/** What keeps a text from being an address on any chain. Names, and forms that are not known here, are none of it. */
function problemOf(address: string): string | undefined {
	if (/…|\.\.\./.test(address)) return 'must be a whole address, without dots in the middle';
	if (/[\s/?#\p{C}]/u.test(address))
		return 'must be an address, such as 0x52908400098527886E0F7030069857D2E4169EE7';
	if (/^0x/i.test(address) && !/^0x[0-9a-f]{1,64}$/i.test(address)) {
		return `must have hexadecimal digits only after "0x", ${MOST_DIGITS} at the most`;
	}
	return undefined;
}

/**
 * The address of a wallet or a contract, on whichever chain. Its letters stay as they are: on some chains their case
 * counts, on others it is a checksum. {@link addressOn} checks it further, where the chain is known.
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

/** Several of them: a list, or text separated by commas. */
export function addresses(displayName: string, text: ValuesText): Field<string[]> {
	const field = values(displayName, text);
	const schema = field.schema.superRefine((all, context) => {
		const message = all.map(problemOf).find((problem) => problem !== undefined);
		if (message !== undefined) context.addIssue({ code: 'custom', message });
	});
	return { ...field, schema };
}

/**
 * The address, which may be one of the chain. What begins with "0x" is counted; all else is for the service to judge.
 *
 * @param chain any text; one that is not known here takes every address
 * @throws {InvalidParameter} when no address of the chain looks like this
 */
export function addressOn(chain: string | undefined, address: string, displayName: string): string {
	if (chain === undefined || !Object.hasOwn(chainNames, chain) || !/^0x/i.test(address)) return address;
	const name = chainNames[chain] ?? chain;
	if (chain === 'solana') {
		throw new InvalidParameter(
			`"${displayName}" begins with "0x", which no address on ${name} does`,
			'Choose the chain that it is of. Nothing was sent.',
		);
	}
	const digits = address.length - '0x'.length;
	const fits = OTHER_DIGITS[chain] ?? ((count: number) => count === USUAL_DIGITS);
	if (fits(digits)) return address;
	throw new InvalidParameter(
		`"${displayName}" has ${digits} digits after "0x", which no address on ${name} has`,
		`Copy the whole address, or choose the chain that it is of. Nothing was sent.`,
	);
}
