import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { now } from '../api/time';
import { isTool, nodesOf, runsOf } from './otherNodes';

const MINUTE_MS = 60_000;
/** The node holds its process this long before its first pause. Most waits end earlier. */
const HELD_MS = MINUTE_MS;
const MAX_PAUSE_MS = 5 * MINUTE_MS;

/** In other modes, such as that of a sub-workflow, something waits for the end of the execution. */
const MODES = ['trigger', 'webhook', 'manual', 'retry', 'error'];

/** A node that n8n runs next, or runs now. */
interface Entry {
	node: INode;
	data: { main?: Array<INodeExecutionData[] | null> };
	runIndex?: number;
}

/** Parts of n8n's contexts that its types do not declare (n8n-core, `execute-context.js`, since 1.123). */
interface Innards {
	workflow?: { settings?: { executionOrder?: string } };
	executeData?: Entry;
	runExecutionData?: {
		executionData?: {
			nodeExecutionStack?: Entry[];
			/** What `getContext` returns, by its kind and node. */
			contextData?: Record<string, { longWait?: Saved } | undefined>;
		};
	};
}

/** What an item that needs no more waiting has, by item. */
type Ended = Array<[item: number, contents: Array<Pick<INodeExecutionData, 'json'>>]>;

/** In the form in which n8n saves it. */
interface Saved {
	/** A retry by hand is another execution, and waits from the start. */
	execution: string;
	runIndex: number;
	/** When the node first ran, in milliseconds since 1970. */
	since: number;
	ended: Ended;
}

/** The wait of a run of a node. It may outlast the process: then n8n pauses the execution in between. */
export class LongWait {
	/** How long the run had waited when it came into this process. */
	readonly before: number = 0;
	/** What items had before the last pause. */
	readonly ended: Ended = [];
	private readonly began = now();
	/** The next pause, in milliseconds. */
	private pause = Infinity;

	constructor(private readonly context: IExecuteFunctions) {
		// Read without `getContext`, which adds a context to the data of every execution.
		const { executionData } = (context as unknown as Innards).runExecutionData ?? {};
		const saved = executionData?.contextData?.[`node:${context.getNode().name}`]?.longWait;
		if (!saved || saved.execution !== context.getExecutionId()) return;
		if (saved.runIndex !== runIndexOf(context)) return;
		this.before = Math.max(0, Date.now() - saved.since);
		this.ended = saved.ended;
	}

	/** Whether the node pauses once all items have ended or need a pause. */
	get isPausing(): boolean {
		return this.pause < Infinity && !this.context.getExecutionCancelSignal()?.aborted;
	}

	/**
	 * Whether an item needs a pause, and not a wait in this process.
	 *
	 * @param rest how long it may still wait, in milliseconds
	 */
	needsPause(rest: number): boolean {
		const waited = this.waited();
		if (rest <= MINUTE_MS || waited < HELD_MS || !canRunAgain(this.context)) return false;
		this.pause = Math.min(this.pause, rest, Math.max(MINUTE_MS, waited / 3), MAX_PAUSE_MS);
		return true;
	}

	/** @param ended what items have that need no more waiting */
	async begin(ended: Ended): Promise<void> {
		const { context } = this;
		const execution = context.getExecutionId();
		const since = Date.now() - this.waited();
		const saved: Saved = { execution, runIndex: runIndexOf(context), since, ended };
		Object.assign(context.getContext('node'), { longWait: saved });
		await runAgain(context, new Date(Date.now() + this.pause));
	}

	private waited(): number {
		return this.before + now() - this.began;
	}
}

function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.getWorkflowDataProxy(0).$runIndex);
}

/** Whether n8n can pause the execution and run the node again, and nothing waits for the end of the execution. */
export function canRunAgain(context: IExecuteFunctions): boolean {
	const { workflow, executeData: entry, runExecutionData } = context as unknown as Innards;
	const stack = runExecutionData?.executionData?.nodeExecutionStack;
	const isSaved = Boolean(context.getExecutionId() && context.getWorkflow().id);
	if (!isSaved || !MODES.includes(context.getMode()) || isTool(context.getNode())) return false;
	if (!entry?.node || !entry.data?.main || entry.runIndex !== undefined || !Array.isArray(stack))
		return false;
	return workflow?.settings?.executionOrder === 'v1' && !stack.includes(entry) && !isAwaited(context);
}

/** Whether the caller of a webhook, or a person at a form or in a chat, waits for a node or the end. */
function isAwaited(context: IExecuteFunctions): boolean {
	return nodesOf(context).some(({ name, type, parameters = {} }) => {
		if (/\.(form|chat|chatTrigger)$/.test(type)) return true;
		if (runsOf(context, name)?.length === 0) return false;
		const options = (parameters.options ?? {}) as { responseMode?: unknown; respond?: unknown };
		const responseMode = parameters.responseMode ?? options.responseMode ?? 'onReceived';
		return responseMode !== 'onReceived' || options.respond === 'whenFinished';
	});
}

/**
 * Makes n8n pause the execution, and run the node again with the same items. The node must then return no items.
 *
 * After a pause, n8n 1.123 to 2.41 do not run the node that paused. They disable it, so that it passes its items on
 * (n8n-core, `workflow-execute.js`). Without items it passes nothing on, and n8n keeps no run of it. So the entry that
 * n8n puts back loses its items, and a copy with the items follows it. The two must not share the object of the node,
 * which n8n disables. Nor may an option of the node give an item to the disabled one.
 */
export async function runAgain(context: IExecuteFunctions, at: Date): Promise<void> {
	const { executeData: entry, runExecutionData } = context as unknown as Required<Innards>;
	await context.putExecutionToWait(at);
	runExecutionData.executionData?.nodeExecutionStack?.unshift({ ...entry });
	entry.node = { ...entry.node, alwaysOutputData: false };
	entry.data = { main: [null] };
}
