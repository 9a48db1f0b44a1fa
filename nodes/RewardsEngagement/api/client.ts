import { sleep } from 'n8n-workflow';

import { toConnection, type Connection } from './connection';
import { addressOf, sendHttp, type HttpResponse, type ApiContext, type HttpResult } from './http';
import { PageTrail } from './paging';
import type { Outcome } from '../errors/outcome';
import { isAnswer, outcomeOf } from './outcome';
import { limiterOf, NOT_SENT, type ConcurrencyLimiter } from './concurrencyLimiter';
import { describeProblem } from './describeProblem';
import { hiderFor } from './hider';
import { hideIn } from './hide';
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
import { ServiceProblem, type Problem } from '../errors/serviceProblem';
import type { Progress } from '../errors/withOutcome';
import { webAddressProblem } from '../shared/webAddress';

/** What a try that does not count takes of the time to wait, however short the wait after it is. */
const LEAST_COST_MS = 500;

/** Talks to the service with one credential. */
export class Client {
	/** How far the requests of this client have come. */
	readonly progress: Progress = { hasSent: false, mayHaveActed: false };

	private constructor(
		private readonly context: ApiContext,
		readonly connection: Connection,
		readonly retryPolicy: RetryPolicy,
		/** The realm whose limit counts. */
		private readonly realmId: string,
		/** Throws once nothing more is to be sent. */
		private readonly checkWanted: () => void,
		/** How long requests waited for the service's limit. */
		readonly limitWait = new WaitClock(),
	) {}

	/**
	 * Reads the node's credential once; every request of the run uses it.
	 *
	 * @param checkWanted throws once nothing more is to be sent. It is asked for requests that had to wait, unless their item
	 * has sent one before.
	 */
	static async open(
		context: ApiContext,
		retryPolicy: RetryPolicy = UNATTENDED,
		checkWanted: () => void = () => {},
	): Promise<Client> {
		const connection = toConnection(await context.getCredentials('rewardsEngagementApi'));
		return new Client(context, connection, retryPolicy, connection.realmId, checkWanted);
	}

	/** A client for requests about one realm, with a retry policy of their own. It shares the clock of the run. */
	with(retryPolicy: RetryPolicy, realmId: string = this.connection.realmId): Client {
		return new Client(this.context, this.connection, retryPolicy, realmId, this.checkWanted, this.limitWait);
	}

	/** A client for another address of the service, which gets the credential's key: only where it was sent before. */
	at(baseUrl: string, retryPolicy: RetryPolicy): Client {
		const connection = { ...this.connection, baseUrl, baseUrlProblem: webAddressProblem(baseUrl) };
		return new Client(this.context, connection, retryPolicy, this.realmId, this.checkWanted);
	}

	/**
	 * Sends a request, again where its effect allows it, until it succeeds.
	 *
	 * @throws {ServiceProblem} with what happened, what to do, and the outcome
	 * @throws {InvalidParameter} before anything is sent, when the credential holds no address
	 */
	async send(request: OperationRequest): Promise<HttpResponse> {
		const final = await this.sendWithRetries(request);
		const { result, outcome } = final;
		const answered = request.policy.effect === 'once' ? outcome === 'applied' : isAnswer(result, request);
		if (result.kind === 'response' && answered) return result;
		throw this.problemOf(final, request);
	}

	/**
	 * Sends a request and gives whatever came of it, with what is wrong with it: for a look at the service itself.
	 *
	 * @throws {InvalidParameter} before anything is sent, when the credential holds no address
	 */
	async look(request: OperationRequest): Promise<{ result: HttpResult; problem?: Problem }> {
		const final = await this.sendWithRetries(request);
		const { result } = final;
		return {
			result,
			problem: isAnswer(result, request) ? undefined : this.problemOf(final, request).problem,
		};
	}

