import type { IBinaryData, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Client } from '../../api/client';
import type { HttpResult } from '../../api/http';
import { EndedEarly, within } from '../../api/time';
import { Problem, type ProblemFacts } from '../../errors';
import { assertReachable } from './fileAddress';

const MAX_REDIRECTS = 5;

/** Success statuses without the whole file: not yet there, empty, or a part. */
const NOT_WHOLE = new Set([202, 204, 205, 206]);

/** The job's data about its file. */
export interface FileInfo {
	name: string;
	/** MIME type. Without it, the type in the response counts. */
	type?: string;
	/** In bytes. Without it, the size is not checked. */
	size?: number;
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
	return await fetchNow(context, client, address, info).catch((thrown: unknown) => {
		// The address may contain a key, and the error may quote it.
		throw thrown instanceof Problem ? new Problem(client.shown(thrown.told)) : thrown;
	});
}

async function fetchNow(
	context: IExecuteFunctions,
	client: Client,
	address: string,
	info: FileInfo,
): Promise<IBinaryData> {
	const answer = await open(context, client, address);
	const { timeout } = client.retryPolicy;
	const type = info.type ?? typeOf(answer.headers);
	const file = await context.helpers
		.prepareBinaryData(watched(context, answer, timeout) as Buffer, info.name, type)
		.catch((error: Error) => {
			answer.close();
			throw problemOf(describeBreak(error, answer, timeout));
		});
	const size = await sizeOf(context, file);
	if (info.size !== undefined && size !== info.size) {
		throw problemOf({
			message: `The file has ${size} bytes, but the export says ${info.size}`,
			advice:
				'Run it again. If this keeps happening, start the export again in the dashboard of the service.',
		});
	}
	return file;
}

interface FileAnswer {
	statusCode: number;
	headers: Record<string, string | undefined>;
	body: unknown;
	/** Drops the response, so that its connection does not stay open. */
	close: () => void;
	/** Why its body was given up, if it was. */
	endedBy?: EndedEarly['by'];
}

/** A Node.js stream. A community package must not import its type. */
interface Stream extends AsyncIterable<unknown> {
	on(event: 'error', listener: (error: Error) => void): unknown;
	destroy(): void;
	compose(pieces: (source: AsyncIterable<unknown>) => AsyncIterable<unknown>): Stream;
}

/**
 * The body. It fails if no further chunk comes within the timeout. A download may take any time, and the time that
 * n8n takes to store a chunk does not count.
 */
function watched(context: IExecuteFunctions, answer: FileAnswer, timeout: number): unknown {
	const { body } = answer;
	if (typeof body !== 'object' || body === null || !('compose' in body)) return body;
	const pieces = (body as Stream).compose(async function* (source) {
		const iterator = source[Symbol.asyncIterator]();
		const next = async (): Promise<IteratorResult<unknown, unknown>> => await iterator.next();
		for (;;) {
			const piece = await within(timeout, context.getExecutionCancelSignal(), next).catch((thrown) => {
				if (thrown instanceof EndedEarly) answer.endedBy = thrown.by;
				throw thrown;
			});
			if (piece.done) return;
			yield piece.value;
		}
	});
	pieces.on('error', () => {});
	return pieces;
}

