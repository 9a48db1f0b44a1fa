import { allOperations } from '../nodes/RewardsEngagement/operations/runItem';
import { resourceNames, type Operation } from '../nodes/RewardsEngagement/operations/operation';
import { topLevelFields } from '../nodes/RewardsEngagement/operations/values';

const CERTAINTY = { stated: 'documented', partly: 'documented in part', inferred: 'inferred' };
const IF_REPEATED = { read: 'nothing', replace: 'the same again', once: 'a second effect' };

/** The operations table of the README: one row an operation, with its endpoint and how sure that endpoint is. */
export function operationsTable(): string {
	const rows = allOperations.map((operation) => {
		const { resource, displayName, certainty = 'stated' } = operation;
		if ('run' in operation) {
			return `| ${[resourceNames[resource], displayName, 'none: it works inside n8n', '', 'the same again'].join(' | ')} |`;
		}
		const { effect } = operation;
		const { method, path } = endpointOf(operation);
		const endpoint = `\`${method} ${path}\``;
		return `| ${[resourceNames[resource], displayName, endpoint, CERTAINTY[certainty], IF_REPEATED[effect]].join(' | ')} |`;
	});
	const head = [
		'| Resource | Operation | Endpoint | The endpoint is | Sent twice it does |',
		'|---|---|---|---|---|',
	];
	return [...head, ...rows.sort()].join('\n');
}

/** The endpoint with the parameter names where the ids go. */
function endpointOf(operation: Operation): { method: string; path: string } {
	const { additionalFields = {}, updateFields = {}, request } = operation;
	const names = Object.keys({ ...topLevelFields(operation), ...additionalFields, ...updateFields });
	const values = Object.fromEntries(names.map((name) => [name, LISTS.includes(name) ? [name] : name]));
	const { method, path } = request(values);
	const parts = path.split('/').map((part) => (/(Id|Address)$/.test(part) ? `{${part}}` : part));
	return { method, path: parts.join('/') };
}

const LISTS = ['values', 'events', 'customEvents'];

export function main(): void {
	process.stdout.write(`${operationsTable()}\n`);
}