	/**
	 * Sends a list request and gives the body of every page, or of the one page that the request names.
	 *
	 * @throws {ServiceProblem} also when the list does not end
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
	 * Asks for something the service answers with a redirect, and gives the address it names without going there.
	 *
	 * @throws {ServiceProblem} when the answer is no redirect
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

	private problemOf({ result, outcome }: FinalResult, request: OperationRequest): ServiceProblem {
		const { connection, retryPolicy } = this;
		const maximumWait = Math.min(retryPolicy.maximumWait, retryPolicy.maximumTotalWait);
		const problem = describeProblem({ result, request, outcome, connection, maximumWait });
		return new ServiceProblem(problem, result.kind === 'response' ? result.body : undefined);
	}

	private async sendWithRetries(request: OperationRequest): Promise<FinalResult> {
		// Throws for an address that nothing can be sent to.
		addressOf(this.connection, request);
		const { policy } = request;
		let mayHaveActed = false;
		const send = async (budget: RetryBudget) => {
			const result = await this.sendLimited(request, budget);
			mayHaveActed ||= outcomeOf(result, policy.confirms) === 'unknown';
			return result;
		};
		const result = await this.withRetries(policy, send, (own) => own);
		const outcome = outcomeOf(result, policy.confirms);
		if (policy.effect === 'read') return { result, outcome: 'notApplied' };
		// A repeat that was refused, or never left, says nothing of the try before it.
		return { result, outcome: outcome === 'notApplied' && mayHaveActed ? 'unknown' : outcome };
	}

	/**
	 * Asks, and asks again after a pause, as long as that may help and a repeat does no harm. Gives the last result.
	 *
	 * @param ask takes what the request may still wait, and takes off what it waited
	 * @param toHttpResult gives as much of a result as decides whether to ask again
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
			const pause = backoff(Math.min(attempt, attempts), seen, Date.now(), Math.random(), maximumWait);
			if (pause > maximumWait || pause > budget.left) return result;
			if (now() + pause > since + totalTime / 2) return result;
			const restedSince = now();
			const goesOn = await this.pause(pause);
			if (isForLimit) this.limitWait.note(restedSince, now());
			if (!goesOn) return result;
			// Where no wait is wanted or needed, it would go on as long as others get through.
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
			// The answer that made room for it may be the one that stops the run, which takes note of it in a moment.
			if (mayBeUnwanted) await sleep(0);
			// Cancelled between its slot and now: n8n would refuse to send it in the words of a request that broke off.
			if (signal?.aborted) return NOT_SENT;
			if (mayBeUnwanted) this.checkWanted();
			result = await this.sendNow(request, budget);
			return result;
		} finally {
			limiter.release(slot, result, request.policy);
			budget.isCrowded = limiter.served > served;
			budget.served = limiter.served;
		}
	}

	/** Noted beforehand: whatever goes wrong from here on, bytes may have left. */
	private async sendNow(request: OperationRequest, { until }: RetryBudget): Promise<HttpResult> {
		this.progress.hasSent = true;
		this.progress.mayHaveActed ||= request.policy.effect !== 'read';
		const timeout = Math.min(this.retryPolicy.timeout, Math.ceil(until - now()));
		return await sendHttp(this.context, this.connection, request, timeout);
	}

	/** Waits, at the most until the execution is cancelled, and says whether it still goes on. */
	async pause(milliseconds: number): Promise<boolean> {
		return await wait(milliseconds, this.signal);
	}

	private get limiter(): ConcurrencyLimiter {
		return limiterOf(this.connection, this.realmId);
	}

	/** Fires when the execution is cancelled; n8n has none for what runs in the editor or a hook. */
	private get signal(): AbortSignal | undefined {
		return 'getExecutionCancelSignal' in this.context ? this.context.getExecutionCancelSignal() : undefined;
	}
}

/** A success says nothing of where it is, whatever it holds. */
function notRedirected(status: number): ServiceProblem {
	return new ServiceProblem({
		message: `The service answered with status ${status} where it was to name an address`,
		description: 'Run it again later, or download the file in the dashboard of the service.',
		outcome: 'notApplied',
		status,
	});
}

/** What one request may still wait. */
interface RetryBudget {
	/** Milliseconds. */
	left: number;
	/** When an answer must be there. */
	until: number;
	/** What the limiter had counted as served when the last try ended. */
	served?: number;
	/**
	 * Whether others of the realm got through since the try before. A refusal for the limit is then the share of one among
	 * many and no sign of trouble, as where several processes ask at once: it takes of the time to wait, and of no try.
	 */
	isCrowded?: boolean;
}

/** The last result of a request, and what all its tries did. */
interface FinalResult {
	result: HttpResult;
	outcome: Outcome;
}
