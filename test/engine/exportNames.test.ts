import type { INodeParameters } from 'n8n-workflow';

import { startFileStorage, type FileStorage } from '../harness/fileStorage';
import { runNode } from './engine';
import { useService, withoutPauses } from './sandbox';

const service = useService();
withoutPauses();
let storage: FileStorage;
beforeAll(async () => (storage = await startFileStorage()));
afterAll(async () => await storage.stop());

const HELD = 'id\r\n1\r\n';

/** Downloads the file of a job that the service describes so. */
async function download(job: object, additionalFields: INodeParameters = {}, jobId = 'x') {
	service.control.addFault({
		operation: 'export.get',
		kind: 'status',
		status: 200,
		body: { jobId, status: 'completed', ...job },
	});
	const { items, error } = await runNode({
		credential: service.credential(),
		parameters: { resource: 'export', operation: 'download', jobId, additionalFields },
	});
	return { file: items[0]?.binary?.data, error };
}

describe('the name of a file that a user or the service chose', () => {
	it.each([
		['has no folder', 'reports/members.csv', 'reports_members.csv'],
		['has no sign that a file system refuses', 'a:b*c?"d".csv', 'a_b_c__d_.csv'],
		['is not that of a device', 'con.csv', '_con.csv'],
		['shows as it is, without signs that turn it around', 'a\u202evsc.exe', 'avsc.exe'],
		['has one line', 'a\nb.csv', 'ab.csv'],
	])('%s (%j)', async (_what, given, fileName) => {
		storage.hold('/blob', HELD);
		const blobUrl = `${storage.url}/blob`;
		expect((await download({ blobUrl }, { fileName: given })).file).toMatchObject({ fileName });
	});

	it('is short enough for a file system, and keeps its ending', async () => {
		storage.hold('/blob', HELD);
		const fileName = `${'ü'.repeat(300)}.csv`;
		for (const own of [{}, { fileName }]) {
			service.control.clearFaults();
			const { file } = await download({ blobUrl: `${storage.url}/blob`, fileName }, own);
			expect(Buffer.byteLength(file!.fileName!)).toBeLessThan(256);
			expect(file!.fileName).toMatch(/^ü+~[0-9a-f]{8}~ü+\.csv$/);
		}
	});

	it('has no folder where it is made of the ID of the job', async () => {
		storage.hold('/blob', HELD);
		const { file } = await download({ blobUrl: `${storage.url}/blob` }, {}, 'a/b');
		expect(file?.fileName).toBe('export-a_b');
	});
});

it('a file has the type of its name, where its storage knows only that it has bytes', async () => {
	storage.hold('/blob', HELD, { 'content-type': 'application/octet-stream' });
	const { file } = await download({ blobUrl: `${storage.url}/blob`, fileName: 'members.csv' });
	expect(file?.mimeType).toBe('text/csv');
});

it.each(['files.internal', 'storage.local', 'redis'])(
	'a file is not fetched from the host %s, which is known only inside a network',
	async (host) => {
		const { error } = await download({ blobUrl: `http://${host}/a.csv` });
		expect(error?.message).toBe(`Download from ${host} is not allowed`);
	},
);
