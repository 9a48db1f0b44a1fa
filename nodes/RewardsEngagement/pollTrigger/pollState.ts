import { randomBytes } from 'node:crypto';

import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { z } from 'zod';

import { isDurable } from '../host/staticData';
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

/** What makes a position usable. */
interface Wanted {
	scope: string;
	schema: z.ZodType;
}

/** Tells this process from earlier ones. */
const PROCESS = randomBytes(6).toString('base64url');

/**
 * Where n8n keeps static data by the name of the node, a copy by the node's id survives a new name. Durable cursors need
 * one of the beginning: n8n does not store what a trigger finds when it is published.
 */
const COPIES = 'rewardsEngagementPollTrigger';

/** The positions of a trigger, by event. */
export class PollState {
	private readonly positions: Record<string, Kept>;

	/** Behind what this poll emits. */
	private readonly sent: Record<string, Kept> = {};

	/** Whether what was asked for last was there and could not be read. */
	isDamaged = false;

	private constructor(
		private readonly context: IPollFunctions,
		private readonly data: Remembered,
		private readonly isCopied: boolean,
	) {
		const { positions, sent, by } = copyOfJson(data);
		this.positions = { ...positions, ...(by === PROCESS && sent) };
	}

	static of(context: IPollFunctions): PollState {
		const data = context.getWorkflowStaticData('node') as Remembered;
		if (data.positions === undefined) Object.assign(data, copyOf(context));
		return new PollState(context, data, data.positions === undefined || !isDurable(context, data));
	}

	/**
	 * Where to read on; nothing at first, or when what it depends on has changed, or when it cannot be read.
	 *
	 * @param begun where this process began, which n8n perhaps did not store
	 */
	positionOf(event: string, { scope, schema }: Wanted, begun: Kept | undefined): IDataObject | undefined {
		const isInScope = (known: Kept | undefined): known is Kept => known?.scope === scope;
		const inScope = [this.positions[event], begun].filter(isInScope);
		const kept = inScope.find(({ position }) => schema.safeParse(position).success);
		if (kept) this.positions[event] = kept;
		else delete this.positions[event];
		this.isDamaged = inScope.length > 0 && kept === undefined;
		return kept?.position;
	}

	/**
	 * Takes note of a new position.
	 *
	 * @param hasEmitted whether something is emitted that lies before it
	 */
	move(event: string, scope: string, position: IDataObject, hasEmitted: boolean): void {
		(hasEmitted ? this.sent : this.positions)[event] = { scope, position };
	}

	/**
	 * Hands the positions to n8n, which stores them.
	 *
	 * @param events those that are chosen: whatever else was remembered is forgotten
	 */
	keep(events: readonly string[]): void {
		const isChosen = ([event]: readonly [string, unknown]) => events.includes(event);
		const positions = Object.fromEntries(Object.entries(this.positions).filter(isChosen));
		const { data, sent } = this;
		// An observed object is stored when it was changed, so nothing is written that stays as it is. What is emitted again
		// is: it is from this process now.
		const isAsBefore =
			JSON.stringify([data.positions ?? {}, data.sent ?? {}]) === JSON.stringify([positions, sent]);
		if (isAsBefore && Object.keys(sent).length === 0) return;
		data.positions = positions;
		data.sent = { ...sent };
		data.by = PROCESS;
		if (this.isCopied) this.writeCopy();
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
