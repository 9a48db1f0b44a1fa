import path from 'node:path';

import { API_TYPES, apiTypes } from '../sandbox/contract/generateTypes';
import { INTERFACE, interfaceText, unreleasedFiles } from '../test/fixtures/generate/workflows';
import { command } from './lib/command';
import { packageNodes } from '../test/fixtures/generate/nodes';
import { plantedTable } from '../test/mutation/planted';
import { documentsWithTables } from './lib/derived/documents';
import { isOld, write, type Wanted } from './lib/files';
import { say } from './lib/progress';
import { root } from './lib/project';

const HELP = `npm run generate [-- --check]

Generates files from the nodes and from the API document.

Files
  sandbox/contract/types.ts                   The types of the API document.
  README.md, docs/*.md                        The tables of operations, parameters, options and messages.
  test/fixtures/saved-workflows/unreleased/   A workflow for each operation, as users will save it.

Options
  --interface   Also writes test/fixtures/interface.json: all names, values and defaults that saved workflows may
                contain. Decide first, because a release can never change them.
  --check       Writes nothing, but lists outdated files. Fails when there are any.
`;

/** `npm run generate`. */
export const main = command({
	name: 'generate',
	help: HELP,
	options: { check: { type: 'boolean' }, interface: { type: 'boolean' } },
	run: async ({ values }) => {
		const present = interfaceText();
		const files = new Map<string, Wanted>([
			[API_TYPES, await apiTypes()],
			...(await documentsWithTables(
				packageNodes().map(({ description }) => description),
				[['test/mutation/planted.md', plantedTable()]],
			)),
			...(await unreleasedFiles()),
			...(values.interface ? [[INTERFACE, present] as const] : []),
		]);
		const old = [...files].filter(([file, wanted]) => isOld(file, wanted));
		for (const [file, wanted] of old) {
			if (!values.check) write(file, wanted);
			say(`${path.relative(root, file)} ${values.check ? 'is outdated' : 'was written'}.`);
		}
		const isChanged = !values.interface && isOld(INTERFACE, present);
		if (isChanged)
			say('The interface has changed. If you want that, write it with: npm run generate -- --interface');
		else if (old.length === 0) say('All generated files are up to date.');
		else if (values.check) say('Write the files with: npm run generate');
		return isChanged || (values.check && old.length > 0) ? 1 : 0;
	},
});
