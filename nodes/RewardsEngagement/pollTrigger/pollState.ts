import { randomBytes } from 'node:crypto';

import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { z } from 'zod';

import { isDurable } from '../host/staticData';
import { copyOfJson } from '../shared/copyOfJson';
import { isRecord } from '../shared/json';

/** Positions by what they are of. */
type Positions = Record<string, IDataObject>;

/** What the trigger remembers in n8n's static data. */
interface Remembered extends IDataObject {
	/** Everything before these has arrived. */
	positions?: Positions;
	/** The process that wrote it. */
	by?: string;
}

/** Tells this process from earlier ones. */
const PROCESS = randomBytes(6).toString('base64url');

/**
 * By trigger, how far this process is: behind what it emitted last. n8n stores a position while it starts the execution
 * with what was found, and may be killed between the two, or while the execution runs. So the position before the emission
 * is stored: another process repeats it, under the same event IDs, and the execution drops what another one had.
 */
const progress = new Map<string, Positions>();

/** Where n8n's static data for the workflow has the positions, by the id of the node, which survives a new name. */
const SHARED = 'rewardsEngagementPollTrigger';

/** Positions of earlier settings are kept as long as everything is not longer than this, as JSON. */
const MOST_CHARACTERS = 50_000;

/** The positions of a trigger. */
export class PollState {
	private readonly remembered: Remembered;

	/** What is to be stored, and what this process goes on from. */
	private readonly stored: Positions;

	private readonly known: Positions;

	/** The positions that the trigger is set to. */
	private readonly used: string[] = [];

	private hasEmitted = false;

	/** @param key of the trigger in this process */
	constructor(
		private readonly context: IPollFunctions,
		private readonly key: string,
	) {
		const { positions, by = PROCESS } = this.own.positions === undefined ? this.shared : this.own;
		this.remembered = { positions: isRecord(positions) ? copyOfJson(positions) : {}, by };
		this.known = { ...this.remembered.positions, ...(by === PROCESS && progress.get(key)) };
		this.stored = { ...this.known };
	}

	/** Where to read on; nothing at first, and where what is there cannot be read. */
	positionOf<Of>(name: string, schema: z.ZodType<Of>): { position: Of | undefined; isDamaged: boolean } {
		this.used.push(name);
		const { data } = schema.safeParse(this.known[name]);
		return { position: data, isDamaged: data === undefined && this.known[name] !== undefined };
	}

	/** @param hasEmitted whether something is emitted that lies before the position */
	move(name: string, position: IDataObject, hasEmitted: boolean): void {
		this.hasEmitted ||= hasEmitted;
		if (!hasEmitted) this.stored[name] = position;
		this.known[name] = position;
	}

	/** Hands the positions to n8n, which stores them. */
	keep(): void {
		// Without its settings it is not known what the trigger uses.
		if (this.used.length === 0) return;
		const { stored, known, remembered } = this;
		for (const name of Object.keys(stored).filter((one) => !this.used.includes(one))) {
			if (JSON.stringify(stored).length <= MOST_CHARACTERS) break;
			delete stored[name];
			delete known[name];
		}
		progress.set(this.key, known);
		// n8n stores what is written, so nothing is that stays as it is.
		const isOurs = remembered.by === PROCESS || !this.hasEmitted;
		const isSame = JSON.stringify(stored) === JSON.stringify(remembered.positions);
		if (!isOurs || !isSame) this.write({ positions: stored, by: PROCESS });
	}

	/** Durable cursors need a copy of the beginning: n8n does not store what a trigger finds when it is published. */
	private write(data: Remembered): void {
		const isBeginning = this.own.positions === undefined;
		if (this.isDurable) Object.assign(this.own, data);
		if (this.isDurable && !isBeginning) return;
		const all = this.context.getWorkflowStaticData('global');
		all[SHARED] = { ...(isRecord(all[SHARED]) && all[SHARED]), [this.context.getNode().id]: data };
	}

	/** Whether n8n stores the node's data in one go with the execution. */
	get isDurable(): boolean {
		return isDurable(this.context, this.own);
	}

	/** What n8n stores for the node: in one go with the execution where its cursors are durable. */
	private get own(): Remembered {
		return this.context.getWorkflowStaticData('node');
	}

	private get shared(): Remembered {
		const all: unknown = this.context.getWorkflowStaticData('global')[SHARED];
		const ours: unknown = isRecord(all) ? all[this.context.getNode().id] : undefined;
		return isRecord(ours) ? (ours as Remembered) : {};
	}
}
