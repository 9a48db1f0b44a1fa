import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The address of a server on 127.0.0.1, which can change. */
export class Address {
	/** Without a slash at the end. */
	url: string;

	/** A port can become free and be given out again. */
	private readonly earlier = new Set<string>();

	/** @param server listens already */
	constructor(private readonly server: Server) {
		this.url = this.read();
	}

	/** The server leaves its port for another one, which it never had before. Responses under way still arrive. */
	async change(): Promise<string> {
		do {
			this.earlier.add(this.url);
			this.server.close();
			await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
			this.url = this.read();
		} while (this.earlier.has(this.url));
		return this.url;
	}

	private read(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}
}
