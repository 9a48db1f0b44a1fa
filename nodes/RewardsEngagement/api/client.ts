import { sleep } from 'n8n-workflow';

import { toConnection, type Connection } from './connection';
import { addressOf, exchange, type Answer, type ApiContext, type Exchange } from './exchange';
import { isOnePage, nextPage } from './paging';
import { isSuccess, outcomeOf } from './outcome';
import { paceOf, type Pace } from './pace';
import { CANCELLED, describeProblem } from './problem';
import type { ApiRequest, Effect, Policy } from './request';
import { mayRepeat, PATIENT, waitBefore, type Patience } from './retry';
import { ServiceProblem } from './serviceProblem';

/** Talks to the service with one credential. */
export class Client {
	private constructor(
		private readonly context: ApiContext,
		readonly connection: Connection,
		readonly patience: Patience,
		private readonly pace: Pace,
	) {}

	/** Reads the node's credential once; every request of the run uses it. */
	static async open(context: ApiContext, patience: Patience = PATIENT): Promise<Client> {
		const connection = toConnection(await context.getCredentials('rewardsEngagementApi'));
		return new Client(context, connection, patience, paceOf(connection, connection.realmId));
	}

	/** The same, for requests about one realm and with a patience of their own. */
	with(patience: Patience, realmId: string = this.connection.realmId): Client {
		return new Client(this.context, this.connection, patience, paceOf(this.connection, realmId));
	}

	/**
	 * Sends a request, again where its effect allows it, until it succeeds.
	 *
	 * @throws {ServiceProblem} with what happened, what to do, and the outcome
	 */
	async send(request: ApiRequest, policy: Policy): Promise<Answer> {
		const { effect } = policy;
		const result = await this.sendPatiently(request, policy);
		const answered = effect === 'once' ? outcomeOf(result) === 'applied' : isSuccess(result);
		if (result.kind === 'answer' && answered) return result;
		throw this.problemOf(result, request, policy);
	}

	/** Sends a list request and gives the body of every page, or of the one page that the request names. */
	async *pages(request: ApiRequest, policy: Policy): AsyncGenerator<unknown> {
		for (let next: ApiRequest | undefined = request; next;) {
			const { body }: Answer = await this.send(next, policy);
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
		const result = await this.sendPatiently(request, policy);
		if (result.kind === 'answer' && result.status >= 300 && result.status < 400 && result.headers.location) {
			return new URL(result.headers.location, addressOf(this.connection, request)).href;
		}
		throw this.problemOf(result, request, policy);
	}

	private problemOf(result: Exchange, request: ApiRequest, policy: Policy): ServiceProblem {
		const outcome = policy.effect === 'read' ? 'notApplied' : outcomeOf(result);
		return new ServiceProblem(
			describeProblem({ exchange: result, request, policy, outcome, connection: this.connection }),
		);
	}

	private async sendPatiently(request: ApiRequest, policy: Policy): Promise<Exchange> {
		const send = async () => await this.sendAtPace(request, policy);
		return await this.patiently(policy.effect, send, (result) => result);
	}

	/**
	 * Asks, and asks again after a pause, as long as that may help and a repeat does no harm. Gives the last result.
	 *
	 * @param toExchange gives as much of a result as decides whether to ask again
	 */
	async patiently<R>(effect: Effect, ask: () => Promise<R>, toExchange: (result: R) => Exchange): Promise<R> {
		const { attempts, longestWait, totalWait } = this.patience;
		let waited = 0;
		for (let attempt = 1; ; attempt++) {
			const result = await ask();
			const seen = toExchange(result);
			if (attempt >= attempts || !mayRepeat(effect, seen)) return result;
			const wait = waitBefore(attempt, seen, Date.now(), Math.random(), longestWait);
			if (wait > longestWait || waited + wait > totalWait) return result;
			if (!(await this.pause(wait))) return result;
			waited += wait;
		}
	}

	private async sendAtPace(request: ApiRequest, policy: Policy): Promise<Exchange> {
		const { timeout, isPaced, longestWait, concurrency } = this.patience;
		if (!isPaced) return await exchange(this.context, this.connection, request, timeout);
		const pause = async (milliseconds: number) => await this.pause(milliseconds);
		const turn = await this.pace.enter(concurrency !== undefined, pause, longestWait);
		if (turn === false) return STOPPED;
		if (turn !== true) return turn;
		const sentAt = Date.now();
		const result = await exchange(this.context, this.connection, request, timeout);
		this.pace.leave(result, policy, sentAt);
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
const STOPPED: Exchange = {
	kind: 'fault',
	reached: 'never',
	passing: false,
	code: CANCELLED,
	reason: 'the execution was cancelled',
};
