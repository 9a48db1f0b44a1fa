import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Effect {
	/** The event's own number. */
	number: number;
	/** The execution that caused it. */
	execution: string;
}

/**
 * What the workflow acts on: a server outside n8n that notes what it was asked to do. It outlives every n8n, so it
 * knows what really happened and how often, whatever n8n believes.
 */
export class EffectServer {
	/** The executions that had an effect, per event. */
	readonly executions = new Map<number, string[]>();

	total = 0;

	private readonly server = http.createServer((request, response) => void this.take(request, response));

	async start(): Promise<void> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	count(number: number): number {
		return this.executions.get(number)?.length ?? 0;
	}

	private async take(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const { number, execution } = JSON.parse(Buffer.concat(chunks).toString()) as Effect;
		this.executions.set(number, [...(this.executions.get(number) ?? []), execution]);
		this.total += 1;
		response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
	}
}
