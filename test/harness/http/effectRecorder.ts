import { jsonOf, startReceiver, type Receiver } from './receiver';

/** What workflows report: which event they ran for, and whatever else a test wants to know. */
export interface Report {
	/** The event's own number. */
	number: number;
}

/**
 * A server outside n8n that workflows report to with a POST. It outlives every n8n, so it knows what really ran and how
 * often, whatever n8n believes.
 */
export class EffectRecorder<R extends Report = Report> {
	/** In the order in which they came. */
	readonly reports: R[] = [];

	/** Numbers of events whose next report is answered with an error, which makes the workflow fail once. */
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
		if (!this.receiver) throw new Error('The recorder of effects has not been started.');
		return this.receiver.url;
	}

	/** What was reported for one event. */
	reportsOf(number: number): readonly R[] {
		return this.byNumber.get(number) ?? [];
	}
}
