import { registry } from '../../../nodes/RewardsEngagement/resources/registry';
import type { Operation } from '../../../nodes/RewardsEngagement/run/operation';
import { topLevelFields } from '../../../nodes/RewardsEngagement/run/readParameters';

const CERTAINTY = { stated: 'documented', partly: 'documented in part', inferred: 'inferred' };
const IF_REPEATED = { read: 'nothing', replace: 'the same again', once: 'a second effect' };

/** The table of the README: one row a resource, with its operations; bold are those that a repeat would double. */
export function resourcesTable(): string {
	const rows = Object.entries(registry.resources).map(([resource, { name }]) => {
		const own = registry.operations
			.filter((operation) => operation.resource === resource)
			.sort((one, other) => one.displayName.localeCompare(other.displayName))
			.map((operation) =>
				'effect' in operation && operation.effect === 'once'
					? `**${operation.displayName}**`
					: operation.displayName,
			);
		return `| ${name} | ${own.join(', ')} |`;
	});
	return ['| Resource | Operations |', '|---|---|', ...rows.sort()].join('\n');
}

/** The table of docs/operations.md: one row an operation, with its endpoint and how sure that endpoint is. */
export function operationsTable(): string {
	const rows = registry.operations.map((operation) => {
		const { displayName, source = '', certainty = 'stated' } = operation;
		const resource = registry.resources[operation.resource]?.name ?? '';
		if ('run' in operation) return row(resource, displayName, 'none: it works inside n8n');
		const { effect, permission } = operation;
		const { method, path } = endpointOf(operation);
		return row(
			resource,
			displayName,
			`\`${method} ${path}\``,
			source,
			CERTAINTY[certainty],
			permission ? `\`${permission}\`` : '',
			IF_REPEATED[effect],
		);
	});
	const head = [
		row(
			'Resource',
			'Operation',
			'Endpoint',
			'Section',
			'The endpoint is',
			'The key most likely needs',
			'Sent twice it does',
		),
		'|---|---|---|---|---|---|---|',
	];
	return [...head, ...rows.sort()].join('\n');
}

function row(
	resource: string,
	operation: string,
	endpoint: string,
	source = '',
	certainty = '',
	permission = '',
	ifRepeated = '',
): string {
	return `| ${[resource, operation, endpoint, source, certainty, permission, ifRepeated].join(' | ')} |`;
}

/** The endpoint with the parameter names where the ids go. */
function endpointOf(operation: Operation): { method: string; path: string } {
	const { additionalFields = {}, updateFields = {}, request } = operation;
	const names = Object.keys({ ...topLevelFields(operation), ...additionalFields, ...updateFields });
	const values = Object.fromEntries(names.map((name) => [name, LISTS.includes(name) ? [name] : name]));
	const { method, path } = request(values);
	const parts = path.text.split('/').map((part) => (/(Id|Address)$/.test(part) ? `{${part}}` : part));
	return { method, path: parts.join('/') };
}

const LISTS = ['values', 'events', 'customEvents'];

/** What stands beside the tables in the documents. */
export const COMMAND = 'npm run operations-table -- --write';

/** Where each table stands. */
export const TABLES: Readonly<Record<string, () => string>> = {
	'README.md': resourcesTable,
	'docs/operations.md': operationsTable,
};
