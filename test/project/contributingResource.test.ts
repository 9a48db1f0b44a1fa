import fs from 'node:fs';
import path from 'node:path';

import { registry } from '../../nodes/RewardsEngagement/resources/registry';
import { root } from '../../scripts/lib/project';

/** "Add a resource" names one resource to copy, and its files in order. This checks all of it. */

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const section = /\n## Add a resource\n([\s\S]*?)\n## /.exec(read('docs/add-a-resource.md'))?.[1] ?? '';
const copied = /^\s*Copy `(\w+)`/.exec(section)?.[1] ?? '';

const quotes = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, quote]) => quote!);

interface Entry {
	file: string;
	isLeftOut: boolean;
}

/** The files of a list, which its lines name before the colon. */
function entriesOf(list: string, folder: string): Entry[] {
	return [...list.matchAll(/^- (`[^:]+`): (\w+)/gm)].flatMap(([, files = '', verb]) =>
		quotes(files).map((file) => ({ file: path.posix.join(folder, file), isLeftOut: verb === 'leave' })),
	);
}

/** The lists of files to copy, each with its folder. */
const lists = [...section.matchAll(/ in `([\w/]+\/)`:\n\n((?:- .*\n(?: {2}.*\n)*)+)/g)].map(
	([, folder = '', list = '']) => ({ folder, list, entries: entriesOf(list, folder) }),
);

const entries = lists.flatMap((one) => one.entries);

const filesBelow = (folder: string) =>
	fs
		.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8', withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
		.filter((file) => !file.includes('node_modules'));

describe('the resource to copy', () => {
	const own = registry.operations.filter(({ resource }) => resource === copied);
	const remote = registry.remoteOperations.filter(({ resource }) => resource === copied);

	it('has paging', () => {
		expect(remote.filter(({ pagination }) => pagination !== undefined)).not.toEqual([]);
	});

	it('has a deletion', () => {
		const deletions = own.filter(
			({ response }) => response.kind === 'done' && response.confirm === 'deleted',
		);
		expect(deletions).not.toEqual([]);
	});

	it('has an ID of its own, with a list search of its own', () => {
		const { parameters } = own.find(({ name }) => name === 'delete')!;
		const { property } = parameters[`${copied}Id`]!;
		const search = property.modes?.[0]?.typeOptions?.searchListMethod ?? '';
		expect(Object.keys(registry.listSearch)).toContain(search);
		expect(entries.map(({ file }) => path.basename(file, '.ts'))).toContain(search);
		expect(read('sandbox/base/ids.ts')).toContain(`\t${copied}: '`);
	});
});

describe('the list of its files', () => {
	it('names only files that exist', () => {
		expect(entries.length).toBeGreaterThan(15);
		const named = [
			...lists.flatMap(({ folder, list }) => quotes(list).map((file) => [file, `${folder}${file}`])),
			...quotes(section).map((file) => [file, file]),
		].filter(([file]) => /(\/|\.(ts|yaml|json|md))$/.test(file!));
		const missing = named
			.map(([file]) => file!)
			.filter(
				(file) => !named.some(([name, place]) => name === file && fs.existsSync(path.join(root, place!))),
			);
		expect(missing).toEqual([]);
		for (const { file } of entries)
			expect([file, fs.existsSync(path.join(root, file))]).toEqual([file, true]);
	});

	it('names every file of the resource', () => {
		const files = ['nodes', 'sandbox', 'test']
			.flatMap(filesBelow)
			.filter((file) => file.split(path.sep).some((part) => part === copied || part.startsWith(`${copied}.`)))
			.filter((file) => !file.startsWith('test/fixtures/saved-workflows/'));
		expect(files.length).toBeGreaterThan(15);
		const named = entries.map(({ file }) => file);
		expect(files.filter((file) => !named.includes(file))).toEqual([]);
	});

	it('names a file before those that import it', () => {
		const taken = entries.filter(({ isLeftOut }) => !isLeftOut).map(({ file }) => file);
		const later = taken.flatMap((file, index) =>
			[...(file.endsWith('.ts') ? read(file) : '').matchAll(/ from '(\.\/\w+)'/g)]
				.map(([, imported]) => path.posix.join(path.posix.dirname(file), `${imported}.ts`))
				.filter((imported) => taken.indexOf(imported) > index)
				.map((imported) => `${file} imports ${imported}`),
		);
		expect(later).toEqual([]);
	});

	it.each([
		['sandbox/base/pages.ts', ['cursorPage', 'page']],
		['sandbox/openapi/shared.yaml', ['RealmId', 'Take', 'Refused', 'CursorMeta', 'OffsetMeta']],
		['sandbox/openapi/currency.yaml', ['page', 'limit']],
		['sandbox/base/ids.ts', ['kinds']],
		['test/fixtures/scenarios/web3.ts', ['ownActivations']],
		['nodes/RewardsEngagement/resources/activation/fields.ts', ['ACTIVATIONS']],
		['nodes/RewardsEngagement/resources/activation/searchActivations.ts', ['recordSearch']],
		['nodes/RewardsEngagement/resources/raffle/searchRaffles.ts', ['remarksOf']],
	])('finds in %s what it names there', (file, words) => {
		expect(quotes(section)).toEqual(expect.arrayContaining(words));
		for (const word of words) expect(read(file)).toMatch(new RegExp(`\\b${word}\\b`));
	});
});
