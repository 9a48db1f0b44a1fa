import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A received mail. */
export interface Mail {
	to: string[];
	/** As a person reads it, in one line. */
	text: string;
	/** The addresses of its links. */
	links: string[];
}

export interface MailServer {
	readonly port: number;
	/** Oldest first. */
	readonly received: Mail[];
	readonly stop: () => Promise<void>;
}

/** A mail server on 127.0.0.1 that accepts everything and forwards nothing. */
export async function startMailServer(): Promise<MailServer> {
	const received: Mail[] = [];
	const server = new SMTPServer({
		disabledCommands: ['AUTH', 'STARTTLS'],
		onData: (stream, { envelope }, done) => {
			const take = async () => {
				const { text = '', html } = await simpleParser(stream);
				const links = [...(html || '').matchAll(/href="([^"]+)"/g)].map(([, href]) =>
					href!.replaceAll('&amp;', '&'),
				);
				const to = envelope.rcptTo.map(({ address }) => address);
				received.push({ to, text: text.replace(/\s+/g, ' '), links });
			};
			take().then(() => done(), done);
		},
	});
	server.listen(0, '127.0.0.1');
	await once(server.server, 'listening');
	return {
		port: (server.server.address() as AddressInfo).port,
		received,
		stop: async () => await new Promise((resolve) => server.close(() => resolve())),
	};
}
