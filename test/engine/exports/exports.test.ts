import { runNode } from '../engine';
import { useService } from '../sandbox';

import { Logger } from '@n8n/backend-common';
import { DnsResolver } from '@n8n/backend-network';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { sleep, type INodeParameters } from 'n8n-workflow';

import { useSteadyClock } from '../../harness/clock';
import { startFileStorage, type FileStorage } from '../../harness/fileStorage';
import { until } from '../../harness/process/wait';
import { watchedNode } from '../changedNode';

useSteadyClock();
const service = useService();

const run = async (
	operation: string,
	jobId: string,
	additionalFields: INodeParameters = {},
	options: INodeParameters = {},
) =>
	await runNode({
		credential: service.credential(),
		parameters: { resource: 'export', operation, jobId, simplify: false, additionalFields, options },
	});

/**
 * Runs until a number of requests have been sent, and cancels a moment later. Returns how many milliseconds the node
 * continued after that.
 */
async function cancelAfter(
	requests: number,
	seen: readonly unknown[],
	operation: string,
	jobId = service.ids.exports.stalled,
): Promise<number> {
	const { nodeType, ended } = watchedNode();
	const abort = new AbortController();
	const finished = runNode({
		credential: service.credential(),
		parameters: { resource: 'export', operation, jobId },
		signal: abort.signal,
		nodeType,
	}).catch(() => undefined);
	await until('its requests', () => seen.length >= requests);
	await sleep(100);
	const cancelledAt = Date.now();
	abort.abort();
	await ended;
	const took = Date.now() - cancelledAt;
	await finished;
	return took;
}

/** Checks that the last of these requests is followed by another one after this time, and not earlier. */
async function expectNextAfter(milliseconds: number, seen: readonly unknown[]): Promise<void> {
	await until('the first request', () => seen.length > 0);
	const count = seen.length;
	const since = Date.now();
	await until('the next request', () => seen.length > count);
	expect(seen).toHaveLength(count + 1);
	expect(Date.now() - since).toBeGreaterThan(milliseconds - 250);
	expect(Date.now() - since).toBeLessThan(milliseconds + 250);
}

/** Makes the service respond with a finished job, with some changes. */
function answerWithJob(changes: object): void {
	const job = {
		jobId: 'x',
		status: 'completed',
		completedAt: '2026-01-01',
		expiresAt: '2999-01-01',
		...changes,
	};
	service.control.addFault({ operation: 'export.get', kind: 'status', status: 200, body: job });
}

afterEach(() => jest.restoreAllMocks());

describe('deleting an export', () => {
	const remove = async (jobId: string) =>
		await runNode({
			credential: service.credential(),
			parameters: { resource: 'export', operation: 'delete', jobId },
			onError: 'continueErrorOutput',
		});

	it("returns the service's response, and the job is deleted", async () => {
		const { completed } = service.ids.exports;
		const [item] = (await remove(completed)).items;
		expect(item?.json).toEqual({ deleted: true, jobId: completed, message: 'The export was deleted.' });
		const again = await remove(completed);
		expect(again.errorItems[0]?.json.details).toMatchObject({
			status: 404,
			advice: expect.stringContaining(`Check "Job ID" (${completed}), and the base URL `),
		});
	});

	it('does not mistake a refusal for a deletion', async () => {
		const body = { success: false, message: 'It is still being written.' };
		service.control.addFault({ operation: 'export.delete', kind: 'status', status: 200, body });
		const { items } = await remove(service.ids.exports.running);
		expect(items[0]?.json).toEqual({ jobId: service.ids.exports.running, ...body });
	});
});

