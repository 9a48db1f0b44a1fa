import { randomBytes } from 'node:crypto';

import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { copyOfJson } from '../shared/copyOfJson';
import { isRecord } from '../shared/json';

/** Where one event is read on from, and what that depends on. */
interface Kept extends IDataObject {
	scope: string;
	position: IDataObject;
}

/**
 * What the trigger remembers between polls, in the node's static data.
 *
 * n8n stores it while it starts the execution with what was found, and may be killed between the two, or while the
 * execution runs. So the positions before and after the last emission are kept both: whoever finds an emission of a process
 * that is no more repeats it, under the same event IDs, and the execution drops what another one had. n8n's durable cursors
 * close the first of the two gaps alone.
 */
interface Remembered extends IDataObject {
	/** By event: where all that is before has surely arrived. */
	positions?: Record<string, Kept>;
	/** By event: the positions behind the last emission, where they differ. */
	sent?: Record<string, Kept>;
	/** The process that made it. */
	by?: string;
}

/** Tells this process from earlier ones. */
const PROCESS = randomBytes(6).toString('base64url');

/** Where n8n keeps static data by the name of the node, a copy by the node's id survives a new name. */
const COPIES = 'rewardsEngagementPollTrigger';

/** The positions of a trigger, by event. */
export class PollState {
	private readonly positions: Record<string, Kept>;

	private readonly changed: Record<string, Kept> = {};

	private constructor(
		private readonly context: IPollFunctions,
		private readonly data: Remembered,
		private readonly isKeptByN8n: boolean,
	) {
		const { positions = {}, sent = {}, by } = copyOfJson(data);
		this.positions = by === PROCESS ? { ...positions, ...sent } : positions;
	}

	static of(context: IPollFunctions): PollState {
		const data = context.getWorkflowStaticData('node') as Remembered;
		const isKeptByN8n = isDurable(context, data);
		if (data.positions === undefined && !isKeptByN8n) Object.assign(data, copyOf(context));
		return new PollState(context, data, isKeptByN8n);
	}

	/**
	 * Where to read on; nothing at first, or when what it depends on has changed.
	 *
	 * @param begun where this process began, which n8n perhaps did not store
	 */
	positionOf(event: string, scope: string, begun: Kept | undefined): IDataObject | undefined {
		const kept = [this.positions[event], begun].find((known) => known?.scope === scope);
		if (kept) this.positions[event] = kept;
		return kept?.position;
	}

	/** Takes note of a new position. */
	move(event: string, scope: string, position: IDataObject): void {
		this.changed[event] = { scope, position };
	}

	/**
	 * Hands the positions to n8n, which stores them.
	 *
	 * @param events those that are chosen: whatever else was remembered is forgotten
	 * @param hasEmitted whether something is emitted with it
	 */
	keep(events: readonly string[], hasEmitted: boolean): void {
		const isChosen = ([event]: readonly [string, unknown]) => events.includes(event);
		const before = Object.fromEntries(Object.entries(this.positions).filter(isChosen));
		const all = { ...before, ...this.changed };
		const { data } = this;
		// An observed object is stored when it was changed, so nothing is written that stays as it is.
		if (JSON.stringify([data.positions ?? {}, data.sent ?? {}]) === JSON.stringify([all, {}])) return;
		data.positions = hasEmitted ? before : all;
		data.sent = hasEmitted ? { ...this.changed } : {};
		data.by = PROCESS;
		if (!this.isKeptByN8n) this.writeCopy();
	}

	private writeCopy(): void {
		const copies = this.context.getWorkflowStaticData('global');
		const { positions, sent, by } = this.data;
		const others = isRecord(copies[COPIES]) ? (copies[COPIES] as IDataObject) : {};
		copies[COPIES] = { ...others, [this.context.getNode().id]: { positions, sent, by } };
	}
}

function copyOf(context: IPollFunctions): IDataObject {
	const copies: unknown = context.getWorkflowStaticData('global')[COPIES];
	const own: unknown = isRecord(copies) ? copies[context.getNode().id] : undefined;
	return isRecord(own) ? (copyOfJson(own) as IDataObject) : {};
}

/**
 * Whether n8n stores the node's data in one go with the execution (its durable poll cursors): it is then no part of the
 * workflow's static data.
 */
function isDurable(context: IPollFunctions, data: IDataObject): boolean {
	const { workflow } = context as unknown as { workflow?: { staticData?: IDataObject } };
	const own = workflow?.staticData?.[`node:${context.getNode().name}`];
	return workflow?.staticData !== undefined && own !== data;
}
