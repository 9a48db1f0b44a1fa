import net, { type AddressInfo, type Socket } from 'node:net';

/** A received mail. */
export interface Mail {
	to: string[];
	/** The text of the sender, headers first, with its parts decoded. */
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

/**
 * A mail server on 127.0.0.1 that accepts everything and forwards nothing. It supports SMTP (RFC 5321) as far as a
 * client needs it.
 */
export async function startMailServer(): Promise<MailServer> {
	const received: Mail[] = [];
	const sockets = new Set<Socket>();
	const server = net.createServer((socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
		socket.on('error', () => socket.destroy());
		converse(socket, (mail) => received.push(mail));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.address() as AddressInfo).port,
		received,
		stop: async () => {
			const closed = new Promise((resolve) => server.close(resolve));
			for (const socket of sockets) socket.destroy();
			await closed;
		},
	};
}

function converse(socket: Socket, take: (mail: Mail) => void): void {
	let to: string[] = [];
	let letter: string[] | undefined;
	let rest = '';
	const say = (line: string) => socket.write(`${line}\r\n`);
	const hear = (line: string) => {
		if (letter && line !== '.') {
			letter.push(line.replace(/^\./, ''));
			return;
		}
		if (letter) {
			take(readMail(to, letter.join('\r\n')));
			[to, letter] = [[], undefined];
			say('250 taken');
			return;
		}
		const [verb = ''] = line.toUpperCase().split(/[ :]/);
		if (verb === 'RCPT') to.push(/<(.*)>/.exec(line)?.[1] ?? '');
		if (verb === 'DATA') letter = [];
		say(verb === 'DATA' ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 fine');
		if (verb === 'QUIT') socket.end();
	};
	say('220 127.0.0.1 ready');
	socket.on('data', (chunk) => {
		const lines = (rest + chunk.toString('latin1')).split('\r\n');
		rest = lines.pop() ?? '';
		for (const line of lines) hear(line);
	});
}

function readMail(to: string[], raw: string): Mail {
	const isQuoted = /^content-transfer-encoding: quoted-printable/im.test(raw);
	const text = isQuoted ? unquoted(raw) : raw;
	const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
	return { to, text, links };
}

function unquoted(text: string): string {
	const bytes = text
		.replaceAll('=\r\n', '')
		.replace(/=([0-9A-F]{2})/g, (_code, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
	return Buffer.from(bytes, 'latin1').toString('utf8');
}
