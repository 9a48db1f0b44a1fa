import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** What workflows report: which event they ran for, and whatever else a test wants to know. */
export interface Report {
	/** The event's own number. */
	number: number;
}

/**
 * A server outside n8n that workflows report to with a POST. It outlives every n8n, so it knows what really ran and how
 * often, whatever n8n believes.
 */
export class Witness<R extends Report = Report> {
	/** In the order in which they came. */
	readonly reports: R[] = [];

	/** Numbers of events whose next report is answered with an error, which makes the workflow fail once. */
	readonly refuseOnce = new Set<number>();

	private readonly byNumber = new Map<number, R[]>();

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

	/** What was reported for one event. */
	reportsOf(number: number): readonly R[] {
		return this.byNumber.get(number) ?? [];
	}

	private async take(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const report = JSON.parse(Buffer.concat(chunks).toString()) as R;
		this.reports.push(report);
		this.byNumber.set(report.number, [...this.reportsOf(report.number), report]);
		const status = this.refuseOnce.delete(report.number) ? 500 : 200;
		response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
	}
}
