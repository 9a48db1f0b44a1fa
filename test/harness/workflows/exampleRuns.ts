import type { Entry } from '../../../sandbox/base/ledger';
import { find, type Realm } from '../../../sandbox/base/state';
import {
	OPEN_TIMEOUT_MS,
	shareTestEnvironment,
	type SharedTestEnvironment,
	type TestEnvironment,
} from '../environment';
import { startReceiver, type Receiver } from '../http/receiver';
import type { CredentialReference, Execution, RunItem, Workflow } from '../n8n/client';
import { waitFor } from '../process/wait';
import { importExample } from './examples';
import { adminCredential } from './questBonus';

/** The longest wait for one step of an example. */
export const EXAMPLE_STEP_MS = 120_000;

/** Runs example workflows in a real n8n. Its fields have values as soon as the tests run. */
export interface ExampleRuns extends SharedTestEnvironment {
	credential: CredentialReference;
	/** Receives what the examples send elsewhere, such as messages to a chat. */
	receiver: Receiver;
	/** Imports an example with the credential of the service and these values. */
	readonly importFilled: (name: string, values?: Record<string, string>) => Promise<Workflow>;
	/** Publishes a workflow that waits for an event, and deletes it after the tests of the block. */
	readonly usePublished: (importIt: () => Promise<Workflow>) => { id: string };
	/** Causes an event, and returns the newest execution of the workflow after its end. */
	readonly executionAfter: (workflow: { id: string }, happening: () => unknown) => Promise<Execution>;
	readonly realm: () => Realm;
	/** Balance of a member or a member credential in the default currency. */
	readonly balance: (holder: string) => number;
	/** Awards in the ledger so far, without deductions. */
	readonly awards: () => Array<Pick<Entry, 'to' | 'amount'>>;
	/** Payments from the bonus pool that the examples pay from. */
	readonly paidFromPool: () => Array<Pick<Entry, 'to' | 'amount'>>;
}

/**
 * Opens an environment for the examples of a test file, and closes it after the tests.
 *
 * @param open by default the n8n that test files share. Only that one has a folder for files.
 */
export function useExampleRuns(open: () => Promise<TestEnvironment> = shareTestEnvironment): ExampleRuns {
	const entries = () => runs.service.control.ledger().entries;
	const runs = {
		importFilled: async (name, values = {}) =>
			await importExample(runs.client, name, { credential: runs.credential, values }),
		usePublished: (importIt) => {
			const published = { id: '' };
			beforeAll(async () => {
				runs.receiver.received.length = 0;
				const workflow = await importIt();
				await runs.client.publish(workflow);
				published.id = workflow.id;
			});
			afterAll(async () => await runs.client.deleteWorkflow(published.id));
			return published;
		},
		executionAfter: async (workflow, happening) => {
			const before = (await runs.client.listExecutions(workflow.id)).length;
			await happening();
			await runs.service.control.settled();
			const newest = await waitFor('one more execution', EXAMPLE_STEP_MS, async () => {
				const executions = await runs.client.waitForExecutions(workflow.id);
				return executions.length > before ? executions[0] : undefined;
			});
			return await runs.client.getExecution(newest.id);
		},
		realm: () => find(runs.service.state.realms, runs.service.realmId, 'realm'),
		balance: (holder) => runs.realm().ledger.balance(runs.service.ids.currencies.stars, holder),
		awards: () =>
			entries()
				.filter(({ memo }) => memo === 'Award')
				.map(({ to, amount }) => ({ to, amount })),
		paidFromPool: () => {
			const { bonusPool } = runs.service.ids.members;
			return entries()
				.filter(({ from }) => from === bonusPool)
				.map(({ to, amount }) => ({ to, amount }));
		},
	} as ExampleRuns;

	beforeAll(async () => {
		runs.receiver = await startReceiver();
		Object.assign(runs, await open());
		runs.credential = await adminCredential(runs.client, runs.service);
	}, OPEN_TIMEOUT_MS);

	afterAll(async () => {
		await runs.close?.();
		await runs.receiver?.stop();
	});

	return runs;
}

/** The items that a node returned on one of its outputs. */
export function itemsOf({ data }: Execution, node: string, output = 0): RunItem[] {
	return data.resultData.runData[node]?.[0]?.data?.main[output] ?? [];
}
