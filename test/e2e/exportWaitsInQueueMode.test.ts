import { LEAN, openEnvironment, OPEN_TIMEOUT_MS, type Environment } from '../harness/environment';
import type { Report } from '../harness/http/effectRecorder';
import { openQueueN8n, type QueueN8n } from '../harness/n8n/queue';
import {
	exportWaitWorkflow,
	resultOf,
	startWait,
	untilContinued,
	untilPaused,
	wholeResult,
} from '../harness/workflows/exportWait';
import { adminCredential } from '../harness/workflows/questBonus';

const TEST_MS = 8 * 60_000;

let environment: Environment<Report, QueueN8n>;

beforeAll(async () => {
	environment = await openEnvironment<Report, QueueN8n>({
		// The processes share no folder for files.
		env: { ...LEAN, N8N_DEFAULT_BINARY_DATA_MODE: 'database' },
		open: async (setting) => await openQueueN8n({ ...setting, webhookProcesses: 0, workers: 1 }),
	});
}, OPEN_TIMEOUT_MS);

afterAll(async () => await environment?.close());

test(
	'the worker of a long wait for an export is killed, and another one continues the wait with all files',
	async () => {
		const { opened, service } = environment;
		const { client, n8n, workers, startWorker } = opened;
		const job = service.ids.exports.stalled;
		const credential = await adminCredential(client, service);
		const workflow = await client.createWorkflow(exportWaitWorkflow('queued', credential));
		await client.publish(workflow);
		await startWait(n8n.url, 'queued', job, 'the file');
		const id = await untilPaused(client, workflow.id);

		await workers[0]!.kill();
		const body = { jobId: job, status: 'completed', completedAt: '2026-01-01' };
		service.control.addFault({ operation: 'export.get', kind: 'status', status: 200, body });
		await startWorker();
		expect(resultOf(await untilContinued(client, id))).toEqual(wholeResult(job, 'the file'));
	},
	TEST_MS,
);
