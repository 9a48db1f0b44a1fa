import { sleep } from 'n8n-workflow';

import { toConnection, type Connection } from './connection';
import { addressOf, sendHttp, type HttpResponse, type ApiContext, type HttpResult } from './http';
import { isOnePage, nextPage } from './paging';
import { isSuccess, outcomeOf } from './outcome';
import { limiterOf, type ConcurrencyLimiter } from './concurrencyLimiter';
import { CANCELLED, describeProblem } from './describeProblem';
import type { ApiRequest, Effect, Policy } from './request';
import { isRetryable, UNATTENDED, backoff, type RetryPolicy } from './retryPolicy';
import { ServiceProblem } from '../errors/serviceProblem';

/** Talks to the service with one credential. */
export class Client {
	private constructor(
		private readonly context: ApiContext,
		readonly connection: Connection,
		readonly retryPolicy: RetryPolicy,
		private readonly limiter: ConcurrencyLimiter,
	) {}

	/** Reads the node's credential once; every request of the run uses it. */
	static async open(context: ApiContext, patience: RetryPolicy = UNATTENDED): Promise<Client> {
		const connection = toConnection(await context.getCredentials('rewardsEngagementApi'));
		return new Client(context, connection, patience, limiterOf(connection, connection.realmId));
	}

	/** The same, for requests about one realm and with a patience of their own. */
	with(patience: RetryPolicy, realmId: string = this.connection.realmId): Client {
		return new Client(this.context, this.connection, patience, limiterOf(this.connection, realmId));
	}

	/**
	 * Sends a request, again where its effect allows it, until it succeeds.
	 *
	 * @throws {ServiceProblem} with what happened, what to do, and the outcome
	 */
	async send(request: ApiRequest, policy: Policy): Promise<HttpResponse> {
		const { effect } = policy;
		const result = await this.sendWithRetries(request, policy);
		const answered = effect === 'once' ? outcomeOf(result) === 'applied' : isSuccess(result);
		if (result.kind === 'response' && answered) return result;
		throw this.problemOf(result, request, policy);
	}

	/** Sends a list request and gives the body of every page, or of the one page that the request names. */
	async *pages(request: ApiRequest, policy: Policy): AsyncGenerator<unknown> {
		for (let next: ApiRequest | undefined = request; next;) {
			const { body }: HttpResponse = await this.send(next, policy);
			yield body;
			next = isOnePage(request) ? undefined : nextPage(next, body);
		}
	}

	/**
	 * Asks for something the service answers with a redirect, and gives the address it names without going there.
	 *
	 * @throws {ServiceProblem} when the answer is no redirect
	 */
	async locate(request: ApiRequest, policy: Policy): Promise<string> {
		const result = await this.sendWithRetries(request, policy);
		if (
			result.kind === 'response' &&
			result.status >= 300 &&
			result.status < 400 &&
			result.headers.location
		) {
			return new URL(result.headers.location, addressOf(this.connection, request)).href;
		}
		throw this.problemOf(result, request, policy);
	}

	private problemOf(result: HttpResult, request: ApiRequest, policy: Policy): ServiceProblem {
		const outcome = policy.effect === 'read' ? 'notApplied' : outcomeOf(result);
		return new ServiceProblem(
			describeProblem({ exchange: result, request, policy, outcome, connection: this.connection }),
		);
	}

	private async sendWithRetries(request: ApiRequest, policy: Policy): Promise<HttpResult> {
		const send = async () => await this.sendLimited(request, policy);
		return await this.withRetries(policy.effect, send, (result) => result);
	}

	/**
	 * Asks, and asks again after a pause, as long as that may help and a repeat does no harm. Gives the last result.
	 *
	 * @param toExchange gives as much of a result as decides whether to ask again
	 */
	async withRetries<R>(
		effect: Effect,
		ask: () => Promise<R>,
		toExchange: (result: R) => HttpResult,
	): Promise<R> {
		const { attempts, longestWait, totalWait } = this.retryPolicy;
		let waited = 0;
		for (let attempt = 1; ; attempt++) {
			const result = await ask();
			const seen = toExchange(result);
			if (attempt >= attempts || !isRetryable(effect, seen)) return result;
			const wait = backoff(attempt, seen, Date.now(), Math.random(), longestWait);
			if (wait > longestWait || waited + wait > totalWait) return result;
			if (!(await this.pause(wait))) return result;
			waited += wait;
		}
	}

	private async sendLimited(request: ApiRequest, policy: Policy): Promise<HttpResult> {
		const { timeout, isLimited, longestWait, concurrency } = this.retryPolicy;
		if (!isLimited) return await sendHttp(this.context, this.connection, request, timeout);
		const pause = async (milliseconds: number) => await this.pause(milliseconds);
		const turn = await this.limiter.acquire(concurrency !== undefined, pause, longestWait);
		if (turn === false) return STOPPED;
		if (turn !== true) return turn;
		const sentAt = Date.now();
		const result = await sendHttp(this.context, this.connection, request, timeout);
		this.limiter.release(result, policy, sentAt);
		return result;
	}

	/** Waits, and says whether the execution still goes on afterwards. A cancel is noticed within a quarter second. */
	async pause(milliseconds: number): Promise<boolean> {
		const signal =
			'getExecutionCancelSignal' in this.context ? this.context.getExecutionCancelSignal() : undefined;
		const end = Date.now() + milliseconds;
		while (!signal?.aborted && Date.now() < end) await sleep(Math.min(250, end - Date.now()));
		return !signal?.aborted;
	}
}

/** What came of a request that was not sent, because the execution was cancelled before its turn. */
const STOPPED: HttpResult = {
	kind: 'networkError',
	reached: 'never',
	passing: false,
	code: CANCELLED,
	reason: 'the execution was cancelled',
};
