import { gzipSync } from 'node:zlib';

import { startFileStorage, type FileStorage } from '../../harness/fileStorage';
import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

let storage: FileStorage;
beforeAll(async () => void (storage = await startFileStorage()));
afterAll(async () => await storage.stop());

/** A storage that keeps its files gzipped sends them so, whatever encoding was asked for. */
function holdGzipped(content: string): number {
	const stored = gzipSync(content);
	storage.answer('/members.csv', (_request, response) =>
		response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': stored.length }).end(stored),
	);
	return stored.length;
}

it('known defect 2.6: an export that its storage keeps gzipped is never downloaded', async () => {
	const content = 'id,name\r\n1,Ada\r\n'.repeat(10);
	const fileSize = holdGzipped(content);
	const job = { jobId: 'x', status: 'completed', fileSize, blobUrl: `${storage.url}/members.csv` };
	service.control.addFault({ operation: 'export.get', kind: 'status', status: 200, body: job });
	for (let time = 1; time <= 2; time++) {
		const { items, error } = await runNode({
			credential: service.credential(),
			parameters: { resource: 'export', operation: 'download', jobId: 'x' },
		});
		// Right: the file is delivered, because the size of the export is that of the bytes that were sent.
		expect(items).toEqual([]);
		expect(error?.message).toBe(`The file has ${content.length} bytes, but the export says ${fileSize}`);
		expect(error?.description).toMatch(/^Run it again\./);
	}
	expect(storage.requests).toMatchObject([
		{ headers: { 'accept-encoding': 'identity' } },
		{ headers: { 'accept-encoding': 'identity' } },
	]);
});
