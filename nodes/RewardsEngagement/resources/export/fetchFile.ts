import type { IBinaryData, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Client } from '../../api/client';
import { ENDED, toFault, toResponse, type HttpResult } from '../../api/http';
import { EndedEarly, within } from '../../api/time';
import { Problem, type ProblemFacts } from '../../errors';
import { assertReachable } from './fileAddress';
import { pageInPlace, START_BYTES } from './fileStart';

const MAX_REDIRECTS = 5;

/** Success statuses without the whole file: not yet there, empty, or a part. */
const NOT_WHOLE = new Set([202, 204, 205, 206]);

/** The job's data about its file. */
export interface FileInfo {
	name: string;
	/** The format in small letters, such as csv. */
	format?: string;
	/** MIME type. Without it, the type in the response counts. */
	type?: string;
	/** In bytes, as the storage keeps the file. Without it, the size is not checked. */
	size?: number;
}

/** A Node.js stream. A community package must not import its type. */
interface Stream extends AsyncIterable<Buffer> {
	on(event: 'error', listener: () => void): unknown;
	destroy(): void;
	compose(pieces: (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>): Stream;
}

interface FileAnswer {
	statusCode: number;
	headers: Record<string, string | undefined>;
	body: Stream;
	/** Drops the response, so that its connection does not stay open. */
	close: () => void;
}

/**
 * Streams a file that the service points to into n8n's binary storage. The API key is never sent: the file is on
 * another server, and its address contains its own permission.
 *
 * @throws {Problem} when the address is refused, the link no longer works, or the file is not complete
 */
export async function fetchFile(
	context: IExecuteFunctions,
	client: Client,
	address: string,
	info: FileInfo,
): Promise<IBinaryData> {
	const store = async () => await storeFile(context, await open(context, client, address), client, info);
	return await store().catch((thrown: unknown) => {
		// The address may contain a key, and the error may quote it.
		throw thrown instanceof Problem ? new Problem(client.shown(thrown.told)) : thrown;
	});
}

/** Opens the file. Follows redirects one by one, because each may lead to an address that must be refused. */
async function open(context: IExecuteFunctions, client: Client, address: string): Promise<FileAnswer> {
	let next = address;
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
		await assertReachable(context, next, client.connection.baseUrl);
		const answer = await ask(context, client, next);
		const { statusCode, headers, close } = answer;
		if (statusCode >= 200 && statusCode < 300 && !NOT_WHOLE.has(statusCode)) return answer;
		close();
		if (statusCode < 300 || statusCode >= 400 || !headers.location) throw refused(statusCode);
		next = URL.canParse(headers.location, next) ? new URL(headers.location, next).href : headers.location;
	}
	throw problemOf({
		message: 'Too many redirects while downloading the file',
		advice: 'Ask the operator of the service.',
	});
}

