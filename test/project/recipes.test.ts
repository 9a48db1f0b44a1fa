import fs from 'node:fs';
import path from 'node:path';

import type { INodePropertyOptions } from 'n8n-workflow';

import { RewardsEngagementPollTrigger } from '../../nodes/RewardsEngagement/pollTrigger/RewardsEngagementPollTrigger.node';
import { eventTypes } from '../../nodes/RewardsEngagement/resources/event/record';
import { registry } from '../../nodes/RewardsEngagement/resources/registry';
import { root } from '../../scripts/lib/project';
import type { WorkflowInput } from '../harness/n8n/client';
import { exampleNames, isOwn, readExample } from '../harness/workflows/examples';
import { targetsIn } from './markdown';

/** docs/recipes.md leads from a wish to an example, and names what that example uses. */

const page = fs.readFileSync(path.join(root, 'docs/recipes.md'), 'utf8');

const [events] = new RewardsEngagementPollTrigger().description.properties;
const polled = (events!.options as INodePropertyOptions[]).map(({ value }) => String(value));
const knownEvents: readonly string[] = [...eventTypes.map(({ value }) => value), ...polled];

/** The name of each operation on the page, by its resource and name. */
const labels = new Map(
	Object.entries(registry.resources).flatMap(([resource, { name: label, operations }]) =>
		Object.entries(operations).map(([name, operation]) => [
			`${resource}.${name}`,
			`${label} → ${operation.displayName}`,
		]),
	),
);

const examples = new Map(
	exampleNames().map((name) => {
		const workflow = readExample(name);
		return [targetsIn(`## ${workflow.name}\n`)[0]!, workflow];
	}),
);

/** The operations and events of an example, as the page names them. */
function usedBy({ nodes }: WorkflowInput): string[] {
	return nodes.filter(isOwn).flatMap(({ parameters }) => {
		const label = labels.get(`${String(parameters.resource)}.${String(parameters.operation)}`);
		const triggered = Array.isArray(parameters.events) ? parameters.events.map(String) : [];
		return label === undefined ? triggered : [label];
	});
}

const anchorsOf = (text: string) =>
	[...text.matchAll(/\]\(workflows\.md#([^)]+)\)/g)].map(([, anchor]) => anchor!);

/** The operations and events that a text names. */
const namedIn = (text: string) => [
	...[...text.matchAll(/\*([^*]+ → [^*]+)\*/g)].map(([, name]) => name!),
	...[...text.matchAll(/`([a-z]+(?:\.[a-z]+)+)`/g)].map(([, name]) => name!),
];

const rows = page
	.split('\n')
	.filter((line) => line.startsWith('| ') && anchorsOf(line).length > 0)
	.map((line) => [line.split('|')[1]!.trim(), line] as const);

it('leads to every example', () => {
	expect(examples.size).toBeGreaterThan(20);
	expect([...examples.keys()].filter((anchor) => !anchorsOf(page).includes(anchor))).toEqual([]);
});

it('names only operations and events that exist', () => {
	const known = [...labels.values(), ...knownEvents];
	expect(namedIn(page).length).toBeGreaterThan(25);
	expect(namedIn(page).filter((name) => !known.includes(name))).toEqual([]);
});

it.each(rows)('names for "%s" what its example uses', (_wish, line) => {
	const used = anchorsOf(line).flatMap((anchor) => usedBy(examples.get(anchor)!));
	expect(namedIn(line).length).toBeGreaterThan(0);
	expect(namedIn(line).filter((name) => !used.includes(name))).toEqual([]);
});
