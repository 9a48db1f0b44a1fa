import { registry } from '../../../nodes/RewardsEngagement/resources/registry';
import type { RegisteredOperation, RemoteOperation } from '../../../nodes/RewardsEngagement/declare/registry';
import { fieldsForPeople, formedRecord } from '../../../nodes/RewardsEngagement/declare/resultForm';
import { modelFields } from '../../../nodes/RewardsEngagement/shared/record';
import type { Operation as Endpoint } from '../../../sandbox/contract/document';
import { endpointNamed, endpointOf } from './endpoints';

const CERTAINTY = { stated: 'documented', partly: 'partly documented', inferred: 'undocumented' };
const SAFE_TO_RETRY = { read: 'read-only', replace: 'idempotent', once: 'not idempotent' };

/**
 * The table of the README: one row per resource, with its operations. A mark says that an endpoint may change. It is at
 * the resource if it holds for all of its operations.
 */
export function resourcesTable(): string {
	const rows = Object.entries(registry.resources).map(([resource, { name }]) => {
		const own = registry.operations
			.filter((operation) => operation.resource === resource)
			.sort((one, other) => one.displayName.localeCompare(other.displayName));
		const mayAllChange = own.every(mayChange);
		const names = own.map((one) => `${one.displayName}${mayChange(one) && !mayAllChange ? '†' : ''}`);
		return `| ${name}${mayAllChange ? '†' : ''} | ${names.join(', ')} |`;
	});
	return ['| Resource | Operations |', '|---|---|', ...rows].join('\n');
}

const mayChange = ({ certainty = 'stated' }: RegisteredOperation) => certainty !== 'stated';

/** The tables of docs/operations.md: the endpoints, and the short forms of records. */
export async function operationsTable(): Promise<string> {
	return `${await endpointsTable()}\n\n${simplifiedTable()}`;
}

/** One row per operation, with its endpoint and how sure we are of that endpoint. */
async function endpointsTable(): Promise<string> {
	const rows = await Promise.all(registry.operations.map(rowOf));
	const head = [
		row('Resource', 'Operation', 'Endpoint', 'The endpoint is', 'The key most likely needs', 'Safe to retry'),
		'|---|---|---|---|---|---|',
	];
	return [...head, ...rows.sort()].join('\n');
}

async function rowOf(operation: RegisteredOperation): Promise<string> {
	const { displayName, certainty = 'stated' } = operation;
	const resource = registry.resources[operation.resource]?.name ?? '';
	if ('run' in operation) return row(resource, displayName, 'none: it works inside n8n');
	const { effect, permission, asksAnything } = operation;
	if (asksAnything) return row(resource, displayName, 'any', '', '', 'as *Safe to Retry* says');
	return row(
		resource,
		displayName,
		await endpointsOf(operation),
		CERTAINTY[certainty],
		permission ? `\`${permission}\`` : '',
		SAFE_TO_RETRY[effect],
	);
}

/** The endpoints that an operation calls, and which API they belong to. */
async function endpointsOf(operation: RemoteOperation): Promise<string> {
	const own = pathOf(await endpointOf(operation));
	const other = operation.alternative && pathOf(await endpointNamed(operation.alternative.endpoint));
	const [resource = '', name = ''] = operation.endpoint?.split('.') ?? [];
	const owner = registry.find({ resource, name });
	const remark = owner ? ` (of ${registry.resources[resource]?.name ?? ''}: ${owner.displayName})` : '';
	return `${own}${other ? ` or ${other}` : ''}${remark}`;
}

function pathOf(endpoint: Endpoint | undefined): string {
	return endpoint ? `\`${endpoint.method} ${endpoint.path}\`` : '';
}

/** One row per simplified form, with the operations that return it. */
function simplifiedTable(): string {
	const places = new Map<string, string[]>();
	for (const operation of registry.remoteOperations) {
		const { response, resource, displayName } = operation;
		const record = formedRecord(response);
		const names = fieldsForPeople(operation);
		const forModels = record && modelFields(record);
		if (!names || !forModels) continue;
		const place = `${registry.resources[resource]?.name ?? ''}: ${displayName}`;
		const isSame = names.join() === forModels.join();
		const fields = `${quoted(names)} | ${isSame ? 'the same' : quoted(forModels)}`;
		places.set(fields, [...(places.get(fields) ?? []), place]);
	}
	const rows = [...places].map(([fields, operations]) => `| ${operations.sort().join(', ')} | ${fields} |`);
	return ['| Operation | *Simplify* leaves | An AI model gets |', '|---|---|---|', ...rows.sort()].join('\n');
}

const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

function row(
	resource: string,
	operation: string,
	endpoint: string,
	certainty = '',
	permission = '',
	ifRepeated = '',
): string {
	return `| ${[resource, operation, endpoint, certainty, permission, ifRepeated].join(' | ')} |`;
}