/** Requests the file. Retries after a pause if its server is busy or out of reach, with the client's retry policy. */
async function ask(context: IExecuteFunctions, client: Client, url: string): Promise<FileAnswer> {
	const options: IHttpRequestOptions = {
		url,
		// A storage that keeps the file compressed sends it so all the same.
		headers: { 'Accept-Encoding': 'identity' },
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
	const { retryPolicy } = client;
	let answer: FileAnswer | undefined;
	const askOnce = async (): Promise<HttpResult> => {
		answer?.close();
		answer = undefined;
		const connection = new AbortController();
		const send = async () =>
			(await context.helpers.httpRequest({ ...options, abortSignal: connection.signal })) as FileAnswer;
		try {
			const given = await within(retryPolicy.timeout, context.getExecutionCancelSignal(), send);
			const close = () => {
				given.body.destroy();
				connection.abort();
			};
			answer = { ...given, close };
			// Without a listener, the error of a closed body would end n8n's process.
			answer.body.on('error', () => {});
			return toResponse(answer.statusCode, answer.headers, '');
		} catch (thrown) {
			connection.abort();
			return thrown instanceof EndedEarly ? ENDED[thrown.by] : { ...toFault(thrown), isTransient: true };
		}
	};
	// The file is not on the service, so the gate of the realm does not hold it back.
	const patient = client.with({ ...retryPolicy, isGated: false });
	const result = await patient.withRetries({ effect: 'read' }, askOnce, (given) => given);
	if (answer) return answer;
	throw problemOf({
		message: `The file could not be downloaded: ${result.kind === 'networkError' ? result.reason : ''}`,
		advice: 'Run it again.',
	});
}

/**
 * Stores the file. It fails if no further chunk comes within the timeout. A download may take any time, and the time
 * that n8n takes to store a chunk does not count.
 */
async function storeFile(
	context: IExecuteFunctions,
	answer: FileAnswer,
	{ retryPolicy: { timeout } }: Client,
	{ name, format, type, size: expected }: FileInfo,
): Promise<IBinaryData> {
	refuseUnreadable(answer);
	const { headers, body, close } = answer;
	const claims = { type: typeOf(headers)?.toLowerCase(), format, hasSize: expected !== undefined };
	let size = 0;
	let ended: EndedEarly['by'] | undefined;
	let page: Problem | undefined;
	const inTime = async function* (source: AsyncIterable<Buffer>) {
		const iterator = source[Symbol.asyncIterator]();
		for (;;) {
			const next = async () => await iterator.next();
			const piece = await within(timeout, context.getExecutionCancelSignal(), next).catch((thrown) => {
				if (thrown instanceof EndedEarly) ended = thrown.by;
				throw thrown;
			});
			if (piece.done) return;
			size += piece.value.length;
			yield piece.value;
		}
	};
	const refusePage = (start: Buffer) => {
		page = pageInPlace(start, claims);
		if (page) throw page;
	};
	const pieces = body.compose((source) => withStart(inTime(source), refusePage));
	pieces.on('error', () => {});
	const mimeType = type ?? typeOf(headers);
	const stored = context.helpers.prepareBinaryData(pieces as unknown as Buffer, name, mimeType);
	const file = await stored.catch((error: Error) => {
		close();
		throw page ?? problemOf(breakOf(error, timeout, ended));
	});
	if (expected === undefined || isWhole(size, expected, headers)) return file;
	throw problemOf({
		message: `The file has ${size} bytes, but the export says ${expected}`,
		advice: 'Run it again. If this keeps happening, start the export again in the dashboard of the service.',
	});
}

/**
 * Whether a file has the size that the job gives. A storage may keep the file compressed, and the job then has the
 * size of that. n8n decompresses it, and does not say so. A response in chunks has no length, but it certainly came to
 * its end. Then only a larger file can be a compressed one. A smaller one may lack its end.
 */
function isWhole(size: number, expected: number, headers: FileAnswer['headers']): boolean {
	if (size === expected || Number(headers['content-length']) === expected) return true;
	return headers['transfer-encoding']?.toLowerCase() === 'chunked' && size > expected;
}

/** The same pieces, but the first bytes together, once they were checked. */
async function* withStart(source: AsyncIterable<Buffer>, check: (start: Buffer) => void) {
	let start: Buffer | undefined = Buffer.alloc(0);
	for await (const piece of source) {
		start = start && Buffer.concat([start, piece]);
		if (start && start.length < START_BYTES) continue;
		if (start) check(start);
		yield start ?? piece;
		start = undefined;
	}
	if (!start) return;
	check(start);
	yield start;
}

/** Storages also write other words there, such as a character set. */
const COMPRESSED = /\b(?:br|bzip2|compress|dcb|dcz|deflate|gzip|lz4|lzma|snappy|xz|zstd)\b/;

/** @throws {Problem} for a compression that n8n does not know, because the file would be unreadable */
function refuseUnreadable({ headers, close }: FileAnswer): void {
	const encoding = headers['content-encoding']?.trim().toLowerCase();
	if (!encoding || !COMPRESSED.test(encoding)) return;
	close();
	throw problemOf({
		message: `The file is compressed in a way that n8n cannot read: ${encoding}`,
		advice: 'Ask the operator of the service to store the file without it.',
	});
}

/** A storage without type information calls everything a stream of bytes. The file's name is then more useful. */
function typeOf({ 'content-type': header }: FileAnswer['headers']): string | undefined {
	const type = header?.split(';')[0]?.trim();
	return type?.endsWith('/octet-stream') ? undefined : type;
}

type Said = Pick<ProblemFacts, 'message' | 'advice' | 'status'>;

function problemOf(said: Said): Problem {
	return new Problem({ ...said, outcome: 'notApplied' });
}

function refused(status: number): Problem {
	const isGone = [400, 401, 403, 404, 410].includes(status);
	return problemOf({
		message: isGone
			? `The link to the file no longer works (status ${status})`
			: `The file could not be downloaded (status ${status})`,
		advice: isGone
			? 'Links expire. Run it again to get a new one, or start the export again in the dashboard of the service and use its new job ID.'
			: 'Run it again later.',
		status,
	});
}

/** The file was sent, but did not arrive completely: its server broke off, or n8n has no room for it. */
function breakOf(error: Error, timeout: number, ended?: EndedEarly['by']): Said {
	if (ended === 'cancel') return { message: 'The execution was canceled' };
	if (ended === 'time') {
		return {
			message: `The download stalled: no data arrived for ${timeout / 1000} seconds`,
			advice: 'Run it again. If its server is slow, raise the option "Timeout (Seconds)".',
		};
	}
	if (error.name !== 'FileTooLargeError')
		return { message: `The download was interrupted: ${error.message}`, advice: 'Run it again.' };
	return {
		message: `n8n cannot store the file: ${error.message}`,
		advice:
			'In "database" mode, n8n keeps a whole file in memory and accepts files up to N8N_BINARY_DATA_DATABASE_MAX_FILE_SIZE. For large exports, set N8N_DEFAULT_BINARY_DATA_MODE=filesystem. In queue mode, all processes must then share the folder of the files.',
	};
}
