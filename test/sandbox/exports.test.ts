import { startService, type Service } from '../../sandbox/service';
import { send } from './testing';

let service: Service;

beforeAll(async () => {
	service = await startService();
});

beforeEach(() => service.control.reset());

afterAll(async () => {
	await service.stop();
	expect(service.contractViolations).toEqual([]);
});

interface Job {
	status: string;
	progress: number;
	blobUrl: string | null;
	error: string | null;
	fileSize: number;
	downloadCount: number;
}

const look = async (jobId: string) => (await send(service, 'GET', `/api/v1/exports/${jobId}`)).json as Job;

const download = (jobId: string) => send(service, 'GET', `/api/v1/exports/${jobId}/download`);

test('a running job advances with every read until it is completed', async () => {
	const { running } = service.ids.exports;
	expect((await download(running)).status).toBe(400);
	const looks = [
		await look(running),
		await look(running),
		await look(running),
		await look(running),
		await look(running),
	];
	expect(looks.map(({ status, progress }) => `${status} ${progress}`)).toEqual([
		'processing 25',
		'processing 50',
		'processing 75',
		'completed 100',
		'completed 100',
	]);
	expect(looks.map(({ blobUrl }) => blobUrl === null)).toEqual([true, true, true, false, false]);
});

test('a failing job fails half-way and says why', async () => {
	const { failing } = service.ids.exports;
	await look(failing);
	expect(await look(failing)).toMatchObject({ status: 'failed', progress: 50, error: expect.any(String) });
	expect((await download(failing)).status).toBe(400);
});

test('a stalled job never advances', async () => {
	const { stalled } = service.ids.exports;
	await look(stalled);
	expect(await look(stalled)).toMatchObject({ status: 'processing', progress: 0 });
});

test('the file of an expired job is gone', async () => {
	const { expired } = service.ids.exports;
	expect(await look(expired)).toMatchObject({ status: 'expired', blobUrl: null });
	expect((await download(expired)).status).toBe(404);
});

test('a download redirects to a file that needs no key and counts', async () => {
	const { completed } = service.ids.exports;
	const { status, headers } = await download(completed);
	const { blobUrl, fileSize, downloadCount } = await look(completed);
	expect([status, headers.get('location'), downloadCount]).toEqual([302, blobUrl, 1]);

	const file = await send(service, 'GET', blobUrl ?? '', { key: null });
	expect(file.status).toBe(200);
	expect(file.headers.get('content-type')).toBe('application/json; charset=utf-8');
	expect(Number(file.headers.get('content-length'))).toBe(fileSize);
	expect(file.json).toHaveLength(12);
});

test('a CSV file keeps quotes and accents', async () => {
	const { running } = service.ids.exports;
	for (let index = 0; index < 3; index += 1) await look(running);
	const { blobUrl } = await look(running);
	const { text, headers } = await send(service, 'GET', blobUrl ?? '', { key: null });
	expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
	const lines = text.split('\r\n');
	expect(lines[0]).toBe('"id","username","displayName","joinedAt","stars"');
	expect(lines).toHaveLength(14);
	expect(text).toContain('"Inês Prado"');
	expect(text).toContain('"Jonas <Jo> ""Zero"" Brandt"');
});

test('a deleted job is gone with its file, once', async () => {
	const { completed, otherRealm } = service.ids.exports;
	const { blobUrl } = await look(completed);
	const remove = async (jobId: string) => await send(service, 'DELETE', `/api/v1/exports/${jobId}`);
	expect(await remove(completed)).toMatchObject({
		status: 200,
		json: { message: 'The export was deleted.' },
	});
	expect((await send(service, 'GET', blobUrl ?? '', { key: null })).status).toBe(404);
	expect((await remove(completed)).status).toBe(404);
	expect((await remove(otherRealm)).status).toBe(403);
	expect(service.state.exports.has(otherRealm)).toBe(true);
});