describe('waiting for an export', () => {
	it('gives the finished job with its progress, asked again at growing gaps until it is done', async () => {
		const running = run('waitForCompletion', service.ids.exports.running);
		for (const gap of [1_000, 1_500, 2_250]) await expectNextAfter(gap, service.requests);
		const { items } = await running;
		expect(items[0]?.json).toMatchObject({ progress: 100, completedAt: expect.any(String) });
		expect(service.requests).toHaveLength(4);
	});

	it('never lets more than half a minute pass between two looks', async () => {
		const running = run('waitForCompletion', service.ids.exports.stalled);
		// The tenth gap is the first that would be longer.
		await until('the tenth look', () => service.requests.length === 10);
		for (let gap = 0; gap < 2; gap++) await expectNextAfter(30_000, service.requests);
		answerWithJob({});
		await running;
	});

	it('writes how far the job is into the log of n8n, each time it looks', async () => {
		const info = jest.spyOn(Container.get(Logger), 'info');
		const { running } = service.ids.exports;
		await run('waitForCompletion', running);
		const lines = info.mock.calls.map(([line]) => line).filter((line) => line.startsWith('Export'));
		expect(lines).toEqual([
			`Export ${running}: processing, 25 %`,
			`Export ${running}: processing, 50 %`,
			`Export ${running}: processing, 75 %`,
			`Export ${running}: completed, 100 %`,
		]);
	});

	it('takes a job with a time of completion for done, whatever its status word', async () => {
		answerWithJob({ status: 'DEFROSTING' });
		const { items } = await run('waitForCompletion', 'x');
		expect(items[0]?.json).toMatchObject({ status: 'DEFROSTING', completedAt: '2026-01-01' });
		expect(service.requests).toHaveLength(1);
	});

	it('takes a job with an error for failed, whatever its status word, and quotes the error', async () => {
		answerWithJob({ status: 'DEFROSTING', completedAt: null, error: 'The freezer is empty' });
		const { error } = await run('waitForCompletion', 'x');
		expect(error?.message).toBe('The export was not completed: The freezer is empty');
		expect(service.requests).toHaveLength(1);
	});

	it('is not misled by a field of another type than the API document says', async () => {
		answerWithJob({ fileSize: '12 MB', progress: null, downloadCount: 'many' });
		const { items } = await run('waitForCompletion', 'x');
		expect(items[0]?.json).toMatchObject({ fileSize: '12 MB', downloadCount: 'many' });
	});

	it('fails with the reason of the service when the job fails', async () => {
		const { error } = await run('waitForCompletion', service.ids.exports.failing);
		expect(error?.message).toBe('The export was not completed: A record could not be read.');
		expect(error?.description).toContain('use its new job ID');
	});

	it('fails at once when the job has expired', async () => {
		const { error } = await run('waitForCompletion', service.ids.exports.expired);
		expect(error?.message).toMatch(/^The export expired at 2/);
		expect(service.requests).toHaveLength(1);
	});

	it('gives up after that time even if the clock is set back', async () => {
		const began = Date.now();
		jest.spyOn(Date, 'now').mockReturnValue(began);
		const { error } = await run('waitForCompletion', service.ids.exports.stalled, { maxWaitMinutes: 0.02 });
		expect(error?.message).toMatch(/^The export is still running after 0.02 minutes/);
	});

	it('stops within a second when the execution is cancelled between two looks', async () => {
		// The pause after the second read is one and a half seconds.
		expect(await cancelAfter(2, service.requests, 'waitForCompletion')).toBeLessThan(1_000);
	});

	it('stops within a second when the execution is cancelled while the service is silent', async () => {
		service.control.addFault({ operation: 'export.get', kind: 'timeout' });
		expect(await cancelAfter(1, service.requests, 'waitForCompletion')).toBeLessThan(1_000);
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
		expect(error?.message).toMatch(
			which === 'failed' ? /^The export was not completed/ : /^The export expired/,
		);
	});

	it('asks for the download address when the job names no file', async () => {
		answerWithJob({ blobUrl: null, fileSize: null });
		const { items, error } = await run('download', service.ids.exports.completed);
		expect(error).toBeUndefined();
		expect(items[0]!.binary!.data!.bytes).toBeGreaterThan(10);
		expect(service.requests.map(({ operationId }) => operationId)).toEqual([
			'export.get',
			'export.download',
			null,
		]);
	});

	it.each(['169.254.169.254', 'files.internal', 'storage.local', 'redis'])(
		'refuses a file at %s, inside the network that the service does not live in',
		async (host) => {
			answerWithJob({ blobUrl: `http://${host}/a.csv` });
			const { error } = await run('download', 'x');
			expect(error?.message).toBe(`Download from ${host} is not allowed`);
		},
	);

	it.each(['10.0.0.5', '127.0.0.1', '::1', 'fd00::5'])(
		'refuses a name that leads to %s, where the service does not live',
		async (address) => {
			const family = address.includes(':') ? 6 : 4;
			jest.spyOn(Container.get(DnsResolver), 'lookup').mockResolvedValue([{ address, family }]);
			answerWithJob({ blobUrl: 'http://files.example.com/a.csv' });
			const { error } = await run('download', 'x');
			expect(error?.message).toBe('Download from files.example.com is not allowed');
			expect(error?.description).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
		},
	);
});

