import http from 'node:http';

/** The result of one attempt. Status 0 means a broken connection or a timeout. */
export interface Answer {
	status: number;
	milliseconds: number;
	text: string;
}

export interface Post {
	url: string;
	headers?: http.OutgoingHttpHeaders;
	body?: Buffer | string;
	timeout: number;
	/**
	 * Shares connections. Without one, each attempt has its own: a server that was busy closes idle connections before it
	 * reads what has arrived on them.
	 */
	agent?: http.Agent;
}

/**
 * Posts once and never throws: a broken connection is a result too. Each connection is kept until the response is read.
 * With `Connection: close`, a server that refuses a large body unread resets the connection, and its response is lost.
 */
export async function post({ url, headers, body, timeout, agent }: Post): Promise<Answer> {
	const startedAt = performance.now();
	return await new Promise((resolve) => {
		let text = '';
		const own = agent ?? new http.Agent({ keepAlive: true });
		const settle = (status: number) => {
			clearTimeout(timer);
			if (own !== agent) own.destroy();
			resolve({ status, milliseconds: performance.now() - startedAt, text });
		};
		const request = http.request(url, { method: 'POST', headers, agent: own }, (response) => {
			response.on('data', (chunk: Buffer) => (text += chunk.toString()));
			response.on('end', () => settle(response.statusCode ?? 0));
			response.on('error', () => settle(0));
		});
		request.on('error', (error) => {
			text ||= error.message;
			settle(0);
		});
		const timer = setTimeout(() => request.destroy(new Error('timed out')), timeout);
		request.end(body);
	});
}
