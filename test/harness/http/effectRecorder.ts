import { jsonOf, startReceiver, type Receiver } from './receiver';

/** The report of a workflow: the event that it ran for, and other data for the test. */
export interface Report {
	/** The event's own number. */
	number: number;
}

/**
 * A server outside of n8n. Workflows report to it with a POST. It outlives every n8n, so it knows what really ran and
 * how often, regardless of n8n's own records.
 */
export class EffectRecorder<R extends Report = Report> {
	/** In the order of arrival. */
	readonly reports: R[] = [];

	/** The next report for these events gets an error as the response, which makes the workflow fail once. */
	readonly refuseOnce = new Set<number>();

	private readonly byNumber = new Map<number, R[]>();

	private receiver?: Receiver;

	async start(): Promise<void> {
		this.receiver = await startReceiver((request) => {
			const report = jsonOf<R>(request);
			this.reports.push(report);
			this.byNumber.set(report.number, [...this.reportsOf(report.number), report]);
			return { status: this.refuseOnce.delete(report.number) ? 500 : 200, body: {} };
		});
	}

	async stop(): Promise<void> {
		await this.receiver?.stop();
	}

	get url(): string {
		if (!this.receiver) throw new Error('The recorder of effects was not started.');
		return this.receiver.url;
	}

	/** The reports for one event. */
	reportsOf(number: number): readonly R[] {
		return this.byNumber.get(number) ?? [];
	}
}
