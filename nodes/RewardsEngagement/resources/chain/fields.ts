import type { Field } from '../../fields/field';
import { word } from '../../fields/locator';
import { type FieldText, id } from '../../fields/text';
import { values, valuesSchema, type ValuesText } from '../../fields/values';

/** The chains of the API document, section 2.4, in its spelling, with their common names. */
export const chainNames: Readonly<Record<string, string>> = {
	abstract: 'Abstract',
	apechain: 'ApeChain',
	arbitrum: 'Arbitrum',
	arbitrumNova: 'Arbitrum Nova',
	astar: 'Astar',
	avalanche: 'Avalanche',
	base: 'Base',
	berachain: 'Berachain',
	blast: 'Blast',
	bsc: 'BNB Smart Chain',
	crossfi: 'CrossFi',
	ethereum: 'Ethereum',
	flow: 'Flow',
	geist: 'Geist',
	gnosis: 'Gnosis',
	ink: 'Ink',
	lens: 'Lens',
	linea: 'Linea',
	lumia: 'Lumia',
	mantle: 'Mantle',
	metis: 'Metis',
	opbnb: 'opBNB',
	optimism: 'Optimism',
	polygon: 'Polygon',
	polygonZkEVM: 'Polygon zkEVM',
	rootstock: 'Rootstock',
	scroll: 'Scroll',
	settlus: 'Settlus',
	shape: 'Shape',
	solana: 'Solana',
	soneium: 'Soneium',
	sonic: 'Sonic',
	starknet: 'Starknet',
	unichain: 'Unichain',
	worldchain: 'World Chain',
	zetachain: 'ZetaChain',
	zksync: 'zkSync',
	zora: 'Zora',
};

/** The chain of a record: one of the list, or the name of another chain. */
export function chain({ description }: { description: string }): Field<string> {
	const field = word('Chain', {
		description,
		search: 'searchChains',
		listPlaceholder: 'Select a chain…',
		default: { value: 'ethereum', cachedResultName: 'Ethereum' },
		example: 'ethereum',
	});
	return { ...field, sample: 'zora' };
}

/** A whole hexadecimal address. On some chains, a module and a name follow. */
const HEXADECIMAL = /^0x[0-9a-f]{1,64}(::\w+)*$/i;

/**
 * Why a text is not an address on any chain. Names are accepted, and so are formats of chains that are not known
 * here.
 */
export function addressProblem(address: string): string | undefined {
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
	const field = id(displayName, text);
	return {
		...field,
		schema: field.schema.superRefine((value, context) => {
			const message = addressProblem(value);
			if (message !== undefined) context.addIssue({ code: 'custom', message });
		}),
	};
}

/** Several addresses: a list, or text separated by commas. */
export function addresses(displayName: string, text: ValuesText): Field<string[]> {
	const field = values(displayName, text);
	const schema = field.schema.superRefine((all, context) => {
		const message = all.map(addressProblem).find((problem) => problem !== undefined);
		if (message !== undefined) context.addIssue({ code: 'custom', message });
	});
	return { ...field, schema };
}

interface ChosenValuesText {
	description: string;
	/** The list search that fills the list, as the resource declares it. */
	search: string;
	/** The locators that decide whose records the list has. */
	dependsOn?: readonly string[];
}

/**
 * IDs that a user chooses from a list of the service. An expression may also give a list, or text separated by
 * commas.
 */
export function chosenValues(
	displayName: string,
	{ description, search, dependsOn = [] }: ChosenValuesText,
): Field<string[]> {
	return {
		property: {
			displayName,
			type: 'multiOptions',
			default: [],
			// The list may be too short to contain an ID from an expression or from a copied workflow.
			allowArbitraryValues: true,
			description: `${description}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
			typeOptions: {
				loadOptionsMethod: search,
				loadOptionsDependsOn: dependsOn.map((name) => `${name}.value`),
			},
		},
		schema: valuesSchema(),
	};
}
