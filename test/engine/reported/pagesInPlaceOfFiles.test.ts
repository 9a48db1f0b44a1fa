import { startFileStorage, type FileStorage } from '../../harness/fileStorage';
import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

let storage: FileStorage;
beforeAll(async () => void (storage = await startFileStorage()));
afterAll(async () => await storage.stop());

/** Downloads what a link gives. Pieces come one after another. */
async function download(content: string | string[], type: string | undefined, job: object) {
	storage.answer('/export', (_request, response) => {
		response.writeHead(200, type === undefined ? {} : { 'content-type': type });
		void (async () => {
			for (const piece of [content].flat()) {
				await new Promise((resolve) => setTimeout(resolve, 5));
				response.write(piece);
			}
			response.end();
		})();
	});
	const body = { jobId: 'x', status: 'completed', blobUrl: `${storage.url}/export`, ...job };
	service.control.addFault({ operation: 'export.get', kind: 'status', status: 200, body, times: 1 });
	const { items, error } = await runNode({
		credential: service.credential(),
		parameters: { resource: 'export', operation: 'download', jobId: 'x' },
	});
	const data = items[0]?.binary?.data?.data;
	const text = data === undefined ? undefined : Buffer.from(data, 'base64').toString();
	return { text, error };
}

const PAGE = '<!doctype html><title>This link has expired</title>';

describe.each(['csv', 'CSV', 'json', 'xlsx', undefined])('for a file of the format %s', (format) => {
	it.each([
		['a page', PAGE, 'text/html; charset=utf-8'],
		['a page that is called a file', PAGE, 'text/csv'],
		['a page without a type', `\u{FEFF}\r\n  <HTML><body>Expired</body>`, undefined],
		['a page in pieces', [...PAGE], 'application/octet-stream'],
		['a page after a comment', '<!-- generated -->\n<html></html>', 'text/html'],
		['a page that starts with a style', '<style>a{}</style><p>Expired</p>', 'text/html'],
	])('%s is refused', async (_what, content, type) => {
		const { text, error } = await download(content, type, { format });
		expect(text).toBeUndefined();
		expect(error?.message).toBe('The link gave a web page instead of the file');
		expect(error?.description).toMatch(/^Links expire\. Run it again to get a new one/);
	});

	it('a page is refused before it is read to its end', async () => {
		let sent = 0;
		storage.answer('/endless', (_request, response) => {
			response.writeHead(200, { 'content-type': 'text/html' }).write(PAGE.padEnd(600));
			const timer = setInterval(() => {
				sent += 1;
				response.write('x'.repeat(100_000));
			}, 20);
			response.on('close', () => clearInterval(timer));
		});
		const { error } = await download('', 'text/csv', { format, blobUrl: `${storage.url}/endless` });
		expect(error?.message).toBe('The link gave a web page instead of the file');
		expect(sent).toBeLessThan(50);
	});
});

it.each([
	['csv', '<?xml version="1.0"?><Error><Code>ExpiredToken</Code></Error>', 'application/xml'],
	['csv', '{"error":"The link has expired"}', 'application/json; charset=utf-8'],
	['csv', '{"title":"Expired"}', 'application/problem+json'],
	['csv', '{"error":"The link has expired"}', 'text/plain'],
	['csv', '<Error><Code>ExpiredToken</Code></Error>', 'application/octet-stream'],
	['json', '<?xml version="1.0"?><Error><Code>ExpiredToken</Code></Error>', 'application/xml'],
	['json', 'This link has expired', 'text/plain'],
])('a message in place of a %s file is refused: %s', async (format, content, type) => {
	const { text, error } = await download(content, type, { format });
	expect(text).toBeUndefined();
	expect(error?.message).toBe('The link gave a message instead of the file');
});

it('the ending of a name stands for a format that the job does not give', async () => {
	const message = '{"error":"The link has expired"}';
	const { error } = await download(message, 'application/json', { fileName: 'members.CSV' });
	expect(error?.message).toBe('The link gave a message instead of the file');
	expect((await download(message, 'application/json', {})).text).toBe(message);
});

it('a sentence with the type of a page is no table, unless it has the size of the file', async () => {
	const words = 'Sorry, this link has expired';
	expect((await download(words, 'text/html', { format: 'csv' })).error?.message).toBe(
		'The link gave a web page instead of the file',
	);
	const table = 'id,name\r\n1,Ada\r\n';
	const job = { format: 'csv', fileSize: table.length };
	expect((await download(table, 'text/html', job)).text).toBe(table);
});

it.each([
	['csv', 'id,name\r\n1,<b>Ada</b>\r\n', 'text/csv'],
	['csv', '"<html>",1\r\n', 'text/csv'],
	['csv', '{id},name\r\n', 'text/plain'],
	['csv', '', 'text/csv'],
	['csv', `\u{FEFF}id\r\n`, 'application/octet-stream'],
	['json', '[{"about":"<html>"}]', 'text/html'],
	['json', ' \n{"id":1}\n{"id":2}', undefined],
	['json', '"text"', 'application/json'],
	['json', '-1', 'application/json'],
	['json', 'null', 'application/json'],
	['json', 'true', 'text/plain'],
	['json', '\u{1F}\u{8}compressed', 'application/gzip'],
	['csv', '<\u{0}i\u{0}', 'text/csv'],
	['csv', '<id>,name\r\n', 'text/csv'],
	['html', PAGE, 'text/html'],
	['svg', '<!DOCTYPE svg><svg/>', 'image/svg+xml'],
	['xls', '<html><table></table></html>', 'application/vnd.ms-excel'],
	['xml', '<?xml version="1.0"?><members/>', 'application/xml'],
	['xlsx', 'PK\u{3}\u{4}', 'application/zip'],
	['pdf', '%PDF-1.7', 'text/html'],
])('a %s file is delivered as it is: %j', async (format, content, type) => {
	const { text, error } = await download(content, type, { format });
	expect(error).toBeUndefined();
	expect(text).toBe(content);
});