describe('an answer in place of a job', () => {
	const answerWith = (body: unknown) =>
		service.control.addFault({ operation: 'export.get', kind: 'status', status: 200, body });

	it.each([{}, [], { data: null }, '"x"', 5, { message: 'ok' }, [{ status: 'completed' }]])(
		'%j is not waited for, nor is its file',
		async (body) => {
			answerWith(body);
			for (const operation of ['waitForCompletion', 'download']) {
				const { error } = await run(operation, 'x');
				expect(error?.message).toBe('The service did not return an export job');
			}
		},
	);

	it('a job that is wrapped is done when it is done', async () => {
		answerWith({ data: { id: 'x', status: 'completed', progress: 100 } });
		const { items, error } = await run('waitForCompletion', 'x');
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
	});
});

describe('a file whose host cannot be looked up', () => {
	const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND files.invalid'), { code: 'ENOTFOUND' });

	it('is still requested, because a proxy may know it, and retried', async () => {
		const lookUp = jest.spyOn(Container.get(DnsResolver), 'lookup').mockRejectedValue(notFound);
		answerWithJob({ blobUrl: 'http://files.invalid/a.csv' });
		const { error } = await run('download', 'x', {}, { retries: 1 });
		expect(error?.message).toMatch(/^The file could not be downloaded: /);
		expect(error?.description).toBe('Run it again.');
		expect(lookUp).toHaveBeenCalled();
	});
});

it.each(['constructor', '__proto__'])('a file of the format %s is fetched', async (format) => {
	const storage = await startFileStorage();
	storage.hold('/a', 'id\r\n1\r\n', { 'content-type': 'text/csv' });
	answerWithJob({ blobUrl: `${storage.url}/a`, format, fileSize: 7 });
	const { items, error } = await run('download', 'x');
	await storage.stop();
	expect(error).toBeUndefined();
	expect(items[0]?.binary?.data).toMatchObject({ mimeType: 'text/csv', bytes: 7 });
});

it.each([
	['of a private network', (key: string) => `http://${key}.local/a.csv`],
	['that nobody knows', (key: string) => `http://${key}.invalid/a.csv`],
])('a key in the name of a host %s is not shown', async (_what, blobUrl) => {
	const key = service.keys.admin.toLowerCase().replace(/[^a-z0-9-]/g, '-');
	const credential = service.credential({ webhookSecret: key });
	answerWithJob({ blobUrl: blobUrl(key) });
	const { error } = await runNode({
		credential,
		parameters: { resource: 'export', operation: 'download', jobId: 'x', options: { retries: 0 } },
	});
	expect(error?.message).toContain('[hidden]');
	expect(JSON.stringify([error?.message, error?.description])).not.toContain(key);
});

