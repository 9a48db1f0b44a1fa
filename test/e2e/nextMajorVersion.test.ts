import { randomUUID } from 'node:crypto';

import { exampleNames, readExample } from '../harness/workflows/examples';
import { OPEN_TIMEOUT_MS, shareTestEnvironment, type TestEnvironment } from '../harness/environment';

/** n8n itself must report this when the package was installed by name. */
const UNVERIFIED = 'unverified-packages-v3';

let environment: TestEnvironment;

beforeAll(async () => {
	environment = await shareTestEnvironment();
}, OPEN_TIMEOUT_MS);

afterAll(async () => await environment?.close());

const named = async () => {
	const { workflowResults, instanceResults } = await environment.client.breakingChanges('v3');
	return {
		workflows: workflowResults.map(({ ruleId, nbAffectedWorkflows }) => [ruleId, nbAffectedWorkflows]),
		instance: instanceResults.map(({ ruleId }) => ruleId),
	};
};

test('n8n finds nothing in the examples that its version 3 would break, and finds an added problem', async () => {
	for (const name of exampleNames()) await environment.client.createWorkflow(readExample(name));
	const { workflows, instance } = await named();
	expect(workflows).toEqual([]);
	expect(instance).toContain(UNVERIFIED);

	const agent = {
		id: randomUUID(),
		name: 'Agent',
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: {},
	};
	await environment.client.createWorkflow({ name: 'An agent of old', nodes: [agent], connections: {} });
	expect((await named()).workflows).toContainEqual(['agent-removed-modes-v3', 1]);
});
