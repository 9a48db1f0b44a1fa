import http, { type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IHttpRequestOptions } from 'n8n-workflow';

import type { ApiContext } from '../../nodes/RewardsEngagement/api/http';

/** The calls of n8n's helper. */
export interface Seen {
	options: IHttpRequestOptions;
	credentialType: string;
	more: unknown;
}

/** The servers of a test. */
export const servers: Server[] = [];
afterEach(() => {
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

/** Starts a server that lives as long as the test. */
export async function listen(listener: RequestListener): Promise<string> {
	const server = http.createServer(listener);
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends like n8n: over real HTTP, with errors wrapped by n8n, and with the context's signal before any other. */
export function contextOf(seen: Seen[] = [], signal?: AbortSignal): ApiContext {
	return {
		...(signal && { getExecutionCancelSignal: () => signal }),
		helpers: {
			async httpRequestWithAuthentication(
				this: { getExecutionCancelSignal?: () => AbortSignal },
				credentialType: string,
				options: IHttpRequestOptions,
				more: unknown,
			) {
				seen.push({ options, credentialType, more });
				return await new Promise((resolve, reject) => {
					const request = http.request(
						options.url,
						{
							method: options.method,
							headers: options.headers as Record<string, string>,
							signal: this.getExecutionCancelSignal?.(),
						},
						(answer) => resolve({ statusCode: answer.statusCode, headers: answer.headers, body: answer }),
					);
					request.on('error', (error) =>
						reject(Object.assign(new Error('n8n'), { cause: Object.assign(error, { isAxiosError: true }) })),
					);
					request.end(options.body);
				});
			},
		},
	} as unknown as ApiContext;
}
