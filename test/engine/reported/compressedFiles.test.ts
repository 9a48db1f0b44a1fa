import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { startFileStorage, type FileStorage } from '../../harness/fileStorage';
import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

let storage: FileStorage;
beforeAll(async () => void (storage = await startFileStorage()));
afterAll(async () => await storage.stop());

const CONTENT = 'id,name\r\n1,Ada\r\n'.repeat(10);
const COMPRESSIONS = {
	gzip: gzipSync(CONTENT),
	br: brotliCompressSync(CONTENT),
	deflate: deflateSync(CONTENT),
};
type Encoding = keyof typeof COMPRESSIONS;

/** Downloads a file whose storage sends it so, whatever encoding was asked for. */
async function download(
	sent: Buffer,
	headers: Record<string, string | number>,
	fileSize: number | undefined,
): Promise<{ text?: string; error?: string; advice?: string | null }> {
	storage.answer('/members.csv', (_request, response) => {
		response.writeHead(200, headers);
		const { 'content-length': length = sent.length } = headers;
		// A connection that breaks off before its end.
		if (Number(length) > sent.length) response.write(sent, () => response.destroy());
		else response.end(sent);
	});
	const job = {
		jobId: 'x',
		status: 'completed',
		format: 'csv',
		fileSize,
		blobUrl: `${storage.url}/members.csv`,
	};
	service.control.addFault({ operation: 'export.get', kind: 'status', status: 200, body: job, times: 1 });
	const { items, error } = await runNode({
		credential: service.credential(),
		parameters: { resource: 'export', operation: 'download', jobId: 'x' },
	});
	const data = items[0]?.binary?.data?.data;
	return {
		text: data === undefined ? undefined : Buffer.from(data, 'base64').toString(),
		error: error?.message,
		advice: error?.description,
	};
}

describe.each(Object.keys(COMPRESSIONS) as Encoding[])('a file that its storage sends as %s', (encoding) => {
	const sent = COMPRESSIONS[encoding];
	const headers = { 'content-encoding': encoding, 'content-length': sent.length };

	it.each<[string, number | undefined]>([
		['of the stored file', sent.length],
		['of the content', Buffer.byteLength(CONTENT)],
		['of neither, because the job gives none', undefined],
	])('is delivered if the size is that %s', async (_whose, fileSize) => {
		expect(await download(sent, headers, fileSize)).toMatchObject({ text: CONTENT, error: undefined });
		// In pieces, without a length.
		expect(await download(sent, { 'content-encoding': encoding }, fileSize)).toMatchObject({ text: CONTENT });
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
});

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
