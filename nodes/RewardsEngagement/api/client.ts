import { sleep } from 'n8n-workflow';

import { toConnection, type Connection } from './connection';
import { exchange, type Answer, type ApiContext, type Exchange } from './exchange';
import { isSuccess, outcomeOf } from './outcome';
import { describeProblem } from './problem';
import type { ApiRequest, Effect } from './request';
import { mayRepeat, PATIENT, waitBefore, type Patience } from './retry';
import { ServiceProblem } from './serviceProblem';

/** Talks to the service with one credential. */
export class Client {
	private constructor(
		private readonly context: ApiContext,
		readonly connection: Connection,
		private readonly patience: Patience,
	) {}

	/** Reads the node's credential once; every request of the run uses it. */
	static async open(context: ApiContext, patience: Patience = PATIENT): Promise<Client> {
		const credential = await context.getCredentials('rewardsEngagementApi');
		return new Client(context, toConnection(credential), patience);
	}

	/**
	 * Sends a request, again where its effect allows it, until it succeeds.
	 *
	 * @param permission the scope the operation most likely needs, for the advice on a 403
	 * @throws {ServiceProblem} with what happened, what to do, and the outcome
	 */
	async send(request: ApiRequest, effect: Effect, permission?: string): Promise<Answer> {
		const result = await this.sendPatiently(request, effect);
		const answered = effect === 'once' ? outcomeOf(result) === 'applied' : isSuccess(result);
		if (result.kind === 'answer' && answered) return result;
		const outcome = effect === 'read' ? 'notApplied' : outcomeOf(result);
		throw new ServiceProblem(
			describeProblem({
				exchange: result,
				request,
				effect,
				outcome,
				permission,
				connection: this.connection,
			}),
		);
	}

	private async sendPatiently(request: ApiRequest, effect: Effect): Promise<Exchange> {
		let waited = 0;
		for (let attempt = 1; ; attempt++) {
			const result = await exchange(this.context, this.connection, request, this.patience.timeout);
			if (attempt >= this.patience.attempts || !mayRepeat(effect, result)) return result;
			const wait = waitBefore(attempt, result, Date.now(), Math.random());
			if (wait > this.patience.longestWait || waited + wait > this.patience.totalWait) return result;
			if (!(await this.pause(wait))) return result;
			waited += wait;
		}
	}

	/** Waits, and says whether the execution still goes on afterwards. A cancel is noticed within a quarter second. */
	private async pause(milliseconds: number): Promise<boolean> {
		const signal =
			'getExecutionCancelSignal' in this.context ? this.context.getExecutionCancelSignal() : undefined;
		const end = Date.now() + milliseconds;
		while (!signal?.aborted && Date.now() < end) await sleep(Math.min(250, end - Date.now()));
		return !signal?.aborted;
	}
}
