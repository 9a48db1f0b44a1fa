import path from 'node:path';

import { parse } from './lib/arguments';
import { writeGenerated } from './lib/generatedSection';
import { operationsTable, resourcesTable } from './lib/operationsTables';
import { say } from './lib/progress.cjs';
import { root } from './lib/project';

/** What stands beside the tables in the documents. */
export const COMMAND = 'npm run operations-table -- --write';

/** Where each table stands. */
export const TABLES: Readonly<Record<string, () => string>> = {
	'README.md': resourcesTable,
	'docs/operations.md': operationsTable,
};

/** `npm run operations-table`: prints the tables of the operations, or puts them into the documents. */
export function main(args: string[]): void {
	const { values } = parse({ args, options: { write: { type: 'boolean', default: false } } });
	for (const [file, table] of Object.entries(TABLES)) {
		if (values.write) writeGenerated(path.join(root, file), COMMAND, table());
		else say(`${table()}\n`);
	}
}
