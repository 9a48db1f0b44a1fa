import type { Resource } from './resource';

/**
 * Where the fields that a resource calls sensitive stand in an item: in the record itself, in a whole response, in what
 * an item says of the run before it, and in the service's answer to one that failed. In n8n's writing of
 * `sensitiveOutputFields` (n8n-workflow, `interfaces.d.ts`).
 */
export function sensitivePaths(resources: Readonly<Record<string, Resource>>): string[] {
	const names = Object.values(resources).flatMap(({ sensitive = [] }) => sensitive);
	return [...new Set(names)].flatMap((name) => [
		name,
		`data.${name}`,
		`data[*].${name}`,
		`firstRun.json.${name}`,
		`details.answer.${name}`,
		`details.answer.data.${name}`,
	]);
}
