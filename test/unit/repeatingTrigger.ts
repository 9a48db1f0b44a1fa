import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { workflowContext } from './workflowContext';

/** An execution of the step that drops repeats. */
export interface Execution {
	mode?: string;
	options?: unknown;
	executionId?: string;
	/** Of the process: `main` runs everything alone, and a `worker` is one of several. */
	instanceType?: string;
	/** Whether this n8n reports the end of an execution. */
	tellsEnd?: boolean;
	/** The signal of its cancellation. */
	signal?: AbortSignal;
}

/** Ends every wait at once. */
export function endWaits(): void {
	let time = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => (time += 60_000));
}

/** A trigger with its data in n8n, and the executions of its events. */
export class RepeatingTrigger {
	private static count = 0;

	readonly rows = new Map<string, Set<string>>();

	private readonly id = `trigger ${++RepeatingTrigger.count}`;

	/** @param drop the step that drops repeats, which is the first of an execution */
	constructor(private readonly drop: (context: IExecuteFunctions) => Promise<INodeExecutionData[]>) {}

	/** Returns the ids that continue, and the end of the execution. */
	async run(ids: string[], { mode = 'webhook', options = {}, ...more }: Execution = {}) {
		const { executionId = '1', instanceType = 'main', tellsEnd = true, signal } = more;
		const run: { error?: unknown } = {};
		const handlers: Array<() => Promise<void>> = [];
		const context = workflowContext({ id: this.id, name: 'Trigger' }, (node) => ({
			...this.common(mode),
			getNode: () => ({ ...node, parameters: { options } }),
			getInputData: () => ids.map((eventId) => ({ json: { eventId } })),
			getExecutionId: () => executionId,
			getExecutionCancelSignal: () => signal,
			instanceSettings: { instanceType },
			runExecutionData: { resultData: run },
			...(tellsEnd && { onExecutionFinish: (handler: () => Promise<void>) => handlers.push(handler) }),
			helpers: this.helpers(),
		})) as unknown as IExecuteFunctions;
		const items = await this.drop(context);
		return {
			ids: items.map(({ json }) => json.eventId),
			end: async (error?: unknown) => {
				if (error) run.error = error;
				for (const handler of handlers) await handler();
			},
		};
	}

	/** The webhook context of this trigger. */
	webhook(mode = 'webhook'): IWebhookFunctions {
		return this.common(mode) as unknown as IWebhookFunctions;
	}

	private common(mode: string) {
		return {
			getMode: () => mode,
			getNode: () => ({ id: this.id, name: 'Trigger' }),
			getWorkflow: () => ({ id: 'w' }),
		};
	}

	private helpers() {
		const row = () => {
			const known = this.rows.get(this.id) ?? new Set<string>();
			this.rows.set(this.id, known);
			return known;
		};
		return {
			checkProcessedAndRecord: async (values: string[]) => {
				const fresh = values.filter((value) => !row().has(value));
				fresh.forEach((value) => row().add(value));
				return await Promise.resolve({ new: fresh, processed: [] });
			},
			removeProcessed: async (values: string[]) => {
				values.forEach((value) => row().delete(value));
				await Promise.resolve();
			},
			getProcessedDataCount: async () => await Promise.resolve(row().size),
		};
	}
}
