import type { INodeParameters } from 'n8n-workflow';

import { runNode } from './engine';
import { useService } from './sandbox';

const service = useService();

const run = async (
	operation: string,
	jobId: string,
	additionalFields: INodeParameters = {},
	signal?: AbortSignal,
) =>
	await runNode({
		credential: service.credential(),
		parameters: { resource: 'export', operation, jobId, additionalFields },
		signal,
	});

describe('waiting for an export', () => {
	it('gives the finished job, asked again until it is done', async () => {
		const { items } = await run('waitForCompletion', service.ids.exports.running);
		expect(items[0]?.json).toMatchObject({ progress: 100, completedAt: expect.any(String) });
		expect(service.requests.length).toBeGreaterThan(2);
	});

	it('fails with the reason of the service when the job fails', async () => {
		const { error } = await run('waitForCompletion', service.ids.exports.failing);
		expect(error?.message).toBe('The export failed: A record could not be read.');
		expect(error?.description).toContain('use its new job ID');
	});

	it('fails at once when the job has expired', async () => {
		const { error } = await run('waitForCompletion', service.ids.exports.expired);
		expect(error?.message).toMatch(/^The export expired at 2/);
		expect(service.requests).toHaveLength(1);
	});

	it('gives up after the time that was chosen', async () => {
		const { error } = await run('waitForCompletion', service.ids.exports.stalled, { maxWaitMinutes: 0.02 });
		expect(error?.message).toMatch(/^The export is still running after 0.02 minutes \(\d+ %\)$/);
	});

	it('stops within a second when the execution is cancelled', async () => {
		const abort = new AbortController();
		const started = Date.now();
		setTimeout(() => abort.abort(), 300);
		await run('waitForCompletion', service.ids.exports.stalled, {}, abort.signal).catch(() => undefined);
		expect(Date.now() - started).toBeLessThan(1_300);
	});
});

describe('downloading an export', () => {
	it('gives the file with its name, type and size, and the job as JSON', async () => {
		const { items } = await run('download', service.ids.exports.completed);
		const { json, binary } = items[0]!;
		expect(binary!.data).toMatchObject({
			fileName: json.fileName,
			mimeType: 'application/json',
			bytes: json.fileSize,
		});
		const rows = JSON.parse(Buffer.from(binary!.data!.data, 'base64').toString()) as unknown[];
		expect(rows.length).toBe(json.totalRecords);
	});

	it('does not send the key to the file address', async () => {
		await run('download', service.ids.exports.completed);
		const [job, file] = service.requests;
		expect(job!.headers.authorization).toBe('(hidden)');
		expect(file!.path).toMatch(/^\/files\//);
		expect(file!.headers.authorization).toBeUndefined();
	});

	it('puts the file in the field, and under the name, that were asked for', async () => {
		const { items } = await run('download', service.ids.exports.completed, {
			binaryPropertyName: 'file',
			fileName: 'members.json',
		});
		expect(items[0]!.binary).toEqual({ file: expect.objectContaining({ fileName: 'members.json' }) });
	});

	it('asks to wait for a job that is not finished', async () => {
		const { error } = await run('download', service.ids.exports.stalled);
		expect(error?.message).toMatch(/^The export is not finished yet/);
		expect(error?.description).toContain('Wait for Completion');
	});

	it.each(['failed', 'expired'] as const)('says that the job has %s', async (which) => {
		const { error } = await run('download', service.ids.exports[which]);
		expect(error?.message).toMatch(new RegExp(`^The export ${which}`));
	});

	const withJob = (changes: object) => {
		const job = {
			jobId: 'x',
			status: 'completed',
			completedAt: '2026-01-01',
			expiresAt: '2999-01-01',
			...changes,
		};
		service.control.addFault({ operation: 'getExport', kind: 'status', status: 200, body: job });
	};

	it('asks for the download address when the job names no file', async () => {
		withJob({ blobUrl: null, fileSize: null });
		const { items, error } = await run('download', service.ids.exports.completed);
		expect(error).toBeUndefined();
		expect(items[0]!.binary!.data!.bytes).toBeGreaterThan(10);
		expect(service.requests.map(({ operationId }) => operationId)).toEqual([
			'getExport',
			'downloadExport',
			null,
		]);
	});

	it('notices a file that is not whole', async () => {
		const path = service.baseUrl + `/files/members-${service.ids.exports.completed}.json`;
		withJob({ blobUrl: path, fileSize: 7 });
		const { error } = await run('download', service.ids.exports.completed);
		expect(error?.message).toMatch(/^The file has \d+ bytes, but the export says 7$/);
	});

	it('says that a link no longer works', async () => {
		withJob({ blobUrl: `${service.baseUrl}/files/none.json` });
		const { error } = await run('download', service.ids.exports.completed);
		expect(error?.message).toBe('The link to the file no longer works (status 404)');
	});

	it('refuses a file inside the network that the service does not live in', async () => {
		withJob({ blobUrl: 'http://169.254.169.254/latest/meta-data' });
		const { error } = await run('download', service.ids.exports.completed);
		expect(error?.message).toContain('this node does not fetch from');
	});
});
