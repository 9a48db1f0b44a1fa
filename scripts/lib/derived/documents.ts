import fs from 'node:fs';
import path from 'node:path';

import type { INodeTypeDescription } from 'n8n-workflow';

import { withGenerated } from '../generatedSection';
import { root } from '../project';
import { messagesList } from './messagesList';
import { operationsTable, resourcesTable } from './operationsTables';
import { optionsTable, parametersTable } from './parametersTables';
import { policiesTable } from './policiesTable';

const COMMAND = 'npm run generate';

/** The page with the parameters of each trigger. */
const OF_TRIGGERS: Record<string, string> = {
	rewardsEngagementTrigger: 'docs/trigger.md',
	rewardsEngagementPollTrigger: 'docs/poll-trigger.md',
	rewardsEngagementConsentTrigger: 'docs/consent.md',
};

/**
 * The text of each document with generated tables, with the present tables.
 *
 * @param nodes the descriptions of all nodes of the package
 * @param others tables from elsewhere, each with its page
 */
export async function documentsWithTables(
	nodes: INodeTypeDescription[],
	others: Array<[page: string, table: string]>,
): Promise<Map<string, string>> {
	const tables: Array<[page: string, table: string, part?: string]> = [
		['README.md', resourcesTable()],
		['docs/operations.md', await operationsTable()],
		['docs/operations.md', optionsTable(), 'options'],
		['docs/operations.md', policiesTable(), 'policies'],
		['docs/troubleshooting.md', messagesList()],
		...others,
		...nodes.flatMap((node): Array<[string, string]> => {
			const page = OF_TRIGGERS[node.name];
			return page === undefined ? [] : [[page, parametersTable(node)]];
		}),
	];
	const texts = new Map<string, string>();
	for (const [page, table, part] of tables) {
		const file = path.join(root, page);
		const text = texts.get(file) ?? fs.readFileSync(file, 'utf8');
		texts.set(file, withGenerated(text, part ? `${COMMAND}: ${part}` : COMMAND, table));
	}
	return texts;
}
