import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Outcome } from '../errors/outcome';
import { InvalidParameter } from '../errors/invalidParameter';
import { ServiceProblem } from '../errors/serviceProblem';
import { outcomeOfThrown } from '../errors/stage';
import { ExecutionMemory, turnOf, type FirstItem } from './executionMemory';
import { KeyStore, MAX_KEYS, type Claim, type KeyClaim, type KeyData } from './keyStore';
import { isShared } from '../host/process';
import { processedDataOf, rowAsideOf, Turns, type NodeData } from '../host/processedData';

/** One for every node of this process. */
const stores = new Map<string, KeyStore>();

/** Keys that may be claimed before their requests are sent. So many, at most, an end of the process leaves open. */
export const MAX_CLAIMED_AHEAD = 250;

/** Few, as the keys of a run are claimed many at a time, and several, as an event often pays one. */
export const ROWS = 4;

/**
 * How much of the time of sending the writing of keys may take, before more are written at a time. When so much of them is
 * left to be sent, the next are claimed, so that sending does not wait for it.
 */
const SHARE_OF_WRITING = 0.2;

/** An item that is to be sent once. */
export interface KeyedItem {
	itemIndex: number;
	/** The key; where there may be several wanted payments of the kind, by number. */
	keyOf: (number: number) => string;
	/** Whether what is equal is wanted as often as it is asked for, and told apart by number. */
	isNumbered: boolean;
	/** Which delivery of the event it comes from: the items of each are counted by themselves, and have the same keys. */
	delivery: string;
	/** Of the request, where the key does not hold it. */
	fingerprint?: string;
	/** No event started it, and no person gave the key: only this execution and its retries can have the item. */
	isOwn?: boolean;
}

/** What happened to an item under its key. */
export type KeyedResult<T> =
	| { wasDone: false; result: T }
	/** `first` is the item of this execution that was sent under the key; without it, an earlier execution did it. */
	| { wasDone: true; key: string; first?: FirstItem };

/** An item with its key, which follows from what the node got alone: not from the order of requests, nor from what failed. */
export interface PlacedItem extends Claim {
	itemIndex: number;
	isNumbered: boolean;
	isOwn: boolean;
	/** In the memory of the execution. */
	turn: string;
}

interface Ticket extends PlacedItem {
	/** What its claim found. */
	state?: KeyClaim;
}

interface Storage {
	keys: KeyStore;
	data: KeyData;
}

interface Memory {
	memory: ExecutionMemory;
	/** How often the node had run before in this execution. */
	runIndex: number;
}

/**
 * The keys of one run of the node. n8n rewrites all keys of the node with each change, so keys are claimed for the next
 * items together, as many as keep the writing well below the time that sending takes, and what became of them is
 * recorded together.
 */
export class RunKeys {
	/** All items in order, of which those before `next` have their key. */
	private tickets: Ticket[] = [];

	private next = 0;

	/** The next number of equal items, by the turn of the first. */
	private readonly numbers = new Map<string, number>();

	/** Claimed, and not sent. */
	private readonly unsent = new Set<Ticket>();

	/** By key, the end of the last item that is worked on under it. */
	private readonly under = new Map<string, Promise<unknown>>();

	private endings: Array<Claim & { outcome: Outcome }> = [];

	private readonly turns = new Turns();

	private readonly isShared: boolean;

	private storage?: Storage;

	private remembered?: Memory;

	/** Keys of unknown outcome that n8n's store does not have yet. */
	private unknown: Claim[] = [];

	/** The last claim: when it ended, what it took, of how many keys, and how many were sent since. */
	private lastWriting?: { end: number; took: number; items: number; sent: number };

	/** Whether keys are being claimed that nobody waits for yet. */
	private isAhead = false;

	/** Turns of a tool's call. */
	private readonly held = new Set<string>();

