import { sleep } from 'n8n-workflow';

import { toConnection, type Connection } from './connection';
import { addressOf, sendHttp, type HttpResponse, type ApiContext, type HttpResult } from './http';
import { PageTrail } from './paging';
import { Problem, type Outcome, type ProblemFacts, type Progress } from '../errors';
import { isAnswer, outcomeOf } from './outcome';
import { limiterOf, NOT_SENT, type ConcurrencyLimiter } from './concurrencyLimiter';
import { describeProblem } from './describeProblem';
import { hiderFor, hideIn } from './hide';
import { retryAfter } from './rateLimit';
import type { OperationRequest } from './request';
import {
	backoff,
	isRefusedForLimit,
	isRetryable,
	UNATTENDED,
	type Repeated,
	type RetryPolicy,
} from './retryPolicy';
import { now, wait } from './wait';
import { WaitClock } from './waitClock';

/** An uncounted attempt uses at least this much of the total wait, however short its backoff is. */
const LEAST_COST_MS = 500;

/** Sends requests to the service with one credential. */
export class Client {
	/** Progress of the requests of this client. */
	readonly progress: Progress = { hasSent: false, mayHaveActed: false };

	/** Whether a response, or the lack of one, leaves open that a request changed something. */
	private hasActed = false;

	private constructor(
		private readonly context: ApiContext,
		readonly connection: Connection,
		readonly retryPolicy: RetryPolicy,
		/** The realm whose rate limit applies. */
		private readonly realmId: string,
		/** Throws once no more requests may be sent. */
		private readonly checkWanted: () => void,
		/** How long requests waited for the service's rate limit. */
		readonly limitWait = new WaitClock(),
	) {}

	/**
	 * Reads the node's credential once. All requests of the run use it.
	 *
	 * @param checkWanted throws once no more requests may be sent. Only requests that had to wait ask it, unless
	 * their item has sent a request before.
	 */
	static async open(
		context: ApiContext,
		retryPolicy: RetryPolicy = UNATTENDED,
		checkWanted: () => void = () => {},
	): Promise<Client> {
		const connection = toConnection(await context.getCredentials('rewardsEngagementApi'));
		return new Client(context, connection, retryPolicy, connection.realmId, checkWanted);
	}

	/** A client for one realm, with another retry policy. It shares the clock of the run. */
	with(retryPolicy: RetryPolicy, realmId: string = this.connection.realmId): Client {
		return new Client(this.context, this.connection, retryPolicy, realmId, this.checkWanted, this.limitWait);
	}

	/**
	 * Sends a request, with retries as far as its effect allows.
	 *
	 * @throws {Problem} with what happened, what to do, and the outcome
	 * @throws {Problem} before anything is sent, when the credential has no valid address
	 */
	async send(request: OperationRequest): Promise<HttpResponse> {
		const final = await this.sendWithRetries(request);
		const { result, outcome } = final;
		const answered = request.policy.effect === 'once' ? outcome === 'applied' : isAnswer(result, request);
		if (result.kind === 'response' && answered) return result;
		throw this.problemOf(final, request);
	}

	/**
	 * Sends a request to check the service itself. Returns any result, with its problem.
	 *
	 * @throws {Problem} before anything is sent, when the credential has no valid address
	 */
	async look(request: OperationRequest): Promise<{ result: HttpResult; problem?: ProblemFacts }> {
		const final = await this.sendWithRetries(request);
		const { result } = final;
		return {
			result,
			problem: isAnswer(result, request) ? undefined : this.problemOf(final, request).told,
		};
	}

	/**
	 * Sends a list request. Yields the body of every page, or of the one page that the request names.
	 *
	 * @throws {Problem} also when the list does not end
	 */
	async *pages(request: OperationRequest, maxPages?: number): AsyncGenerator<unknown> {
		const trail = new PageTrail(request, maxPages);
		for (let next: OperationRequest | undefined = request; next;) {
			const { body }: HttpResponse = await this.send(next);
			const page = trail.take(body);
			if (page.isNew) yield body;
			next = page.next;
		}
	}

	/**
	 * Requests something that the service answers with a redirect. Returns the address without following it.
	 *
	 * @throws {Problem} when the response is not a redirect
	 */
	async locate(request: OperationRequest): Promise<string> {
		const final = await this.sendWithRetries(request);
		const { result } = final;
		if (result.kind === 'response') {
			const { status, headers } = result;
			const { location = '' } = headers;
			const base = addressOf(this.connection, request);
			if (status >= 200 && status < 300) throw notRedirected(status);
			if (status < 400 && location !== '' && URL.canParse(location, base))
				return new URL(location, base).href;
		}
		throw this.problemOf(final, request);
	}

	/** A copy of the value without keys and secrets, for a message or a log. */
	shown<T>(value: T): T {
		return hideIn(value, hiderFor(this.connection)) as T;
	}

	/** The error for a result that is not what was asked for. */
	problemOf({ result, outcome }: FinalResult, request: OperationRequest): Problem {
		const { connection, retryPolicy } = this;
		const maximumWait = Math.min(retryPolicy.maximumWait, retryPolicy.maximumTotalWait);
		const hasOptions = retryPolicy.hasOptions ?? false;
		return describeProblem({ result, request, connection, maximumWait, hasOptions }, outcome);
	}

	private async sendWithRetries(request: OperationRequest): Promise<FinalResult> {
		// Throws if nothing can be sent to this address.
		addressOf(this.connection, request);
		const { policy } = request;
		const outcomeIn = (result: HttpResult) =>
			policy.effect === 'read' ? 'notApplied' : outcomeOf(result, policy.confirms);
		const send = async (budget: RetryBudget) => {
			const result = await this.sendLimited(request, budget);
			this.hasActed ||= outcomeIn(result) !== 'notApplied';
			return result;
		};
		const result = await this.withRetries(policy, send, (own) => own);
		const outcome = outcomeIn(result);
		// A read, and a refused or unsent request, say nothing about an earlier one, which may have acted.
		return { result, outcome: outcome === 'notApplied' && this.hasActed ? 'unknown' : outcome };
	}

