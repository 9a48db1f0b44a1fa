import { createHash } from 'node:crypto';
import { sleep, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';

import { now as monotonic } from '../api/wait';
import { processMemory } from '../host/processMemory';
import { BoundedMemory } from '../shared/boundedMemory';
import type { SignedState } from '../shared/signedState';

/**
 * The response that n8n sends after it tried to record an execution. These two facts about it show whether that
 * worked.
 *
 * `writableEnded` does not: n8n compresses a response and waits for the browser to read it. If the browser has gone,
 * the response never ends.
 */
export interface PendingAnswer {
	readonly headersSent: boolean;
	readonly statusCode: number;
}

/** A request that may start the workflow. */
export interface Attempt {
	/** The verified state. */
	state?: Pick<SignedState, 'nonce' | 'expiresAt'>;
	/** The authorization code. A request without one is a denial, which its state identifies. */
	code?: string;
	answer: PendingAnswer;
	/** When it came, in milliseconds since 1970. By default, now. */
	now?: number;
}

interface Flight<Result> {
	/** Settles as the exchange does. */
	exchange: Promise<Result>;
	/** The response to the request that starts the workflow. */
	answer: PendingAnswer;
}

/** One code, or one signed state. */
interface Linking<Result> {
	/** The code or the denial that came first. No other is accepted. */
	use: string;
	/** Milliseconds since 1970. */
	keptUntil: number;
	/** The exchange. Removed when it failed, or when the workflow is known to have started. */
	flight?: Flight<Result>;
	isStarted?: boolean;
}

/** The action for a request. */
export type Decision<Result> =
	/** Start the workflow with the result of the exchange. */
	| { part: 'start'; result: Result }
	/** Nothing. Another request with the same code has started it. */
	| { part: 'done' }
	/** Nothing yet. Another request with the same code is about to start it. */
	| { part: 'wait' }
	/** Nothing. Its signed state was used before, with another code or with a denial. */
	| { part: 'spent' }
	/** Nothing. Too many codes without a signed state are being exchanged. */
	| { part: 'refused' }
	/** Nothing. There is no room to remember another signed state. */
	| { part: 'full' };

/** A code is valid for five minutes. After that the service refuses it. */
const REMEMBERED_MS = 10 * 60_000;
const MAX_CODES = 10_000;
/**
 * Concurrent exchanges of codes without a signed state. Anyone can send made-up codes, and each costs a request to the
 * service. Signed states do not count, because the workflow has made them.
 */
const MAX_UNSIGNED_EXCHANGES = 100;
/** Only verified states are kept here, and the workflow has made each of them. They take up to 20 MB or so. */
const MAX_STATES = 100_000;
const MAX_WAIT_MS = 15_000;
/** How many responses one request checks, to free those that were sent. */
const MAX_LOOKS = 20;

/**
 * Makes sure that each code is exchanged once and starts one execution, even if the page is opened several times at
 * once. A signed state is valid for the first code that comes with it (RFC 9700, section 4.7.1), or for one denial.
 *
 * This memory belongs to one process. In other processes, and after a restart, the service refuses a used code, and
 * `dropUsedStates` a used state.
 *
 * n8n responds to the browser only after it has recorded the execution, or with an error if it could not. In that
 * case the member is not lost: the next request with the same code starts the execution.
 */
export class SingleFlight<Result> {
	private readonly codes = new BoundedMemory<Linking<Result>>(MAX_CODES, 'forgetOldest');

	/** Forgetting a state would let it be used again. */
	private readonly states = new BoundedMemory<Linking<Result>>(MAX_STATES, 'refuse');

	private unsignedExchanges = 0;

	/** Those whose response is not known to be sent. */
	private readonly unanswered = new Set<Linking<Result>>();

	/**
	 * Decides what to do with a request, and exchanges its code if it is the first.
	 *
	 * @throws what `exchange` throws. The same code may then be tried again.
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

		if (!state && this.unsignedExchanges >= MAX_UNSIGNED_EXCHANGES) return { part: 'refused' };
		const linking: Linking<Result> = known ?? { use, keptUntil: state?.expiresAt ?? now + REMEMBERED_MS };
		if (!known && !memory.add(key, linking, now)) return { part: 'full' };
		const flight = { exchange: this.begin(exchange, state !== undefined), answer };
		linking.flight = flight;
		// A state stays bound to its code, which may be tried again.
		const forget = () => {
			linking.flight = undefined;
			if (!state) memory.remove(key, linking);
		};
		flight.exchange.then(() => this.unanswered.add(linking), forget);
		return { part: 'start', result: await flight.exchange };
	}

	private async begin(exchange: () => Promise<Result>, isSigned: boolean): Promise<Result> {
		const counted = isSigned ? 0 : 1;
		this.unsignedExchanges += counted;
		try {
			return await exchange();
		} finally {
			this.unsignedExchanges -= counted;
		}
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

	/** Keeps only the two facts of a sent response, because the response object is large. */
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

/** Has a fixed length, even if someone sends a very long code. */
function digest(code: string): string {
	return createHash('sha256').update(code).digest('base64url');
}

/** One per trigger of this process. Its test address has a separate one. */
const linkings = processMemory('codes', () => new Map<string, SingleFlight<IDataObject>>());

/** What this process knows about the code exchanges of this trigger. */
export function codeExchangesOf(context: IWebhookFunctions): SingleFlight<IDataObject> {
	const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id} ${context.getMode()}`;
	const known = linkings.get(key) ?? new SingleFlight<IDataObject>();
	linkings.set(key, known);
	return known;
}
