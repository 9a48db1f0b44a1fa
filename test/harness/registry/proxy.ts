import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';

import { makeCertificate } from '../tls/certificate';
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
export interface RegistryProxy {
	/** Everything that was asked, in order. */
	readonly requests: readonly ProxiedRequest[];
	/** The settings for a program that shall use the proxy. */
	readonly env: Record<string, string>;
	/** Makes each request for the package wait. In milliseconds. */
	delay(milliseconds: number): void;
	/** Makes downloads of tarballs wait until they are released. So many of the next downloads do not wait. */
	hold(passing?: number): Hold;
	/** Whether the package is missing: requests for it get a 404, too. */
	isMissing: boolean;
	stop(): Promise<void>;
}

/**
 * n8n accepts another registry only with a license. So this proxy ends TLS for whatever host a program asks for, with
 * certificates of an authority that only that program knows. It passes requests for the package on to the registry.
 * To all other requests it responds with 404.
 *
 * @param folder an existing folder for the certificate of the authority
 */
export async function startRegistryProxy(
	folder: string,
	registry: Registry,
	packageName: string,
): Promise<RegistryProxy> {
	const authority = makeCertificate({ subject: 'Authority of a test', isAuthority: true });
	const authorityFile = path.join(folder, 'authority.pem');
	fs.writeFileSync(authorityFile, authority.certificate);
	const contexts = new Map<string, SecureContext>();
	const contextOf = (host: string): SecureContext => {
		const known = contexts.get(host);
		if (known) return known;
		const { certificate, key } = makeCertificate({ subject: host, issuer: authority, hosts: [host] });
		const context = createSecureContext({ cert: `${certificate}${authority.certificate}`, key });
		contexts.set(host, context);
		return context;
	};
	const requests: ProxiedRequest[] = [];
	let delay = 0;
	let held: Array<() => void> | undefined;
	let passing = 0;
	const inside = https.createServer(
		{ SNICallback: (host, done) => done(null, contextOf(host)) },
		(request, response) => {
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
		},
	);
	const outside = http.createServer((_request, response) => response.writeHead(404).end());
	outside.on('connect', (_request, socket) => {
		socket.once('error', () => socket.destroy());
		socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
		inside.emit('connection', socket);
	});
	await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
	const proxy: RegistryProxy = {
		requests,
		isMissing: false,
		env: {
			HTTPS_PROXY: url,
			https_proxy: url,
			NODE_EXTRA_CA_CERTS: authorityFile,
		},
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
		stop: async () => {
			const closed = new Promise((resolve) => outside.close(resolve));
			inside.closeAllConnections();
			outside.closeAllConnections();
			await closed;
		},
	};
	return proxy;
}
