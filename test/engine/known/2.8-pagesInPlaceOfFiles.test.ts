import { startFileStorage, type FileStorage } from '../../harness/fileStorage';
import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

let storage: FileStorage;
beforeAll(async () => void (storage = await startFileStorage()));
afterAll(async () => await storage.stop());

it.each([
	['csv', 'text/csv'],
	['json', 'application/json'],
])('known defect 2.8: the page of an expired link is handed on as a %s file', async (format, mimeType) => {
	const page = '<!doctype html><title>This link has expired</title>';
	storage.hold('/export', page, { 'content-type': 'text/html; charset=utf-8' });
	const body = { jobId: 'x', status: 'completed', format, blobUrl: `${storage.url}/export` };
	service.control.addFault({ operation: 'export.get', kind: 'status', status: 200, body });
	const { items, error } = await runNode({
		credential: service.credential(),
		parameters: { resource: 'export', operation: 'download', jobId: 'x' },
	});
	// Right: an error says that the link gave a web page instead of the file.
	const { data, ...file } = items[0]!.binary!.data!;
	expect(file).toMatchObject({ mimeType, fileName: `export-x.${format}` });
	expect(Buffer.from(data, 'base64').toString()).toBe(page);
	expect(error).toBeUndefined();
});
