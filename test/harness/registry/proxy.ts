import http from 'node:http';

import { startInternet, type Internet } from '../tls/internet';
import type { Registry } from './registry';

/** A request that a program sent through the proxy. */
export interface ProxiedRequest {
	method: string;
	host: string;
	path: string;
	status: number;
}

/** Downloads that wait. */
export interface Hold {
	/** The number of downloads that have been asked for. */
	readonly waiting: number;
	release(): void;
}

/** A proxy that stands for the whole internet, in which only one package exists. */
export interface RegistryProxy extends Internet {
	/** Everything that was asked, in order. */
	readonly requests: readonly ProxiedRequest[];
	/** Makes each request for the package wait. In milliseconds. */
	delay(milliseconds: number): void;
	/** Makes downloads of tarballs wait until they are released. So many of the next downloads do not wait. */
	hold(passing?: number): Hold;
	/** Whether the package is missing: requests for it get a 404, too. */
	isMissing: boolean;
}

/**
 * n8n accepts another registry only with a license. So this proxy passes requests for the package to any host on to
 * the registry. To all other requests it responds with 404.
 *
 * @param folder an existing folder for the certificate of the authority
 */
export async function startRegistryProxy(
	folder: string,
	registry: Registry,
	packageName: string,
): Promise<RegistryProxy> {
	const requests: ProxiedRequest[] = [];
	let delay = 0;
	let held: Array<() => void> | undefined;
	let passing = 0;
	const internet = await startInternet(folder, (request, response) => {
		const { method = '', url = '', headers } = request;
		const note = (status: number) =>
			requests.push({ method, host: headers.host ?? '', path: decodeURIComponent(url), status });
		if (proxy.isMissing || decodeURIComponent(url).split(/[/?]/)[1] !== packageName) {
			note(404);
			response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}');
			return;
		}
		const pass = () => {
			const options = { method, headers: { ...headers, 'x-forwarded-proto': 'https' }, agent: false };
			const passed = http.request(`${registry.url}${url}`, options, (result) => {
				const { statusCode = 502 } = result;
				note(statusCode);
				response.writeHead(statusCode, result.headers);
				result.pipe(response);
			});
			passed.once('error', () => response.destroy());
			request.pipe(passed);
		};
		setTimeout(() => {
			const waits = held && url.endsWith('.tgz') && passing-- <= 0;
			if (waits) held!.push(pass);
			else pass();
		}, delay);
	});
	const proxy: RegistryProxy = {
		...internet,
		requests,
		isMissing: false,
		delay: (milliseconds) => void (delay = milliseconds),
		hold: (unhindered = 0) => {
			const waiting: Array<() => void> = [];
			held = waiting;
			passing = unhindered;
			return {
				get waiting() {
					return waiting.length;
				},
				release: () => {
					held = undefined;
					for (const pass of waiting) pass();
				},
			};
		},
	};
	return proxy;
}
