import { createHash } from 'node:crypto';
import { sleep, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';

import { now as monotonic } from '../api/wait';
import { Allowance } from './allowance';
import { BoundedMemory } from '../shared/boundedMemory';
import type { Visitor } from './visitor';

/**
 * The answer that n8n gives once it has tried to record a run: the two facts of an HTTP response that tell how it went.
 * Not `writableEnded`: an answer to a browser that has gone away never ends, since n8n compresses it and waits for the
 * browser to take it.
 */
export interface PendingAnswer {
	readonly headersSent: boolean;
	readonly statusCode: number;
}

/** A request that may start the workflow. */
export interface Attempt extends Visitor {
	/** The authorization code; without one it is a denial, which is told by its state. */
	code?: string;
	answer: PendingAnswer;
	/** When it came, in milliseconds since 1970; now, unless told. */
	now?: number;
}

interface Flight<Result> {
	/** Settles as the exchange does. */
	exchange: Promise<Result>;
	/** The answer of the request that starts the workflow. */
	answer: PendingAnswer;
}

/** One code, or one signed state. */
interface Linking<Result> {
	/** What came first: the code, or the denial. Nothing else is taken in its place. */
	use: string;
	/** Milliseconds since 1970. */
	keptUntil: number;
	/** What is under way; none after an exchange that failed, and once it is known that the workflow was started. */
	flight?: Flight<Result>;
	isStarted?: boolean;
}

/** What a request has to do. */
export type Decision<Result> =
	/** Start the workflow with what the exchange gave. */
	| { part: 'start'; result: Result }
	/** Nothing: another request of the same code has started it. */
	| { part: 'done' }
	/** Nothing yet: another request of the same code is about to start it. */
	| { part: 'wait' }
	/** Nothing: its signed state came with another code, or with a denial, before. */
	| { part: 'spent' }
	/** Nothing: too many codes are being exchanged. */
	| { part: 'refused' }
	/** Nothing: no further signed state can be remembered. */
	| { part: 'full' };

/** A code lives for five minutes; afterwards the service itself refuses it. */
const REMEMBERED_MS = 10 * 60_000;
const MAX_CODES = 10_000;
/** Only verified states come in here, each of which the workflow has made: some 20 MB at the most. */
const MAX_STATES = 100_000;
const MAX_WAIT_MS = 15_000;
/** How many answers one request looks at, to let go of those that were sent. */
const MAX_LOOKS = 20;

/**
 * Sees to it that one code is exchanged once and starts one run, however often the page is opened, also at the same
 * moment; and that a signed state, as long as it lives, is good for the first code that comes with it and for no other
 * (RFC 9700, section 4.7.1), or for one denial.
 *
 * It knows what this process did. In any other, and after a restart, the service refuses a used code, and
 * `dropUsedStates` a used state.
 *
 * n8n answers the browser only when the run is recorded, and with an error when it could not be. The member of a run
 * that could not be recorded is not lost: the next request of the same code starts it.
 */
export class SingleFlight<Result> {
	private readonly codes = new BoundedMemory<Linking<Result>>(MAX_CODES, 'forgetOldest');

	/** To forget one would let it be used again. */
	private readonly states = new BoundedMemory<Linking<Result>>(MAX_STATES, 'refuse');

	private readonly allowance = new Allowance();

	/** Those whose answer has not been seen to be sent. */
	private readonly unanswered = new Set<Linking<Result>>();

	/**
	 * Decides what a request does, and exchanges its code if it is the first.
	 *
	 * @throws what `exchange` throws; the same code may then be tried again
	 */
	async take(attempt: Attempt, exchange: () => Promise<Result>): Promise<Decision<Result>> {
		const { now = Date.now() } = attempt;
		this.letGoOfAnswers(now);
		const use = attempt.code === undefined ? 'denial' : digest(attempt.code);
		const { state, answer } = attempt;
		const memory = state ? this.states : this.codes;
		const key = state?.nonce ?? use;
		const known = memory.get(key, now);
		if (known && known.use !== use) return { part: 'spent' };
		if (known?.isStarted) return { part: 'done' };
		if (known?.flight) return await this.join(known, known.flight, answer);

		const leave = this.allowance.enter(attempt);
		if (!leave) return { part: 'refused' };
		const linking: Linking<Result> = known ?? { use, keptUntil: state?.expiresAt ?? now + REMEMBERED_MS };
		if (!known && !memory.add(key, linking, now)) {
			leave();
			return { part: 'full' };
		}
		const flight = { exchange: begin(exchange).finally(leave), answer };
		linking.flight = flight;
		// A state stays with its code, which may be tried again.
		const forget = () => {
			linking.flight = undefined;
			if (!state) memory.remove(key, linking);
		};
		flight.exchange.then(() => this.unanswered.add(linking), forget);
		return { part: 'start', result: await flight.exchange };
	}

	private async join(
		linking: Linking<Result>,
		flight: Flight<Result>,
		answer: PendingAnswer,
	): Promise<Decision<Result>> {
		const result = await flight.exchange;
		const end = monotonic() + MAX_WAIT_MS;
		while (!flight.answer.headersSent) {
			if (monotonic() >= end) return { part: 'wait' };
			await sleep(50);
		}
		if (flight.answer.statusCode < 500) return { part: 'done' };
		flight.answer = answer;
		this.unanswered.add(linking);
		return { part: 'start', result };
	}

	/** An answer that was sent is worth two facts, and its object is large. */
	private letGoOfAnswers(now: number): void {
		let looks = 0;
		for (const linking of this.unanswered) {
			if (looks++ === MAX_LOOKS) return;
			this.unanswered.delete(linking);
			const { flight, keptUntil } = linking;
			if (!flight || now >= keptUntil) continue;
			const { headersSent, statusCode } = flight.answer;
			if (!headersSent) this.unanswered.add(linking);
			else if (statusCode >= 500) flight.answer = { headersSent, statusCode };
			else {
				linking.isStarted = true;
				linking.flight = undefined;
			}
		}
	}
}

async function begin<Result>(exchange: () => Promise<Result>): Promise<Result> {
	return await exchange();
}

/** Of the same length, however long the code is that somebody sends. */
function digest(code: string): string {
	return createHash('sha256').update(code).digest('base64url');
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
