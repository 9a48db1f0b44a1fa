import { startHttpServer } from '../httpServer';

/** A received request. */
export interface Sent {
	method: string;
	/** Encoded, without the query. */
	path: string;
	/** Decoded, in order. */
	query: ReadonlyArray<readonly [name: string, value: string]>;
	/** JSON value, or undefined without a body. */
	body?: unknown;
	authorization?: string;
}

/** A redirect to another address of the same server. */
export class Redirect {
	constructor(readonly location: string) {}
}

/** The body of a response, or a function that makes it from the request. */
export type Answer = Redirect | Readonly<Record<string, unknown>> | ((sent: Sent) => unknown);

/** An HTTP server that records all requests and always responds with success. */
export interface Recorder {
	readonly url: string;
	/** Leaves its URL for one that the node has learned nothing about. */
	move: () => Promise<void>;
	/**
	 * Removes earlier requests. @param answers the first responses. The last one is also the response to all further
	 * requests.
	 */
	expect: (...answers: Answer[]) => void;
	sent: Sent[];
	stop: () => Promise<void>;
}

export async function startRecorder(): Promise<Recorder> {
	const sent: Sent[] = [];
	let answers: Answer[] = [{}];
	const server = await startHttpServer((request, response) => {
		let text = '';
		request.setEncoding('utf8').on('data', (part: string) => (text += part));
		request.on('end', () => {
			const { method = '', headers } = request;
			const came: Sent = {
				method,
				...placeOf(request.url ?? ''),
				...(text !== '' && { body: JSON.parse(text) as unknown }),
				authorization: headers.authorization,
			};
			sent.push(came);
			const answer = answers[Math.min(sent.length, answers.length) - 1];
			if (answer instanceof Redirect) {
				response.writeHead(302, { location: answer.location }).end();
				return;
			}
			const body = typeof answer === 'function' ? answer(came) : answer;
			response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		});
	});
	const expect = (...next: Answer[]) => {
		sent.length = 0;
		answers = next;
	};
	return Object.assign(server, { expect, sent });
}

/** The path and the query of an address. It is not resolved, so dots and slashes stay unchanged. */
export function placeOf(address: string): Pick<Sent, 'path' | 'query'> {
	const [path = '', query = ''] = address.split(/\?(.*)/s);
	return { path, query: [...new URLSearchParams(query)] };
}