	/**
	 * Asks, and retries with backoff while a retry may help and does no harm. Returns the last result.
	 *
	 * @param ask gets the retry budget, and subtracts its own waits
	 * @param toHttpResult returns the part of a result that decides about a retry
	 */
	async withRetries<R>(
		repeated: Repeated,
		ask: (budget: RetryBudget) => Promise<R>,
		toHttpResult: (result: R) => HttpResult,
	): Promise<R> {
		const {
			attempts,
			maximumWait,
			maximumTotalWait,
			totalTime = Infinity,
			isPatientInCrowd,
		} = this.retryPolicy;
		const since = now();
		const budget: RetryBudget = { left: maximumTotalWait, until: since + totalTime };
		let counted = 1;
		for (let attempt = 1; ; attempt++) {
			const result = await ask(budget);
			const seen = toHttpResult(result);
			const isForLimit = isRefusedForLimit(seen);
			const isCounted = !isForLimit || !budget.isCrowded || !isPatientInCrowd;
			if (!isRetryable(repeated, seen) || attempts === 1 || (isCounted && counted >= attempts)) return result;
			const asked = seen.kind === 'response' ? retryAfter(seen, Date.now()) : undefined;
			// In a crowd, the wait that the service asks for is enough. Longer ones would lose room to others.
			const doublings = isCounted || asked === undefined ? attempt : counted;
			const pause = backoff(Math.min(doublings, attempts), seen, Date.now(), Math.random(), maximumWait);
			if (pause > maximumWait || pause > budget.left) return result;
			if (now() + pause > since + totalTime / 2) return result;
			const restedSince = now();
			const goesOn = await this.pause(pause);
			if (isForLimit) this.limitWait.note(restedSince, now());
			if (!goesOn) return result;
			// With a backoff of zero, the retries would never end while other requests get through.
			budget.left -= isCounted ? pause : Math.max(pause, LEAST_COST_MS);
			if (isCounted) counted++;
		}
	}

	private async sendLimited(request: OperationRequest, budget: RetryBudget): Promise<HttpResult> {
		const { isLimited, maximumWait, concurrency } = this.retryPolicy;
		if (!isLimited) return await this.sendNow(request, budget);
		const { limiter, signal, limitWait: clock } = this;
		const isFree = concurrency !== undefined;
		const maximumTotalWait = budget.left;
		const slot = await limiter.acquire({ clock, isFree, maximumWait, maximumTotalWait, signal });
		if (slot.kind !== 'slot') return slot;
		budget.left -= slot.waited;
		const { served = limiter.served } = budget;
		let result: HttpResult | undefined;
		try {
			const mayBeUnwanted = slot.hasWaited && !this.progress.hasSent;
			// The response that freed this slot may also stop the run. The run learns that only after this tick.
			if (mayBeUnwanted) await sleep(0);
			// After a cancel, n8n would refuse to send, and report that like a broken connection.
			if (signal?.aborted) return NOT_SENT;
			if (mayBeUnwanted) this.checkWanted();
			result = await this.sendNow(request, budget);
			return result;
		} finally {
			limiter.release(slot, result, request.policy);
			const isShared = () => limiter.isShared(this.retryPolicy.maximumTotalWait);
			budget.isCrowded = limiter.served > served || (result && isRefusedForLimit(result) && isShared());
			budget.served = limiter.served;
		}
	}

	/** Sets the progress before it sends: if anything fails from here on, the service may have received data. */
	private async sendNow(request: OperationRequest, { until }: RetryBudget): Promise<HttpResult> {
		this.progress.hasSent = true;
		this.progress.mayHaveActed ||= request.policy.effect !== 'read';
		const timeout = Math.min(this.retryPolicy.timeout, Math.ceil(until - now()));
		return await sendHttp(this.context, this.connection, request, timeout);
	}

	/**
	 * Waits, but not longer than until the execution is cancelled.
	 *
	 * @returns whether the execution still runs
	 */
	async pause(milliseconds: number): Promise<boolean> {
		return await wait(milliseconds, this.signal);
	}

	private get limiter(): ConcurrencyLimiter {
		return limiterOf(this.connection, this.realmId);
	}

	/** Fires when the execution is cancelled. n8n has no signal in the editor and in hooks. */
	private get signal(): AbortSignal | undefined {
		return 'getExecutionCancelSignal' in this.context ? this.context.getExecutionCancelSignal() : undefined;
	}
}

/** A success without a redirect does not say where the file is. */
function notRedirected(status: number): Problem {
	return new Problem({
		message: `The service did not return a download link (status ${status})`,
		advice: 'Run it again later, or download the file in the dashboard of the service.',
		outcome: 'notApplied',
		status,
	});
}

/** How much longer one request may wait. */
interface RetryBudget {
	/** In milliseconds. */
	left: number;
	/** When the response must be complete, by the clock of `now`. */
	until: number;
	/** The limiter's `served` count after the previous attempt. */
	served?: number;
	/**
	 * Whether other requests of the realm succeeded since the previous attempt, of this process or of others. A refusal
	 * for the rate limit is then no sign of trouble. It uses up waiting time but does not count as an attempt.
	 */
	isCrowded?: boolean;
}

/** The last result of a request, and the outcome of all attempts and earlier requests of the client together. */
interface FinalResult {
	result: HttpResult;
	outcome: Outcome;
}
