import { sleep, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';

/**
 * The answer that n8n gives once it has tried to record a run: the two facts of an HTTP response that tell how it went.
 * Not `writableEnded`: an answer to a browser that has gone away never ends, since n8n compresses it and waits for the
 * browser to take it.
 */
export interface PendingAnswer {
	readonly headersSent: boolean;
	readonly statusCode: number;
}

interface Flight<Result> {
	/** Settles as the exchange does. */
	exchange: Promise<Result>;
	/** The answer of the request that starts the workflow. */
	answer: PendingAnswer;
	/** Milliseconds since 1970. */
	startedAt: number;
}

/** What a request has to do. */
export type Turn<Result> =
	/** Start the workflow with what the exchange gave. */
	| { part: 'start'; result: Result }
	/** Nothing: another request of the same code has started it. */
	| { part: 'done' }
	/** Nothing yet: another request of the same code is about to start it. */
	| { part: 'wait' }
	/** Nothing: too many codes are being exchanged. */
	| { part: 'refused' };

/** A code lives for five minutes; afterwards the service itself refuses it. */
const REMEMBERED_MS = 10 * 60_000;
const MAX_REMEMBERED = 10_000;
/** Everybody on the internet can send made-up codes, and each costs a request to the service. */
const MAX_CONCURRENT = 25;
const MAX_WAIT_MS = 15_000;

/**
 * Sees to it that one code is exchanged once and starts one run, however often the page is opened, also at the same
 * moment. It knows what this process did; the service refuses a used code in any other, and after a restart.
 *
 * n8n answers the browser only when the run is recorded, and with an error when it could not be. The member of a run
 * that could not be recorded is not lost: the next request of the same code starts it.
 */
export class SingleFlight<Result> {
	private readonly linkings = new Map<string, Flight<Result>>();

	private exchanging = 0;

	/**
	 * Decides what a request does, and exchanges its code if it is the first.
	 *
	 * @param key what requests have in common that belong together: the code
	 * @param answer the request's own answer
	 * @throws what `exchange` throws; the code may then be tried again
	 */
	async take(key: string, answer: PendingAnswer, exchange: () => Promise<Result>): Promise<Turn<Result>> {
		this.tidy(Date.now());
		const known = this.linkings.get(key);
		if (known) return await this.join(known, answer);
		if (this.exchanging >= MAX_CONCURRENT) return { part: 'refused' };
		const linking = { exchange: this.counted(exchange), answer, startedAt: Date.now() };
		this.linkings.set(key, linking);
		linking.exchange.catch(() => this.linkings.delete(key));
		return { part: 'start', result: await linking.exchange };
	}

	private async join(linking: Flight<Result>, answer: PendingAnswer): Promise<Turn<Result>> {
		const result = await linking.exchange;
		const end = Date.now() + MAX_WAIT_MS;
		while (!linking.answer.headersSent) {
			if (Date.now() >= end) return { part: 'wait' };
			await sleep(50);
		}
		if (linking.answer.statusCode < 500) return { part: 'done' };
		linking.answer = answer;
		return { part: 'start', result };
	}

	private async counted(exchange: () => Promise<Result>): Promise<Result> {
		this.exchanging++;
		return await exchange().finally(() => this.exchanging--);
	}

	/** Forgets what is old, and lets go of answers that were sent. The oldest stand first. */
	private tidy(now: number): void {
		for (const [key, linking] of this.linkings) {
			const isOld = now - linking.startedAt >= REMEMBERED_MS || this.linkings.size >= MAX_REMEMBERED;
			const { headersSent, statusCode } = linking.answer;
			if (isOld) this.linkings.delete(key);
			else if (headersSent) linking.answer = { headersSent, statusCode };
		}
	}
}

/** One for every trigger of this process, its test address apart. */
const linkings = new Map<string, SingleFlight<IDataObject>>();

/** What this process knows of the people whom this trigger has linked. */
export function codeExchangesOf(context: IWebhookFunctions): SingleFlight<IDataObject> {
	const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id} ${context.getMode()}`;
	const known = linkings.get(key) ?? new SingleFlight<IDataObject>();
	linkings.set(key, known);
	return known;
}
