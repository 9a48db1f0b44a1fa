import path from 'node:path';

import { command } from './lib/command';
import { COMMAND, TABLES } from './lib/derived/operationsTables';
import { writeGenerated } from './lib/generatedSection';
import { say } from './lib/progress';
import { root } from './lib/project';

const HELP = `npm run operations-table [-- --write]

Prints the tables of the operations, or puts them into the documents.`;

/** `npm run operations-table`. */
export const main = command({
	name: 'operations-table',
	help: HELP,
	options: { write: { type: 'boolean' } },
	run: async ({ values }) => {
		for (const [file, table] of Object.entries(TABLES)) {
			const content = await table();
			if (values.write) writeGenerated(path.join(root, file), COMMAND, content);
			else say(`${content}\n`);
		}
	},
});
