import http, { type RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';

import type { Certificate } from '../harness/tls/certificate';

/** Handles TLS in front of a service. */
export interface TlsFront {
	url: string;
	port: number;
	/** `METHOD /path` of the requests so far. */
	requests: string[];
	stop: () => Promise<void>;
}

/** Passes every request on to an HTTP service. */
export const passOn =
	(target: string): RequestListener =>
	(request, response) => {
		const { method, headers, url = '' } = request;
		const onward = http.request(target + url, { method, headers, agent: false }, (answer) => {
			response.writeHead(answer.statusCode!, answer.headers);
			answer.pipe(response);
		});
		onward.on('error', () => response.destroy());
		request.pipe(onward);
	};

/** Starts a TLS server on 127.0.0.1 with these certificates, its own first. */
export async function startTlsFront(chain: Certificate[], listener: RequestListener): Promise<TlsFront> {
	const requests: string[] = [];
	const cert = chain.map(({ certificate }) => certificate).join('');
	const server = https.createServer({ key: chain[0]!.key, cert }, (request, response) => {
		requests.push(`${request.method} ${request.url}`);
		listener(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `https://127.0.0.1:${port}`,
		port,
		requests,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
