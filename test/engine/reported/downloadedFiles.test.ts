import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import type { INodeParameters } from 'n8n-workflow';

import { startFileStorage, type FileStorage } from '../../harness/fileStorage';
import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

let storage: FileStorage;
beforeAll(async () => void (storage = await startFileStorage()));
afterAll(async () => await storage.stop());

/** Downloads the file of this job, to which its storage responds so. */
async function downloaded(
	respond: (response: ServerResponse) => void,
	job: object,
	additionalFields: INodeParameters = {},
) {
	storage.answer('/export', (_request, response) => respond(response));
	const body = { jobId: 'x', status: 'completed', blobUrl: `${storage.url}/export`, ...job };
	service.control.addFault({ operation: 'export.get', kind: 'status', status: 200, body, times: 1 });
	const { items, error } = await runNode({
		credential: service.credential(),
		parameters: { resource: 'export', operation: 'download', jobId: 'x', additionalFields },
	});
	const { data, fileName } = items[0]?.binary?.data ?? {};
	const text = data === undefined ? undefined : Buffer.from(data, 'base64').toString();
	return { text, fileName, error: error?.message, advice: error?.description };
}

describe('a compressed file', () => {
	const CONTENT = 'id,name\r\n1,Ada\r\n'.repeat(10);
	const COMPRESSIONS = {
		gzip: gzipSync(CONTENT),
		br: brotliCompressSync(CONTENT),
		deflate: deflateSync(CONTENT),
	};
	type Encoding = keyof typeof COMPRESSIONS;

	/** Downloads a file whose storage sends it so, whatever encoding was asked for. */
	const download = async (
		sent: Buffer,
		headers: Record<string, string | number>,
		fileSize: number | undefined,
	) =>
		await downloaded(
			(response) => {
				response.writeHead(200, headers);
				const { 'content-length': length = sent.length } = headers;
				// A connection that breaks off before its end.
				if (Number(length) > sent.length) response.write(sent, () => response.destroy());
				else response.end(sent);
			},
			{ format: 'csv', fileSize },
		);

	describe.each(Object.keys(COMPRESSIONS) as Encoding[])(
		'a file that its storage sends as %s',
		(encoding) => {
			const sent = COMPRESSIONS[encoding];
			const headers = { 'content-encoding': encoding, 'content-length': sent.length };

			it.each<[string, number | undefined]>([
				['of the stored file', sent.length],
				['of the content', Buffer.byteLength(CONTENT)],
				['of neither, because the job gives none', undefined],
			])('is delivered if the size is that %s', async (_whose, fileSize) => {
				expect(await download(sent, headers, fileSize)).toMatchObject({ text: CONTENT, error: undefined });
				// In pieces, without a length.
				expect(await download(sent, { 'content-encoding': encoding }, fileSize)).toMatchObject({
					text: CONTENT,
				});
			});

			it('is refused if it has another size', async () => {
				expect(await download(sent, headers, sent.length + 1)).toMatchObject({
					text: undefined,
					error: `The file has ${CONTENT.length} bytes, but the export says ${sent.length + 1}`,
				});
			});

			it('is refused if its end is missing', async () => {
				const cut = { ...headers, 'content-length': sent.length };
				expect((await download(sent.subarray(0, -6), cut, undefined)).error).toMatch(
					/^The download was interrupted: /,
				);
				expect((await download(Buffer.from(CONTENT).subarray(0, -6), {}, CONTENT.length)).error).toBe(
					`The file has ${CONTENT.length - 6} bytes, but the export says ${CONTENT.length}`,
				);
			});
		},
	);

	it('a larger file is refused if its response has an end that is not certain', async () => {
		const sent = Buffer.from(CONTENT);
		const whole = { 'content-length': sent.length };
		expect((await download(sent, whole, sent.length - 1)).error).toMatch(/^The file has \d+ bytes, but/);
		expect((await download(sent, { 'transfer-encoding': 'identity' }, sent.length - 1)).error).toMatch(
			/^The file has \d+ bytes, but/,
		);
	});

	it.each(['zstd', 'compress, x-own'])(
		'a compression that n8n does not know is named: %s',
		async (encoding) => {
			expect(await download(Buffer.from('x'), { 'content-encoding': encoding }, 1)).toMatchObject({
				text: undefined,
				error: `The file is compressed in a way that n8n cannot read: ${encoding}`,
				advice: expect.stringMatching(/^Ask the operator/) as string,
			});
		},
	);

	it.each(['identity', 'Identity', '', 'utf-8', 'aws-chunked', 'none'])(
		'the encoding "%s" is none',
		async (encoding) => {
			const sent = Buffer.from(CONTENT);
			expect(await download(sent, { 'content-encoding': encoding }, sent.length)).toMatchObject({
				text: CONTENT,
			});
		},
	);
});

