import { OPEN_TIMEOUT_MS, openTestEnvironment, QUICK, type TestEnvironment } from '../harness/environment';
import { waitFor } from '../harness/process/wait';
import {
	exportWaitWorkflow,
	resultOf,
	startWait,
	untilContinued,
	untilPaused,
	wholeResult,
} from '../harness/workflows/exportWait';
import { adminCredential } from '../harness/workflows/questBonus';

const END_MS = 60_000;
const TEST_MS = 8 * 60_000;
/** n8n keeps no finished execution of such a workflow. */
const UNSAVED = { saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' };

let environment: TestEnvironment;

beforeAll(async () => {
	environment = await openTestEnvironment(QUICK);
}, OPEN_TIMEOUT_MS);

afterAll(async () => await environment?.close());

test(
	'n8n is killed and started again during a long wait for an export, and the wait continues with all files',
	async () => {
		const { client, service, n8n } = environment;
		const job = service.ids.exports.stalled;
		const credential = await adminCredential(client, service);
		const before = service.requests.length;
		const asked = (operation: string) =>
			service.requests.slice(before).filter(({ operationId }) => operationId === operation).length;
		const saved = await client.createWorkflow(exportWaitWorkflow('saved', credential));
		const unsaved = await client.createWorkflow(exportWaitWorkflow('unsaved', credential, UNSAVED));
		const begun = [];
		for (const [path, workflow] of Object.entries({ saved, unsaved })) {
			await client.publish(workflow);
			await startWait(n8n.url, path, job, `the ${path} file`);
			begun.push(workflow.id);
		}
		const [id] = await Promise.all(begun.map(async (workflow) => await untilPaused(client, workflow)));

		await n8n.kill();
		const looks = asked('export.get');
		const body = { jobId: job, status: 'completed', completedAt: '2026-01-01' };
		service.control.addFault({ operation: 'export.get', kind: 'status', status: 200, body });
		await n8n.restart();

		const ended = await untilContinued(client, id!);
		expect(resultOf(ended)).toEqual(wholeResult(job, 'the saved file'));
		await waitFor('both executions to tell their end', END_MS, () => asked('realm.get') === 2 || undefined);
		expect(asked('export.get')).toBe(looks + 2);
	},
	TEST_MS,
);