/** Opens the file. Follows redirects one by one, because each may lead to an address that must be refused. */
async function open(context: IExecuteFunctions, client: Client, address: string): Promise<FileAnswer> {
	let next = address;
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
		await assertReachable(context, next, client.connection.baseUrl);
		const answer = await ask(context, client, next);
		const { statusCode, headers } = answer;
		if (statusCode >= 200 && statusCode < 300 && !NOT_WHOLE.has(statusCode)) return answer;
		answer.close();
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
	const { timeout } = client.retryPolicy;
	const options: IHttpRequestOptions = {
		url,
		// Without compression, so that the size can be compared.
		headers: { 'Accept-Encoding': 'identity' },
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout,
	};
	let answer: FileAnswer | Error | undefined;
	const fetchOnce = async () => {
		if (answer && !(answer instanceof Error)) answer.close();
		const connection = new AbortController();
		const fetch = async () =>
			(await context.helpers.httpRequest({ ...options, abortSignal: connection.signal })) as FileAnswer;
		answer = await within(timeout, context.getExecutionCancelSignal(), fetch).then(
			(given) => {
				const body = given.body as Partial<Stream>;
				// A body that is closed emits an error. Without a listener, that would end n8n's process.
				body.on?.('error', () => {});
				const close = () => {
					body.destroy?.();
					connection.abort();
				};
				return { ...given, close };
			},
			(error: Error & { code?: string }) => {
				connection.abort();
				const isLate = error.code === 'ECONNABORTED' || (error instanceof EndedEarly && error.by === 'time');
				return new Error(isLate ? 'its server did not respond in time' : error.message);
			},
		);
		return answer;
	};
	// The file is not on the service, so the gate of the realm does not hold it back.
	const patient = client.with({ ...client.retryPolicy, isGated: false });
	const last = await patient.withRetries({ effect: 'read' }, fetchOnce, toHttpResult);
	if (!(last instanceof Error)) return last;
	throw problemOf({
		message: `The file could not be downloaded: ${last.message}`,
		advice: 'Run it again.',
	});
}

/** The part of a response that decides about a retry. */
function toHttpResult(answer: FileAnswer | Error): HttpResult {
	if (answer instanceof Error) {
		return { kind: 'networkError', reached: 'perhaps', isTransient: true, code: '', reason: answer.message };
	}
	const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
	return {
		kind: 'response',
		status: answer.statusCode,
		headers: Object.fromEntries(headers) as Record<string, string>,
		text: '',
		body: undefined,
	};
}

function refused(status: number): Problem {
	const isGone = [400, 401, 403, 404, 410].includes(status);
	return new Problem({
		message: isGone
			? `The link to the file no longer works (status ${status})`
			: `The file could not be downloaded (status ${status})`,
		advice: isGone
			? 'Links expire. Run it again to get a new one, or start the export again in the dashboard of the service and use its new job ID.'
			: 'Run it again later.',
		outcome: 'notApplied',
		status,
	});
}

/** A storage without type information calls everything a stream of bytes. The file's name is then more useful. */
function typeOf({ 'content-type': header }: FileAnswer['headers']): string | undefined {
	const type = header?.split(';')[0]?.trim();
	return type?.endsWith('/octet-stream') ? undefined : type;
}

/** The bytes that n8n has stored. Older versions of n8n do not write them into the item. */
async function sizeOf(context: IExecuteFunctions, file: IBinaryData): Promise<number> {
	if (file.bytes !== undefined) return file.bytes;
	if (file.id !== undefined) return (await context.helpers.getBinaryMetadata(file.id)).fileSize;
	return Buffer.byteLength(file.data, 'base64');
}

/** The file was sent, but did not arrive completely: its server broke off, or n8n has no room for it. */
function describeBreak(error: Error, { endedBy }: FileAnswer, timeout: number): Said {
	if (endedBy === 'cancel') return { message: 'The execution was canceled', advice: '' };
	if (endedBy === 'time') {
		return {
			message: `The download stalled: no data arrived for ${timeout / 1000} seconds`,
			advice: 'Run it again. If its server is slow, raise the option "Timeout (Seconds)".',
		};
	}
	if (error.name === 'FileTooLargeError') {
		return {
			message: `n8n cannot store the file: ${error.message}`,
			advice:
				'In "database" mode, n8n keeps a whole file in memory and accepts files up to N8N_BINARY_DATA_DATABASE_MAX_FILE_SIZE. For large exports, set N8N_DEFAULT_BINARY_DATA_MODE=filesystem. In queue mode, all processes must then share the folder of the files.',
		};
	}
	return {
		message: `The download was interrupted: ${error.message}`,
		advice: 'Run it again.',
	};
}

type Said = Pick<ProblemFacts, 'message' | 'advice'>;

function problemOf(said: Said): Problem {
	return new Problem({ ...said, outcome: 'notApplied' });
}