describe('a long name of a file', () => {
	const nameOf = async (fileName: string, own?: string) => {
		const fields: INodeParameters = own === undefined ? {} : { fileName: own };
		const { fileName: given = '' } = await downloaded(
			(response) => response.end('id\r\n1\r\n'),
			{ fileName },
			fields,
		);
		return given;
	};

	it.each([
		'members-of-the-harbor-community-with-balances-and-badges-2026-03-01.csv',
		`${'a'.repeat(251)}.csv`,
		`${'ü'.repeat(125)}.csv`,
		`${'👩‍🚀'.repeat(22)}.csv`,
	])('a name of up to 255 bytes stays whole: %s', async (name) => {
		expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
		expect(await nameOf(name)).toBe(name);
		expect(await nameOf('other.csv', name)).toBe(name);
	});

	describe.each([
		['a'.repeat(300), '-2026-03-01.csv', '-2026-03-02.csv'],
		['ü'.repeat(300), '-2026-03-01.csv', '-2026-03-02.csv'],
		['😀'.repeat(300), '.2026-03-01', '.2026-03-02'],
		['a'.repeat(20_000), '-2026-03-01.csv', '-2026-03-02.csv'],
		['a'.repeat(300), `-2026-03-01${'b'.repeat(300)}.csv`, `-2026-03-02${'b'.repeat(300)}.csv`],
	])('of two longer names, which start and end with what tells them apart (%#)', (stem, first, second) => {
		it('each has at most 255 bytes and its ending, is always the same, and differs from the other', async () => {
			const names = [await nameOf(`${stem}${first}`), await nameOf(`${stem}${second}`)];
			expect(names[0]).not.toBe(names[1]);
			expect(await nameOf(`${stem}${first}`)).toBe(names[0]);
			for (const [index, ending] of [first, second].entries()) {
				expect(Buffer.byteLength(names[index]!)).toBeLessThanOrEqual(255);
				expect(Buffer.byteLength(names[index]!)).toBeGreaterThan(245);
				expect(names[index]!.startsWith([...stem].slice(0, 20).join(''))).toBe(true);
				expect(names[index]!.endsWith(ending.slice(-15))).toBe(true);
				expect(names[index]!.isWellFormed()).toBe(true);
			}
		});
	});
});

describe('a page in place of a file', () => {
	/** Downloads what a link gives. Pieces come one after another. */
	const download = async (content: string | string[], type: string | undefined, job: object) =>
		await downloaded((response) => {
			response.writeHead(200, type === undefined ? {} : { 'content-type': type });
			void (async () => {
				for (const piece of [content].flat()) {
					await new Promise((resolve) => setTimeout(resolve, 5));
					response.write(piece);
				}
				response.end();
			})();
		}, job);

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
			const { text, error, advice } = await download(content, type, { format });
			expect(text).toBeUndefined();
			expect(error).toBe('The link gave a web page instead of the file');
			expect(advice).toMatch(/^Links expire\. Run it again to get a new one/);
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
			expect(error).toBe('The link gave a web page instead of the file');
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
		expect(error).toBe('The link gave a message instead of the file');
	});

	it('the ending of a name stands for a format that the job does not give', async () => {
		const message = '{"error":"The link has expired"}';
		const { error } = await download(message, 'application/json', { fileName: 'members.CSV' });
		expect(error).toBe('The link gave a message instead of the file');
		expect((await download(message, 'application/json', {})).text).toBe(message);
	});

	it('a sentence with the type of a page is no table, unless it has the size of the file', async () => {
		const words = 'Sorry, this link has expired';
		expect((await download(words, 'text/html', { format: 'csv' })).error).toBe(
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
});
