import fs from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { root } from '../../scripts/lib/project';

/** A list search reads only fields that the schema of its records declares. With another field it does not compile. */

const RESOURCES = path.join(root, 'nodes', 'RewardsEngagement', 'resources');

/** Places where a list search reads a field, each with a field that its record does not have. */
const MISREAD: ReadonlyArray<[file: string, read: string, misread: string]> = [
	['currencyShare/searchOfferedCurrencies.ts', 'record: { realmPoint,', 'record: { misread: realmPoint,'],
	['member/searchCurrencies.ts', 'record.emoji', 'record.misread'],
	['collection/searchActivationNfts.ts', '{ contractAddress, chain }', '{ misread: contractAddress, chain }'],
	['member/searchMembers.ts', 'shownText(member.email)', 'shownText(member.misread)'],
	['webhook/searchWebhooks.ts', 'record: { url,', 'record: { misread: url,'],
	['quest/searchTypes.ts', '({ type, tasks }', '({ type, misread: tasks }'],
	['memberCredential/searchProviders.ts', '({ credentials })', '({ misread: credentials })'],
	// An older name of a field, the remarks, a nested record, and a helper that needs a missing field.
	['member/searchCurrencies.ts', 'member?.pointBalances', 'member?.misread'],
	['storeItem/searchStoreItems.ts', '({ price })', '({ misread: price })'],
	['currencyShare/searchOfferedCurrencies.ts', 'parentRealm.name', 'parentRealm.misread'],
	['purchase/searchPurchases.ts', 'itemName(storeItem)', 'String(storeItem.misread)'],
	[
		'raffle/searchRaffles.ts',
		'nameOf: itemName',
		'nameOf: (one: { misread: unknown }) => String(one.misread)',
	],
];

const searches = fs
	.readdirSync(RESOURCES, { recursive: true, encoding: 'utf8' })
	.filter((file) => path.basename(file).startsWith('search'))
	.map((file) => ({ file, text: fs.readFileSync(path.join(RESOURCES, file), 'utf8') }))
	.filter(({ text }) => /declare\/listSearch'/.test(text));

/** A list search that builds the name of a record from a different field. */
function misnamed(text: string): string {
	return text
		.replace('nameOf: ({ ', 'nameOf: ({ misread: ')
		.replace(/nameOf: \w+/, 'nameOf: ({ misread }) => String(misread)');
}

const named = searches.filter(({ text }) => text.includes('nameOf:'));

const changed = [
	...named.map(({ file, text }) => ({ file, what: 'nameOf', text, misread: misnamed(text) })),
	...MISREAD.map(([file, read, misread]) => {
		const { text = '' } = searches.find((one) => one.file === file) ?? {};
		return { file, what: read, text, misread: text.replace(read, misread) };
	}),
].map((one, index) => ({ ...one, place: path.join(RESOURCES, one.file.replace('.ts', `.${index}.ts`)) }));

/** The type errors of files that exist only in memory, by path. */
function typeErrors(texts: ReadonlyMap<string, string>): Map<string, string[]> {
	const config = ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file))
		.config as object;
	const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
	const host = ts.createCompilerHost(options);
	const onDisk = host.readFile.bind(host);
	host.readFile = (file) => texts.get(path.normalize(file)) ?? onDisk(file);
	const compiler = ts.createProgram([...texts.keys()], { ...options, noEmit: true }, host);
	return new Map(
		[...texts.keys()].map((file) => [
			file,
			ts
				.getPreEmitDiagnostics(compiler, compiler.getSourceFile(file))
				.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
		]),
	);
}

let errors: ReadonlyMap<string, string[]>;

beforeAll(() => {
	errors = typeErrors(new Map(changed.map(({ place, misread }) => [place, misread])));
}, 120_000);

it.each(changed.map((one) => [one.file, one.what, one] as const))(
	'%s with another field at "%s" does not compile',
	(_file, _what, { place, text, misread }) => {
		expect(misread).not.toBe(text);
		expect(errors.get(place)).toContainEqual(expect.stringMatching(/'misread' (does not exist|is missing)/));
	},
);

it('every list search is among them', () => {
	const files = new Set(changed.map(({ file }) => file));
	expect([...files].sort()).toEqual(searches.map(({ file }) => file).sort());
});
