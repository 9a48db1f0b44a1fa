import { toConnection, type Connection } from './connection';
import {
	addressOf,
	cancelSignalOf,
	NO_TURN_CAME,
	NOT_SENT,
	sendHttp,
	type HttpResponse,
	type ApiContext,
	type HttpResult,
} from './http';
import { PageTrail } from './paging';
import { Problem, type Outcome, type ProblemFacts, type Progress } from '../errors';
import { isAnswer, isOfService, outcomeOf } from './outcome';
import { describeProblem } from './describeProblem';
import { gateOf, LimitWait } from './gate';
import { hiderFor, hideIn } from './hide';
import type { OperationRequest, Policy } from './request';
import { backoff, isRefusedForLimit, POLICIES, shouldRetry, type RetryPolicy } from './retry';
import { now, wait } from './time';

/** Each refusal for the rate limit takes at least this from the total wait, so that retries end. In milliseconds. */
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
		/** The realm whose rate limit applies: that of the item, or the credential's. */
		readonly realmId: string,
		/** Throws once no more requests may be sent. */
		private readonly checkWanted: () => void,
		/** Requests with the same object take turns with those of other runs. */
		readonly limitWait = new LimitWait(),
	) {}

	/**
	 * Reads the node's credential once. All requests of the run use it.
	 *
	 * @param checkWanted throws once no more requests may be sent. The first request of an item asks it.
	 */
	static async open(
		context: ApiContext,
		retryPolicy: RetryPolicy = POLICIES.unattended,
		checkWanted: () => void = () => {},
	): Promise<Client> {
		const connection = toConnection(await context.getCredentials('rewardsEngagementApi'));
		return new Client(context, connection, retryPolicy, connection.realmId, checkWanted);
	}

	/** A client for one realm, with another retry policy. It shares the turns of the run. */
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

	/** Sends a read to check the service itself. */
	async look(request: OperationRequest): Promise<Look> {
		// It throws for a credential without a valid address.
		const final = await this.sendWithRetries(request).catch((thrown: unknown) => {
			if (thrown instanceof Problem) return thrown;
			throw thrown;
		});
		if (final instanceof Problem) return { problem: final.told };
		const { result } = final;
		return {
			answer: isOfService(result) ? result : undefined,
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
		const maximumWait = Math.min(retryPolicy.backoffLimit, retryPolicy.totalWait);
		const hasOptions = retryPolicy.hasOptions ?? false;
		return describeProblem({ result, request, connection, maximumWait, hasOptions }, outcome);
	}

	private async sendWithRetries(request: OperationRequest): Promise<FinalResult> {
		// Throws if nothing can be sent to this address.
		addressOf(this.connection, request);
		const { policy } = request;
		const send = async (budget: RetryBudget): Promise<FinalResult> => {
			const result = await this.sendGated(request, budget);
			const outcome = policy.effect === 'read' ? 'notApplied' : outcomeOf(result, policy);
			this.hasActed ||= outcome !== 'notApplied';
			return { result, outcome };
		};
		const last = await this.withRetries(policy, send, ({ result }) => result);
		// A read, and a refused or unsent request, say nothing about an earlier one, which may have acted.
		return last.outcome === 'notApplied' && this.hasActed ? { ...last, outcome: 'unknown' } : last;
	}

	/**
	 * Asks, and retries while a retry may help and does no harm. Returns the last result.
	 *
	 * @param ask gets the retry budget
	 * @param toHttpResult returns the part of a result that decides about a retry
	 */
	async withRetries<R>(
		facts: Pick<Policy, 'effect' | 'tellsOfParts'>,
		ask: (budget: RetryBudget) => Promise<R>,
		toHttpResult: (result: R) => HttpResult,
	): Promise<R> {
		const { retryPolicy } = this;
		const { backoffLimit, totalWait, totalTime = Infinity, isGated, countsRefusals } = retryPolicy;
		const since = now();
		const until = Math.min(since + totalTime, retryPolicy.until ?? Infinity);
		const budget: RetryBudget = { left: totalWait, until };
		for (let attempts = 1, refusals = 0; ;) {
			const result = await ask(budget);
			const seen = toHttpResult(result);
			if (budget.isOver || !shouldRetry(seen, facts, attempts, retryPolicy)) return result;
			const isRefused = isRefusedForLimit(seen);
			if (isRefused && !countsRefusals) refusals++;
			else attempts++;
			// The gate has closed, and says when to send it again.
			if (isRefused && isGated) continue;
			const pause = backoff(attempts + refusals - 1, seen, backoffLimit);
			if (pause > backoffLimit || pause > budget.left || now() + pause > since + totalTime / 2) return result;
			if (!(await this.pause(pause))) return result;
			budget.left -= Math.max(pause, isRefused ? LEAST_COST_MS : 0);
		}
	}

	private async sendGated(request: OperationRequest, budget: RetryBudget): Promise<HttpResult> {
		const { isGated, backoffLimit, concurrency } = this.retryPolicy;
		if (!isGated) return await this.sendNow(request, budget);
		const { limitWait: run } = this;
		const signal = cancelSignalOf(this.context);
		const { left: totalWait } = budget;
		const gate = gateOf(this.connection, this.realmId);
		const leave = await gate.enter({ run, backoffLimit, totalWait, concurrency, signal });
		if (typeof leave !== 'function') {
			budget.isOver = true;
			return leave;
		}
		let result: HttpResult | undefined;
		try {
			// After a cancel, n8n would refuse to send, and report that like a broken connection.
			if (signal?.aborted) return NOT_SENT;
			if (!this.progress.hasSent) this.checkWanted();
			result = await this.sendNow(request, budget);
			return result;
		} finally {
			leave(result);
		}
	}

	/** Sets the progress before it sends: if anything fails from here on, the service may have received data. */
	private async sendNow(request: OperationRequest, { until }: RetryBudget): Promise<HttpResult> {
		const timeLeft = until - now();
		if (timeLeft <= 0) return NO_TURN_CAME;
		this.progress.hasSent = true;
		this.progress.mayHaveActed ||= request.policy.effect !== 'read';
		const timeout = Math.min(this.retryPolicy.timeout, Math.ceil(timeLeft));
		return await sendHttp(this.context, this.connection, request, timeout);
	}

	/**
	 * Waits, but not longer than until the execution is canceled.
	 *
	 * @returns whether the execution still runs
	 */
	async pause(milliseconds: number): Promise<boolean> {
		return await wait(milliseconds, cancelSignalOf(this.context));
	}
}

/** What a look at the service has shown. */
export interface Look {
	/** The response, if it is the service's. */
	answer?: HttpResponse;
	/** What is wrong, if anything. */
	problem?: Pick<ProblemFacts, 'message' | 'advice'>;
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
	/** Whether the gate sent nothing, so that the result is the last one. */
	isOver?: true;
}

/** The last result of a request, and the outcome of all attempts and earlier requests of the client together. */
interface FinalResult {
	result: HttpResult;
	outcome: Outcome;
}
