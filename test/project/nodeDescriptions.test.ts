import type { INodeTypeDescription } from 'n8n-workflow';

import reviewed from '../fixtures/nodeDescriptions.json';
import { packageNodes } from '../fixtures/generate/nodes';

/** Texts, and what test/fixtures/interface.json holds. */
const ELSEWHERE: ReadonlySet<string> = new Set<keyof INodeTypeDescription>([
	'displayName',
	'icon',
	'subtitle',
	'description',
	'eventTriggerDescription',
	'activationMessage',
	'defaults',
	'builderHint',
	'hints',
	'properties',
]);

const descriptions = packageNodes().map(({ description }) => description);

/** What n8n does with a node, as JSON, because n8n reads the descriptions from a file. */
function treatmentOf(description: INodeTypeDescription): unknown {
	const entries = Object.entries(description).filter(([name]) => !ELSEWHERE.has(name));
	return JSON.parse(JSON.stringify(Object.fromEntries(entries)));
}

it('each node of the package is in test/fixtures/nodeDescriptions.json, and no other', () => {
	expect(Object.keys(reviewed).sort()).toEqual(descriptions.map(({ name }) => name).sort());
});

it.each(descriptions.map((description) => [description.name, description] as const))(
	'n8n treats %s as that file says: a change of it needs a review',
	(name, description) =>
		expect(treatmentOf(description)).toEqual((reviewed as Record<string, unknown>)[name]),
);