	/** @param isTool whether the run is a call of a tool: it has one item, and several calls may have one number */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly isTool = false,
	) {
		this.isShared = isShared(context);
	}

	/**
	 * Gives an item its key. Of equal items those of a run take, in the order of its input, the lowest numbers that no
	 * earlier run of the node used in this execution: for each that was applied, or was found done. So each item of the
	 * input is to be placed, at every try of the run.
	 */
	place({ itemIndex, keyOf, isNumbered, delivery, fingerprint, isOwn = false }: KeyedItem): PlacedItem {
		const first = turnOf(keyOf(1), delivery);
		if (!isNumbered) return { itemIndex, isNumbered, isOwn, key: keyOf(1), turn: first, fingerprint };
		const { memory, runIndex } = this.memory;
		let number = this.numbers.get(first) ?? 1;
		const before = this.isTool ? Infinity : runIndex;
		let turn = turnOf(keyOf(number), delivery);
		while (memory.isUsedBefore(turn, before) || memory.held.has(turn))
			turn = turnOf(keyOf(++number), delivery);
		this.numbers.set(first, number + 1);
		if (this.isTool) for (const held of [this.held, memory.held]) held.add(turn);
		return { itemIndex, isNumbered, isOwn, key: keyOf(number), turn, fingerprint };
	}

	/**
	 * Announces an item, so that its key can be claimed with those before it.
	 *
	 * @returns does what must happen once for the key. Its `send` throws a {@link ServiceProblem} that says whether it was
	 * applied; it throws that, with the key, or that the key does not allow it
	 */
	expect(
		item: PlacedItem,
	): <T>(send: () => Promise<T>, jsonOf: (result: T) => IDataObject) => Promise<KeyedResult<T>> {
		const ticket: Ticket = { ...item };
		if (item.isOwn && this.memory.memory.stateOf(item.key) !== 'stored')
			return async (send, jsonOf) =>
				await this.inLine(ticket, async () => await this.onceHere(ticket, send, jsonOf));
		this.tickets.push(ticket);
		return async (send, jsonOf) =>
			await this.inLine(ticket, async () => await this.once(ticket, send, jsonOf));
	}

	/** Takes back items that were announced, before the first is sent: no key is claimed for them. */
	withdraw(itemIndexes: ReadonlySet<number>): void {
		if (itemIndexes.size === 0) return;
		this.tickets = this.tickets.filter(({ itemIndex }) => !itemIndexes.has(itemIndex));
	}

	/** Frees what was claimed and not sent, and records what became of the rest. To be called when the run ends. */
	async close(): Promise<void> {
		await this.turns.take(async () => {
			for (const ticket of this.unsent) this.endings.push({ ...ticket, outcome: 'notApplied' });
			this.unsent.clear();
			this.tickets = [];
			this.next = 0;
			await this.settle();
			await this.store();
			for (const turn of this.held) this.remembered?.memory.held.delete(turn);
		});
	}

	/** The second of two items under one key has to see what became of the first. */
	private async inLine<T>({ key }: Ticket, work: () => Promise<T>): Promise<T> {
		const before = this.under.get(key);
		const result = before ? before.then(work) : work();
		const ended = result.catch(() => undefined);
		this.under.set(key, ended);
		try {
			return await result;
		} finally {
			if (this.under.get(key) === ended) this.under.delete(key);
		}
	}

	private async once<T>(
		ticket: Ticket,
		send: () => Promise<T>,
		jsonOf: (result: T) => IDataObject,
	): Promise<KeyedResult<T>> {
		const state = await this.claim(ticket);
		const { memory } = this.memory;
		const { key } = ticket;
		if (state === 'conflict') throw isConflict();
		if (state === 'open') throw alreadyBegun(key);
		if (state === 'done') return { wasDone: true, key, first: memory.firstItem(key) };
		this.unsent.delete(ticket);
		return await this.send(ticket, send, jsonOf, (outcome) => this.end(ticket, outcome));
	}

	/** The same where only this execution can have the item: all that is known of it is in the memory of the execution. */
	private async onceHere<T>(
		ticket: Ticket,
		send: () => Promise<T>,
		jsonOf: (result: T) => IDataObject,
	): Promise<KeyedResult<T>> {
		const { memory, runIndex } = this.memory;
		const { key, turn } = ticket;
		const state = memory.stateOf(key);
		if (state === 'done') {
			memory.skip(turn, runIndex);
			return { wasDone: true, key, first: memory.firstItem(key) };
		}
		if (state !== 'none') throw alreadyBegun(key);
		const mark = await memory.marked(this.context).catch(notRecorded);
		if (mark !== undefined) throw isInterrupted(mark);
		memory.note(key, 'begun');
		return await this.send(ticket, send, jsonOf, (outcome) => {
			if (outcome === 'notApplied') memory.note(key, 'none');
			if (outcome === 'unknown') this.unknown.push({ key });
		});
	}

	private async send<T>(
		{ key, turn, itemIndex, isNumbered }: Ticket,
		send: () => Promise<T>,
		jsonOf: (result: T) => IDataObject,
		end: (outcome: Outcome) => void,
	): Promise<KeyedResult<T>> {
		const { memory, runIndex } = this.memory;
		try {
			const result = await send();
			memory.add(key, turn, { runIndex, itemIndex, json: isNumbered ? undefined : jsonOf(result) });
			end('applied');
			return { wasDone: false, result };
		} catch (error) {
			const outcome = outcomeOfThrown(error);
			end(outcome);
			const isKept = outcome === 'unknown' && error instanceof ServiceProblem;
			throw isKept ? new ServiceProblem({ ...error.problem, idempotencyKey: key }) : error;
		}
	}

	/** Has n8n's store keep the keys of unknown outcome as open, so that a person can release them. */
	private async store(): Promise<void> {
		const { unknown } = this;
		this.unknown = [];
		// A test run is not retried.
		if (unknown.length === 0 || this.context.getMode() === 'manual') return;
		try {
			const { keys, data } = this.open();
			await keys.claim(unknown, data, this.isShared);
			const endings = unknown.map((claim) => ({ ...claim, outcome: 'unknown' as const }));
			await keys.settle(endings, data, this.isShared);
			for (const { key } of unknown) this.memory.memory.note(key, 'stored');
		} catch (error) {
			// A retry then sends nothing under them.
			this.context.logger.warn(`Keys of unknown outcome were not stored: ${String(error)}`);
		}
	}

	private end(ticket: Ticket, outcome: Outcome): void {
		this.endings.push({ ...ticket, outcome });
		if (this.lastWriting) this.lastWriting.sent++;
		this.claimAhead();
	}

	private async claim(ticket: Ticket): Promise<KeyClaim> {
		if (ticket.state) return ticket.state;
		return await this.turns.take(async () => {
			if (!ticket.state) await this.claimBatch(ticket);
			return ticket.state as unknown as KeyClaim;
		});
	}

	/** Claims the next keys while the last of those that were claimed are being sent. */
	private claimAhead(): void {
		const { lastWriting } = this;
		const isEnough = !lastWriting || this.unsent.size > lastWriting.items * SHARE_OF_WRITING;
		if (this.isAhead || isEnough || this.next >= this.tickets.length) return;
		this.isAhead = true;
		void this.turns
			.take(async () => await this.claimBatch())
			// The item that needs the key tries again, and says what is wrong.
			.catch(() => undefined)
			.finally(() => (this.isAhead = false));
	}

	/** Claims the key of an item, if one waits for it, and those of items that come after it; records what became of others. */
	private async claimBatch(ticket?: Ticket): Promise<void> {
		const { keys, data } = this.open();
		const { memory, runIndex } = this.memory;
		const begin = Date.now();
		const batch = this.nextFrom(ticket, this.mostAtATime(begin));
		if (batch.length === 0) return;
		await this.settle();
		const states = await keys.claim(batch, data, this.isShared).catch(notRecorded);
		batch.forEach((next, index) => {
			const state = states[index] as KeyClaim;
			next.state = state;
			if (state === 'mine') this.unsent.add(next);
			if (state === 'done' && next.isNumbered) memory.skip(next.turn, runIndex);
		});
		while (this.tickets[this.next]?.state) this.next++;
		const end = Date.now();
		this.lastWriting = { end, took: end - begin, items: batch.length, sent: 0 };
	}

	private mostAtATime(now: number): number {
		if (!this.lastWriting) return 1;
		const { end, took, items, sent } = this.lastWriting;
		const sendingOne = (now - end) / Math.max(1, sent);
		const most = Math.max(1, Math.ceil(took / (SHARE_OF_WRITING * sendingOne)) || 1);
		// Slow start: however busy the database is, what was paid is recorded before very many more are claimed.
		return Math.min(MAX_CLAIMED_AHEAD - this.unsent.size, most, 2 * items);
	}

	private nextFrom(ticket: Ticket | undefined, most: number): Ticket[] {
		const batch = ticket ? [ticket] : [];
		// Of items under one key the second has to see what became of the first.
		const taken = new Set([...batch, ...this.unsent].map(({ key }) => key));
		const last = Math.min(this.tickets.length, this.next + 2 * MAX_CLAIMED_AHEAD);
		for (let index = this.next; index < last && batch.length < most; index++) {
			const next = this.tickets[index] as Ticket;
			if (next.state || taken.has(next.key) || this.under.has(next.key)) continue;
			taken.add(next.key);
			batch.push(next);
		}
		return batch;
	}

	private async settle(): Promise<void> {
		const { endings } = this;
		this.endings = [];
		if (endings.length === 0) return;
		try {
			const { keys, data } = this.open();
			await keys.settle(endings, data, this.isShared);
		} catch (error) {
			// The keys then stay open, so nothing is sent under them before somebody has looked.
			const named = endings.map(({ key }) => `"${key}"`).join(', ');
			this.context.logger.warn(`What became of requests was not recorded under ${named}: ${String(error)}`);
		}
	}

	/** Whether the node runs for the first time in this execution. */
	get isFirstRun(): boolean {
		return this.memory.runIndex === 0;
	}

	/** Names the execution. */
	get executionId(): string {
		return this.memory.memory.id;
	}

	private get memory(): Memory {
		this.remembered ??= {
			memory: ExecutionMemory.of(this.context),
			runIndex: Number(this.context.getWorkflowDataProxy(0).$runIndex),
		};
		return this.remembered;
	}

	private open(): Storage {
		this.storage ??= openStore(this.context, this.context.getNode().id);
		return this.storage;
	}
}

