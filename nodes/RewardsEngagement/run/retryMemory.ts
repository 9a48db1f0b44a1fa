import type { IExecuteFunctions } from 'n8n-workflow';

import { outcomeOfThrown } from '../errors/stage';

type Result<Contents> = { contents: Contents } | { thrown: unknown };

/** By what is the same at each try, and at no other call of the node; then by node and run. */
const tries = new WeakMap<object, Map<string, RetryMemory<unknown>>>();

/**
 * What came of the items of a run at the tries of n8n's "Retry On Fail". n8n makes another try of all items when one of
 * them failed, and without this the others would be paid again.
 *
 * It lives as long as the execution does in this process, which is as long as n8n tries again.
 */
export class RetryMemory<Contents> {
	private readonly results = new Map<number, Result<Contents>>();

	/**
	 * Those of this run; nothing when n8n tries once only.
	 *
	 * @param same is at each try the same, and another at what is no other try of it; unless told the cancel signal, of
	 * which n8n makes one for each execution
	 */
	static of<Contents>(
		context: IExecuteFunctions,
		same: object | undefined = context.getExecutionCancelSignal(),
	): RetryMemory<Contents> | undefined {
		const { id, retryOnFail } = context.getNode();
		if (!retryOnFail || !same) return undefined;
		const runs = tries.get(same) ?? new Map<string, RetryMemory<unknown>>();
		tries.set(same, runs);
		const run = `${id} ${String(context.getWorkflowDataProxy(0).$runIndex)}`;
		const memory = runs.get(run) ?? new RetryMemory();
		runs.set(run, memory);
		return memory as RetryMemory<Contents>;
	}

	/** Whether an earlier try did it for an item, or may have done it. */
	knows(itemIndex: number): boolean {
		return this.results.has(itemIndex);
	}

	/**
	 * Does for an item what a repeat would double, unless an earlier try did it or may have done it: then it gives, or
	 * throws, what came of that.
	 */
	async once(itemIndex: number, send: () => Promise<Contents>): Promise<Contents> {
		const result = this.results.get(itemIndex) ?? (await this.result(itemIndex, send));
		if ('thrown' in result) throw result.thrown;
		return result.contents;
	}

	private async result(itemIndex: number, send: () => Promise<Contents>): Promise<Result<Contents>> {
		try {
			const result = { contents: await send() };
			this.results.set(itemIndex, result);
			return result;
		} catch (thrown) {
			if (outcomeOfThrown(thrown) !== 'notApplied') this.results.set(itemIndex, { thrown });
			return { thrown };
		}
	}
}
