import type { IRunExecutionData } from 'n8n-workflow';

import { runGraph, type GraphOptions } from './engine';
import { processedValues, store } from './processedValues';

/** An execution, or a retry of one. */
export interface Attempt {
	id: string;
	/** Its data, as n8n can save it: at the start, and after each node that has run. */
	saves: IRunExecutionData[];
}

export type Ended = Awaited<ReturnType<typeof runGraph>>;

type Graph = Omit<GraphOptions, 'workflowId' | 'executionId' | 'retryOfId' | 'signal' | 'progress' | 'mode'>;

/** n8n with one workflow. Its processes follow one another, and share n8n's store alone. */
export class Processes {
	private executions = 0;

	private process = 0;

	constructor(private readonly name: string) {}

	private get workflowId(): string {
		return `${this.name}, process ${this.process}`;
	}

	/** Runs an execution to its end. */
	async started(graph: Graph): Promise<Attempt & Ended> {
		const id = String(++this.executions);
		const ended = await runGraph({ ...graph, mode: 'trigger', workflowId: this.workflowId, executionId: id });
		return { id, saves: [ended.run.data], ...ended };
	}

	/** Runs an execution until this happens, and then kills its process. */
	async killed(graph: Graph, until: () => Promise<void>): Promise<Attempt> {
		const { attempt, running } = await this.begun(graph, until);
		this.kill(running);
		return attempt;
	}

	/** Runs an execution until this happens, and then cancels it. */
	async stopped(graph: Graph, until: () => Promise<void>): Promise<Attempt & Ended> {
		const { attempt, running, ended } = await this.begun(graph, until);
		// n8n saves no more progress of an execution that was canceled (n8n, `save-execution-progress.js`).
		const saves = [...attempt.saves];
		running.abort();
		return { ...attempt, saves, ...(await ended) };
	}

	/** A person retries an execution. @param saved the data that n8n kept of it, by default that of its start */
	async retried(
		graph: Graph,
		{ id: retryOfId, saves }: Attempt,
		saved = saves[0]!,
	): Promise<Attempt & Ended> {
		const id = String(++this.executions);
		const ended = await runGraph({
			...graph,
			mode: 'retry',
			workflowId: this.workflowId,
			executionId: id,
			retryOf: { data: saved },
			retryOfId,
		});
		return { id, saves: [ended.run.data], ...ended };
	}

	/** Runs an execution until this happens. */
	private async begun(graph: Graph, until: () => Promise<void>) {
		const attempt: Attempt = { id: String(++this.executions), saves: [] };
		const running = new AbortController();
		const ended = runGraph({
			...graph,
			mode: 'trigger',
			workflowId: this.workflowId,
			executionId: attempt.id,
			signal: running.signal,
			progress: (data) => attempt.saves.push(data),
		});
		const tooEarly = ended.then(() => {
			throw new Error('The execution ended before it was interrupted.');
		});
		await Promise.race([until(), tooEarly]);
		tooEarly.catch(() => undefined);
		return { attempt, running, ended };
	}

	/** A dead process sends and stores nothing any more. The next one has nothing of it in memory. */
	private kill(running: AbortController): void {
		const dead = `${this.workflowId} `;
		const { wait } = store;
		store.wait = async (row) => {
			if (row.startsWith(dead)) await new Promise<never>(() => {});
			await wait?.(row);
		};
		this.process++;
		for (const [row, values] of [...processedValues]) {
			if (!row.startsWith(dead)) continue;
			processedValues.delete(row);
			processedValues.set(`${this.workflowId} ${row.slice(dead.length)}`, values);
		}
		running.abort();
	}
}