/**
 * The keys of a node of the workflow, and where they are kept: in what n8n keeps for that node alone, which no other
 * node of the workflow clears or shortens.
 *
 * @param context of that node
 * @param room for values that are recorded only to be asked for, so that nothing older is forgotten for them
 * @throws {InvalidParameter} when the workflow was not saved
 */
export function openStore(
	context: IExecuteFunctions,
	nodeId: string,
	room = 0,
): { keys: KeyStore; data: Record<keyof KeyData, NodeData>; isShared: boolean } {
	const { id } = context.getWorkflow();
	if (!id) {
		throw new InvalidParameter(
			'A key can only be kept for a saved workflow',
			'Save the workflow, then run it again. Nothing was sent.',
		);
	}
	const name = `${id} ${nodeId}`;
	const keys = stores.get(name) ?? new KeyStore();
	stores.set(name, keys);
	const areShared = isShared(context);
	const keeping = { mostValues: MAX_KEYS + room, isAlone: !areShared };
	const data = {
		keys: processedDataOf(context, { ...keeping, rows: ROWS }),
		notes: rowAsideOf(context, 'open', keeping),
	};
	return { keys, data, isShared: areShared };
}

function alreadyBegun(key: string): ServiceProblem {
	return new ServiceProblem({
		message: 'An earlier run with this key may have been applied, so nothing was sent now',
		description:
			'That run was interrupted, got no clear answer, or still goes on. Look in the service. If it was not applied, free the key with the operation Idempotency Key → Release and run this item again.',
		outcome: 'unknown',
		idempotencyKey: key,
	});
}

function isInterrupted(mark: string): ServiceProblem {
	return new ServiceProblem({
		message: 'An earlier attempt at this execution may have sent this item, so nothing was sent now',
		description:
			'n8n stopped in the middle of it, it still runs, or it was retried before. If it was retried, retry the newest attempt. Otherwise look in the service, then free the key with the operation Idempotency Key → Release and retry.',
		outcome: 'unknown',
		idempotencyKey: mark,
	});
}

function isConflict(): ServiceProblem {
	return new ServiceProblem({
		message: 'This key was used for another request, so nothing was sent now',
		description:
			'Its amount, its recipient or another value was different. Use a key that differs wherever the requests differ; or, if the earlier request should not have been made, free the key with the operation Idempotency Key → Release.',
		outcome: 'notApplied',
	});
}

function notRecorded(error: unknown): never {
	if (error instanceof InvalidParameter) throw error;
	throw new ServiceProblem({
		message: 'The key could not be recorded, so nothing was sent',
		description: `The database of n8n may be busy or out of reach; run this item again. It says: ${String(error)}`,
		outcome: 'notApplied',
	});
}
