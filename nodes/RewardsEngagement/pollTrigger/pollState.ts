import { randomBytes } from 'node:crypto';

import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { z } from 'zod';

import { processMemory } from '../host/processMemory';
import { isDurable } from '../host/staticData';
import { copyOfJson, isRecord } from '../shared/json';

/** Positions by the name of what they belong to. */
type Positions = Record<string, IDataObject>;

/** The trigger's data in n8n's static data. */
interface Remembered extends IDataObject {
	/** All events before these positions have arrived. */
	positions?: Positions;
	/** A mark of the process that wrote the data and of the last emission before it. */
	by?: string;
}

/** Positions of this process, after events that it emitted. */
interface Progress {
	positions: Positions;
	/** The marks of stored data that these positions continue. Undefined stands for no data. */
	continues: ReadonlySet<string | undefined>;
}

/** Distinguishes this process from earlier ones. */
const { id: PROCESS } = processMemory('process', () => ({ id: randomBytes(6).toString('base64url') }));

const newMark = () => `${PROCESS} ${randomBytes(6).toString('base64url')}`;

/**
 * By trigger, the progress after the last emission, and before it.
 *
 * n8n stores a position while it starts the execution with the events. It may be killed between the two, or while the
 * execution runs. So the position before the events is stored. Another process then repeats the events with the same
 * IDs, and the execution drops those that another execution had.
 *
 * With durable cursors, n8n may also refuse an emission, for example if the poll took longer than its lease. Then it
 * stores neither the execution nor the emission's mark, and this process repeats the events (n8n,
 * `poll-cursor.service.js`).
 */
const progress = processMemory('progress', () => new Map<string, Progress[]>());

/** The positions in n8n's static data for the workflow, by node ID, which does not change when the node is renamed. */
const SHARED = 'rewardsEngagementPollTrigger';

/** Positions of earlier settings are kept as long as all positions together are not longer than this, as JSON. */
const MOST_CHARACTERS = 50_000;

/** The positions of a trigger. */
export class PollState {
	/** Whether n8n stores the node's data together with the execution. */
	readonly isDurable: boolean;

	/** The node's static data. With durable cursors, n8n stores it together with the execution. */
	private readonly own: Remembered;

	private readonly remembered: Remembered;

	/** The positions to store. `known` has those that this process continues from. */
	private readonly stored: Positions;

	private readonly known: Positions;

	private readonly before: Progress;

	/** The positions that the trigger's settings use. */
	private readonly used: string[] = [];

	private hasEmitted = false;

	/**
	 * @param key of the trigger in this process
	 * @param hasPolled whether it has polled with this context before. n8n sometimes leaves the earlier context of a
	 *   trigger alive when it starts another one. Each has its own copy of the data, so both follow the latest progress.
	 */
	constructor(
		private readonly context: IPollFunctions,
		private readonly key: string,
		hasPolled = false,
	) {
		this.own = context.getWorkflowStaticData('node');
		this.isDurable = isDurable(context, this.own);
		const { positions, by } = this.own.positions === undefined ? this.copyOfStart() : this.own;
		this.remembered = { positions: isRecord(positions) ? copyOfJson(positions) : {}, by };
		const isLive = hasPolled && !this.isDurable;
		this.before = progress.get(key)?.find(({ continues }) => isLive || continues.has(by)) ?? {
			positions: {},
			continues: new Set([by]),
		};
		this.known = { ...this.remembered.positions, ...this.before.positions };
		this.stored = { ...this.known };
	}

	/** The position to continue from. `undefined` at first, and if the stored position is not readable. */
	positionOf<Of>(name: string, schema: z.ZodType<Of>): { position: Of | undefined; isDamaged: boolean } {
		this.used.push(name);
		const { data } = schema.safeParse(this.known[name]);
		return { position: data, isDamaged: data === undefined && this.known[name] !== undefined };
	}

	/**
	 * @param hasEmitted whether this poll emits events before the position
	 * @param repeat the position for another process, which repeats these events
	 */
	move(name: string, position: IDataObject, hasEmitted: boolean, repeat?: IDataObject): void {
		this.hasEmitted ||= hasEmitted;
		const stored = hasEmitted ? repeat : position;
		if (stored) this.stored[name] = stored;
		this.known[name] = position;
	}

	/** Hands the positions to n8n, which stores them. */
	keep(): void {
		// Without the settings, we do not know which positions the trigger uses.
		if (this.used.length === 0) return;
		const { stored, known, remembered, before, hasEmitted } = this;
		for (const name of Object.keys(stored).filter((one) => !this.used.includes(one))) {
			if (JSON.stringify(stored).length <= MOST_CHARACTERS) break;
			delete stored[name];
			delete known[name];
		}
		const isOurs = typeof remembered.by === 'string' && remembered.by.startsWith(PROCESS);
		const by = isOurs && !hasEmitted ? remembered.by : newMark();
		const after = { positions: known, continues: new Set(hasEmitted ? [by] : [...before.continues, by]) };
		progress.set(this.key, hasEmitted ? [after, before] : [after]);
		// n8n stores everything that is written, so write only changes. An emission always changes the mark.
		const isSame = JSON.stringify(stored) === JSON.stringify(remembered.positions);
		if (hasEmitted || !isSame) this.write({ positions: stored, by });
	}

	/** With durable cursors, the start needs a copy: n8n does not store the cursors when a trigger is published. */
	private write(data: Remembered): void {
		const isBeginning = this.own.positions === undefined;
		if (this.isDurable) Object.assign(this.own, data);
		if (this.isDurable && !isBeginning) return;
		const all = this.context.getWorkflowStaticData('global');
		// n8n stores the copy even if it refuses the emission, so the copy does not have its mark.
		const copy = this.isDurable ? { ...data, by: this.remembered.by } : data;
		all[SHARED] = { ...(isRecord(all[SHARED]) && all[SHARED]), [this.context.getNode().id]: copy };
	}

	private copyOfStart(): Remembered {
		const all: unknown = this.context.getWorkflowStaticData('global')[SHARED];
		const copy: unknown = isRecord(all) ? all[this.context.getNode().id] : undefined;
		return isRecord(copy) ? (copy as Remembered) : {};
	}
}
