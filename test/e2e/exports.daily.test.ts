// Every day, because it waits for n8n's own clock and downloads a large file. At once: test/engine/exports/exportWaits.test.ts, test/engine/exports/exports.test.ts.
import {
	LEAN,
	openEnvironment,
	openTestEnvironment,
	OPEN_TIMEOUT_MS,
	QUICK,
	type Environment,
	type TestEnvironment,
} from '../harness/environment';
import type { Report } from '../harness/http/effectRecorder';
import { openQueueN8n, type QueueN8n } from '../harness/n8n/queue';
import { waitFor } from '../harness/process/wait';
import {
	countsMemory,
	exportWaitWorkflow,
	measureDownload,
	MEBIBYTE,
	resultOf,
	startWait,
	untilContinued,
	untilPaused,
	wholeResult,
} from '../harness/workflows/exports';
import { adminCredential } from '../harness/workflows/questBonus';

describe('one process', () => {
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
});

describe('queue mode', () => {
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
});

describe('files on disk', () => {
	/** Four times the allowed memory. `npm run bench -- --only k` uses a file of 1 GiB. */
	const FILE_MEBIBYTES = 256;
	const MOST_MORE_MEBIBYTES = 64;

	let environment: TestEnvironment;

	beforeAll(async () => {
		environment = await openTestEnvironment({ ...LEAN, N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' });
	}, OPEN_TIMEOUT_MS);

	afterAll(async () => await environment?.close());

	it(
		'streams a large export to disk: the file is whole, and n8n holds less than 64 MiB more',
		async () => {
			const credential = await adminCredential(environment.client, environment.service);
			const { held, isWhole } = await measureDownload(environment, credential, FILE_MEBIBYTES * MEBIBYTE);
			expect(isWhole).toBe(true);
			if (countsMemory) expect(held).toBeLessThan(MOST_MORE_MEBIBYTES);
		},
		5 * 60_000,
	);
});