describe('a file that lies in another place than the service', () => {
	let storage: FileStorage;
	let other: FileStorage;

	beforeEach(async () => {
		storage = await startFileStorage();
		other = await startFileStorage();
	});

	afterEach(async () => {
		await storage.stop();
		await other.stop();
	});

	const download = async (job: object, options: INodeParameters = {}, fields: INodeParameters = {}) => {
		answerWithJob(job);
		const { items, error } = await run('download', 'x', fields, options);
		return { file: items[0]?.binary?.data, error };
	};

	it('is fetched through redirects to other origins, none of which sees the key', async () => {
		const lead = (to: string) =>
			storage.answer(to === '/b' ? '/a' : '/b', (_request, response) =>
				response.writeHead(302, { location: to === '/b' ? to : `${other.url}/c` }).end(),
			);
		lead('/b');
		lead('/c');
		other.hold('/c', 'id\r\n1\r\n');
		const { file } = await download({ blobUrl: `${storage.url}/a` });
		expect(Buffer.from(file!.data, 'base64').toString()).toBe('id\r\n1\r\n');
		const seen = [...storage.requests, ...other.requests];
		expect(seen.map(({ path }) => path)).toEqual(['/a', '/b', '/c']);
		for (const { headers } of seen) {
			expect(JSON.stringify(headers)).not.toContain(service.keys.admin);
			expect(headers).not.toHaveProperty('authorization');
		}
	});

	it('is not fetched when a redirect leads into a private network', async () => {
		storage.answer('/a', (_request, response) =>
			response.writeHead(302, { location: 'http://192.168.0.1/admin' }).end(),
		);
		const { error } = await download({ blobUrl: `${storage.url}/a` });
		expect(error?.message).toBe('Download from 192.168.0.1 is not allowed');
	});

	it('is given up after a circle of redirects', async () => {
		storage.answer('/a', (_request, response) => response.writeHead(302, { location: '/a' }).end());
		const { error } = await download({ blobUrl: `${storage.url}/a` });
		expect(error?.message).toBe('Too many redirects while downloading the file');
		expect(storage.requests).toHaveLength(6);
	});

	it('has the name and type of the job, whatever its storage calls it', async () => {
		storage.hold('/blob?sig=secret', 'id\r\n1\r\n', { 'content-type': 'text/plain' });
		const job = { blobUrl: `${storage.url}/blob?sig=secret`, format: 'csv', fileSize: 7 };
		expect((await download({ ...job, fileName: 'members.csv' })).file).toMatchObject({
			fileName: 'members.csv',
			mimeType: 'text/csv',
			fileExtension: 'csv',
			bytes: 7,
		});
	});

	it('has a name of its own when the job gives none, and not its address', async () => {
		storage.hold('/blob?sig=secret', 'id\r\n1\r\n', { 'content-type': 'application/octet-stream' });
		const { file } = await download({ blobUrl: `${storage.url}/blob?sig=secret`, format: 'csv' });
		expect(file).toMatchObject({ fileName: 'export-x.csv', mimeType: 'text/csv' });
		expect(JSON.stringify(file)).not.toContain('secret');
	});

	it('has no folder in its name', async () => {
		storage.hold('/blob', '1');
		for (const fileName of ['../../etc/cron.d/a.csv', 'C:\\Windows\\a.csv']) {
			service.control.clearFaults();
			const { file } = await download({ blobUrl: `${storage.url}/blob`, fileName });
			expect(file?.fileName).toBe('a.csv');
			expect(file?.directory).toBeUndefined();
		}
	});

	it.each([
		['no sign that a file system refuses', 'a:b*c?"d".csv', 'a_b_c__d_.csv'],
		['not the name of a device', 'con.csv', '_con.csv'],
		['no signs that turn it around', 'a\u202evsc.exe', 'avsc.exe'],
		['one line', 'a\nb.csv', 'ab.csv'],
	])('has %s in its name, also where a user chose it (%j)', async (_what, given, fileName) => {
		storage.hold('/blob', 'id\r\n1\r\n');
		const { file } = await download({ blobUrl: `${storage.url}/blob` }, {}, { fileName: given });
		expect(file).toMatchObject({ fileName });
	});

	it('has a name that is short enough for a file system, and keeps its ending', async () => {
		storage.hold('/blob', 'id\r\n1\r\n');
		const fileName = `${'ü'.repeat(300)}.csv`;
		const { file } = await download({ blobUrl: `${storage.url}/blob`, fileName });
		expect(Buffer.byteLength(file!.fileName!)).toBeLessThan(256);
		expect(file!.fileName).toMatch(/^ü+~[0-9a-f]{8}~ü+\.csv$/);
	});

	it('has no folder where it is made of the ID of the job', async () => {
		storage.hold('/blob', 'id\r\n1\r\n');
		answerWithJob({ blobUrl: `${storage.url}/blob` });
		const { items } = await run('download', 'a/b');
		expect(items[0]?.binary?.data?.fileName).toBe('export-a_b');
	});

	it('has the type of its name, where its storage knows only that it has bytes', async () => {
		storage.hold('/blob', 'id\r\n1\r\n', { 'content-type': 'application/octet-stream' });
		const { file } = await download({ blobUrl: `${storage.url}/blob`, fileName: 'members.csv' });
		expect(file?.mimeType).toBe('text/csv');
	});

	it('must have the size that the job says', async () => {
		storage.hold('/blob', 'id\r\n1\r\n');
		const { error } = await download({ blobUrl: `${storage.url}/blob`, fileSize: 8 });
		expect(error?.message).toBe('The file has 7 bytes, but the export says 8');
	});

	it.each([400, 401, 403, 404, 410])('says of status %i that the link no longer works', async (status) => {
		storage.answer('/blob', (_request, response) => response.writeHead(status).end('<Error>Expired</Error>'));
		const { error } = await download({ blobUrl: `${storage.url}/blob` });
		expect(error?.message).toBe(`The link to the file no longer works (status ${status})`);
		expect(error?.description).toContain('Links expire');
		expect(storage.requests).toHaveLength(1);
	});

	it.each([202, 204, 205, 206])('is not what comes with status %i', async (status) => {
		storage.answer('/blob', (_request, response) => response.writeHead(status).end());
		const { file, error } = await download({ blobUrl: `${storage.url}/blob` });
		expect(file).toBeUndefined();
		expect(error?.message).toBe(`The file could not be downloaded (status ${status})`);
	});

	it('is asked for again when its storage is busy', async () => {
		storage.answer('/blob', (_request, response) => {
			response.writeHead(storage.requests.length < 3 ? 503 : 200, { 'retry-after': '7' }).end('1');
		});
		const downloading = download({ blobUrl: `${storage.url}/blob`, fileSize: 1 });
		await expectNextAfter(7_000, storage.requests);
		await expectNextAfter(7_000, storage.requests);
		expect((await downloading).file?.bytes).toBe(1);
	});

	it('is given up when its storage stays busy, without calling the link expired', async () => {
		storage.answer('/blob', (_request, response) => response.writeHead(503).end());
		const { error } = await download({ blobUrl: `${storage.url}/blob` }, { retries: 2 });
		expect(error?.message).toBe('The file could not be downloaded (status 503)');
		expect(storage.requests).toHaveLength(3);
	});

	it('may take longer than the timeout as long as it keeps coming', async () => {
		storage.answer('/blob', (_request, response) => {
			response.writeHead(200, { 'content-length': 8 });
			const timer = setInterval(() => response.write('x'), 300);
			setTimeout(() => clearInterval(timer), 2_500);
		});
		const { file, error } = await download({ blobUrl: `${storage.url}/blob` }, { timeoutSeconds: 1 });
		expect(error).toBeUndefined();
		expect(file?.bytes).toBe(8);
	});

	it('is not taken as complete when its storage breaks off', async () => {
		storage.answer('/blob', (_request, response) => {
			response.writeHead(200, { 'content-length': 1_000 });
			response.write('only this', () => response.destroy());
		});
		const { error } = await download({ blobUrl: `${storage.url}/blob` });
		expect(error?.message).toMatch(/^The download was interrupted: /);
	});

	it('says which setting of n8n to change when n8n has no room for it', async () => {
		storage.hold('/blob', '1');
		const tooLarge = Object.assign(new Error('600 MiB exceed 512 MiB'), { name: 'FileTooLargeError' });
		jest.spyOn(Container.get(BinaryDataService), 'store').mockRejectedValue(tooLarge);
		const { error } = await download({ blobUrl: `${storage.url}/blob` });
		expect(error?.message).toBe('n8n cannot store the file: 600 MiB exceed 512 MiB');
		expect(error?.description).toContain('N8N_DEFAULT_BINARY_DATA_MODE=filesystem');
	});

	it('is no longer fetched a second after the execution was canceled', async () => {
		storage.answer('/blob', (_request, response) => {
			response.writeHead(200, { 'content-length': 1_000 });
			response.write('and then nothing');
		});
		answerWithJob({ blobUrl: `${storage.url}/blob` });
		expect(await cancelAfter(1, storage.requests, 'download', 'x')).toBeLessThan(1_000);
		expect(storage.requests).toHaveLength(1);
		await until('the connection to be closed', async () => (await storage.connections()) === 0);
	});
});
