import { PollContext } from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IPollFunctions,
	type Workflow,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { nodeOfAnotherProcess } from './anotherProcess';
import { additionalData, credentialReference, executeContext, nodeOf, workflowOf } from './engine';
import { nodeTypes, POLL_TRIGGER } from './nodeTypes';
import './processedValues';

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** When n8n is killed, after a poll has found something. */
export type Kill = 'beforeAnything' | 'beforeTheExecution' | 'beforeTheCursor';

/**
 * The poll trigger in n8n-core's own contexts, with n8n's steps around a poll. Static data is read when a trigger
 * starts and stored with an emission. A durable cursor is stored together with the execution (n8n,
 * `trigger-execution-context.factory.js`).
 */
export class PollNode {
	private static count = 0;

	/** The output items, by execution. */
	readonly runs: INodeExecutionData[][] = [];

	/** The lines that it wrote to n8n's log. */
	readonly warnings: string[] = [];

	/** The content of n8n's database: the static data of the workflow, and the durable cursor. */
	stored: IDataObject = {};

	cursor: IDataObject | undefined;

	name = 'Poll';

	/** Whether the workflow behind the trigger fails. */
	fails = false;

	/** The time zone in the settings of the workflow. */
	timezone = 'UTC';

	/** The time limit of a poll that n8n states, in milliseconds. Undefined for an n8n instance that states none. */
	budget: number | undefined;

	private type: INodeType = nodeTypes.getByNameAndVersion(POLL_TRIGGER);

	private readonly id = `poll trigger ${PollNode.count++}`;

	private workflow?: Workflow;

	/** The context of n8n's polls since the start of the trigger. A durable schedule makes a new one for each poll. */
	private context?: IPollFunctions;

	constructor(
		public parameters: INodeParameters,
		public credential: ICredentialDataDecryptedObject,
		private readonly isDurable = false,
	) {}

	/** All output events. */
	get events(): IDataObject[] {
		return this.runs.flat().map(({ json }) => json);
	}

	/** The steps of n8n on publishing and at its start: the trigger polls once. */
	async activate(mode: WorkflowActivateMode = 'activate'): Promise<void> {
		this.workflow = this.load();
		this.context = undefined;
		await this.tick(mode);
		this.save();
	}

	/** n8n was killed and started again as another process. */
	async restartAnew(): Promise<void> {
		this.type = nodeOfAnotherProcess(POLL_TRIGGER);
		await this.activate('init');
	}

	/**
	 * n8n was stopped or killed and started again. Data that was not stored is lost, and the last emission is
	 * repeated.
	 */
	async restart(): Promise<void> {
		// No two processes have the same mark.
		const by = `an earlier process ${PollNode.count++}`;
		for (const data of this.remembered()) data.by = by;
		await this.activate('init');
	}

	/** One poll and its execution. */
	async poll(kill?: Kill): Promise<void> {
		await this.tick(undefined, kill);
	}

	/** The result when a person tries the trigger in the editor. */
	async test(): Promise<IDataObject[]> {
		return (await this.run([{ json: {} }], 'manual')).map(({ json }) => json);
	}

	/** Runs an execution with these items, as after a poll that found them. */
	async execute(items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
		return await this.run(copy(items), 'trigger');
	}

	/** Runs an execution of the trigger again, like a person. */
	async retry(items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
		return await this.run(items, 'retry');
	}

	/** The data that the trigger has stored, wherever n8n keeps it. */
	remembered(): IDataObject[] {
		const copies = Object.values((this.stored.global ?? {}) as Record<string, Record<string, IDataObject>>);
		const all = [...Object.values(this.stored), ...copies.flatMap((one) => Object.values(one)), this.cursor];
		return all.filter(
			(data): data is IDataObject => (data as IDataObject | undefined)?.positions !== undefined,
		);
	}

	/** @param start why n8n starts the trigger, undefined for a scheduled poll */
	private async tick(start?: WorkflowActivateMode, kill?: Kill): Promise<void> {
		const workflow = this.workflow ?? this.load();
		const before = this.cursor === undefined ? {} : copy(this.cursor);
		const snapshot = copy(before);
		if (this.isDurable) this.context = undefined;
		this.context ??= this.contextOf(workflow, snapshot, start ?? 'update');
		const result = await this.type.poll!.call(this.context);
		if (this.isDurable) {
			// n8n stores the data of a trigger's test only with an execution.
			if (kill !== undefined || (result === null && start !== undefined)) return;
			this.cursor = snapshot;
			if (result !== null) await this.emit(result[0]!);
			return;
		}
		if (result === null || kill === 'beforeAnything') return;
		if (kill !== 'beforeTheCursor') this.save();
		if (kill !== 'beforeTheExecution') await this.emit(result[0]!);
	}

	private contextOf(workflow: Workflow, snapshot: IDataObject, mode: WorkflowActivateMode): IPollFunctions {
		const node = workflow.getNode(this.name)!;
		const data = additionalData(this.credential, 'trigger');
		const unused = () => {};
		const context = new PollContext(
			workflow,
			node,
			data,
			'trigger',
			mode,
			unused,
			unused,
			async () => {},
			async (poll) => await poll(),
			() => (this.isDurable ? snapshot : workflow.getStaticData('node', node)),
		);
		Object.defineProperty(context, 'getPollBudgetMs', {
			get: () => (this.budget === undefined ? undefined : () => this.budget),
		});
		Object.defineProperty(context, 'logger', {
			value: { warn: (words: string) => void this.warnings.push(words) },
		});
		return context;
	}

	private async emit(items: INodeExecutionData[]): Promise<void> {
		const passed = await this.run(copy(items), 'trigger');
		if (passed.length > 0) this.runs.push(passed);
	}

	private async run(items: INodeExecutionData[], mode: WorkflowExecuteMode): Promise<INodeExecutionData[]> {
		const workflow = this.load();
		const node = workflow.getNode(this.name)!;
		const data = additionalData(this.credential, mode);
		const runData = createRunExecutionData();
		const context = executeContext({ workflow, node, data }, mode, items, runData);
		const output = await this.type.execute!.call(context).catch((thrown: unknown) => thrown);
		const failure = this.fails ? new Error('A later node failed') : output instanceof Error && output;
		if (failure) runData.resultData.error = failure as never;
		const status = failure ? 'error' : 'success';
		await data.hooks!.runHook('workflowExecuteAfter', [{ status, data: runData }, {}]);
		if (output instanceof Error) throw output;
		return (output as INodeExecutionData[][])[0]!;
	}

	private load(): Workflow {
		const node = {
			...nodeOf(this.name, POLL_TRIGGER, { events: [], options: {}, ...this.parameters }),
			id: this.id,
			credentials: credentialReference(),
		};
		return workflowOf({
			nodes: [node],
			staticData: copy(this.stored),
			settings: { timezone: this.timezone },
		});
	}

	private save(): void {
		this.stored = copy(this.workflow!.staticData);
	}
}
