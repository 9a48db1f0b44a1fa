import type { IBinaryData, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Connection } from '../../api/connection';
import { ServiceProblem } from '../../api/serviceProblem';
import { assertPublic } from './fileAddress';

const MOST_REDIRECTS = 5;
const ANSWER_TIMEOUT = 60_000;

/**
 * Fetches a file that the service points to, streaming it into n8n's binary storage. The API key is never sent: the
 * file lives elsewhere, and its address carries its own permission.
 *
 * @param expected name and size in bytes as the job has them, if it has
 * @throws {ServiceProblem} when the address is refused, the link no longer works, or the file is not whole
 */
export async function fetchFile(
	context: IExecuteFunctions,
	connection: Connection,
	address: string,
	expected: { name?: string; size?: number },
): Promise<IBinaryData> {
	const { body, headers } = await open(context, connection, address, MOST_REDIRECTS);
	const type = headers['content-type']?.split(';')[0]?.trim();
	const file = await context.helpers
		.prepareBinaryData(body as Buffer, expected.name, type)
		.catch((error: Error) =>
			fail(`The file broke off while it was fetched: ${error.message}`, 'Run it again.'),
		);
	if (expected.size !== undefined && file.bytes !== undefined && file.bytes !== expected.size) {
		fail(
			`The file has ${file.bytes} bytes, but the export says ${expected.size}`,
			'Run it again. If it stays so, start the export again in the dashboard of the service.',
		);
	}
	return file;
}

interface FileAnswer {
	statusCode: number;
	headers: Record<string, string | undefined>;
	body: unknown;
}

/** Opens the file, following redirects one by one, because each may lead to an address that must be refused. */
async function open(
	context: IExecuteFunctions,
	connection: Connection,
	address: string,
	redirects: number,
): Promise<FileAnswer> {
	assertPublic(address, connection.baseUrl);
	const options: IHttpRequestOptions = {
		url: address,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: ANSWER_TIMEOUT,
		abortSignal: context.getExecutionCancelSignal(),
	};
	const answer = (await context.helpers
		.httpRequest(options)
		.catch((error: Error) =>
			fail(`The file could not be fetched: ${error.message}`, 'Run it again.'),
		)) as FileAnswer;
	const { statusCode, headers } = answer;
	if (statusCode >= 200 && statusCode < 300) return answer;
	(answer.body as { destroy?: () => void }).destroy?.();
	if (statusCode >= 300 && statusCode < 400 && headers.location && redirects > 0) {
		return await open(context, connection, new URL(headers.location, address).href, redirects - 1);
	}
	return fail(
		`The link to the file no longer works (status ${statusCode})`,
		'Links expire. Run it again to get a new one, or start the export again in the dashboard of the service.',
	);
}

function fail(message: string, description: string): never {
	throw new ServiceProblem({ message, description, outcome: 'notApplied' });
}
