import { NodeHelpers, type INode, type INodeParameters, type INodeTypeDescription } from 'n8n-workflow';

import type { WorkflowNode } from '../harness/n8n/client';
import { OPEN_TIMEOUT_MS, shareTestEnvironment, type TestEnvironment } from '../harness/environment';
import {
	emptyFieldsOf,
	exampleNames,
	fillIn,
	isNote,
	readExample,
	sampleEntries,
} from '../harness/workflows/examples';

let environment: TestEnvironment;
let types: INodeTypeDescription[];

beforeAll(async () => {
	environment = await shareTestEnvironment();
	types = (await environment.client.listNodeTypes()) as unknown as INodeTypeDescription[];
}, OPEN_TIMEOUT_MS);

afterAll(async () => await environment?.close());

/** The problems that n8n's editor marks in a node, by its own check and its descriptions. */
function marksOf(node: WorkflowNode): string[] {
	const description = types.find(
		({ name, version }) => name === node.type && [version].flat().includes(node.typeVersion),
	);
	if (!description) throw new Error(`This n8n has no ${node.type} ${node.typeVersion}.`);
	const { properties } = description;
	const given = node.parameters as INodeParameters;
	const asNode = node as INode;
	const parameters = NodeHelpers.getNodeParameters(properties, given, true, false, asNode, description)!;
	const issues = NodeHelpers.getNodeParametersIssues(properties, { ...asNode, parameters }, description);
	return Object.values(issues?.parameters ?? {}).flat();
}

it.each(exampleNames())('%s: n8n marks every node that is to be filled in, and no other', (name) => {
	const example = readExample(name);
	const nodes = example.nodes.filter((node) => !isNote(node));
	const waiting = nodes.filter((node) => emptyFieldsOf(node).length > 0);
	const marked = nodes.filter((node) => marksOf(node).length > 0);
	expect(marked.map((node) => node.name)).toEqual(waiting.map((node) => node.name));
	// Each names its field.
	for (const mark of marked.flatMap(marksOf)) expect(mark).toMatch(/^Parameter "[^"]+" is required\.$/);

	const credential = { id: '1', name: 'Service' };
	const filled = fillIn(example, { credential, ...sampleEntries(example) });
	expect(filled.nodes.filter((node) => !isNote(node)).flatMap(marksOf)).toEqual([]);
});
