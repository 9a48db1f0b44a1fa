import fs from 'node:fs';
import http, { type RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';

import { makeCertificate } from './certificate';

/** A proxy that stands for the whole internet. */
export interface Internet {
	/** The settings for a program that shall use the proxy. */
	readonly env: Record<string, string>;
	readonly stop: () => Promise<void>;
}

/**
 * Ends TLS for whatever host a program asks for, with certificates of an authority that only that program knows.
 *
 * @param folder an existing folder for the certificate of the authority
 * @param handle responds to the requests to all hosts
 */
export async function startInternet(folder: string, handle: RequestListener): Promise<Internet> {
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
	const inside = https.createServer({ SNICallback: (host, done) => done(null, contextOf(host)) }, handle);
	const outside = http.createServer((_request, response) => response.writeHead(404).end());
	outside.on('connect', (_request, socket) => {
		socket.once('error', () => socket.destroy());
		socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
		inside.emit('connection', socket);
	});
	await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
	return {
		env: { HTTPS_PROXY: url, https_proxy: url, NODE_EXTRA_CA_CERTS: authorityFile },
		stop: async () => {
			const closed = new Promise((resolve) => outside.close(resolve));
			inside.closeAllConnections();
			outside.closeAllConnections();
			await closed;
		},
	};
}
