import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Outcome } from '../errors/outcome';
import { InvalidParameter } from '../errors/invalidParameter';
import { ServiceProblem } from '../errors/serviceProblem';
import { outcomeOfThrown } from '../errors/stage';
import { breathe } from '../shared/breathe';
import { ExecutionMemory, turnOf, type FirstItem } from './executionMemory';
import { KeyStore, MAX_KEYS, type Claim, type KeyClaim, type KeyData } from './keyStore';
import { isShared, processedDataOf, rowAsideOf, Turns } from './processedData';

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
	/**
	 * What may be asked for again: of the items under a key whose source is the same, each is wanted; what those of another
	 * source ask for, the first have done.
	 */
	source: string;
	/** Of the request, where the key does not hold it. */
	fingerprint?: string;
}

/** What happened to an item under its key. */
export type KeyedResult<T> =
	| { wasDone: false; result: T }
	/** `first` is the item of this execution that was sent under the key; without it, an earlier execution did it. */
	| { wasDone: true; key: string; first?: FirstItem };

interface Ticket extends KeyedItem {
	claimed?: Claimed;
}

/** What an item is sent under. */
interface Place {
	claim: Claim;
	/** In the memory of the execution. */
	turn: string;
	/** Where there may be several wanted payments of the kind: which of them it is. */
	number?: { of: Numbers; own: number };
}

interface Claimed extends Place {
	state: KeyClaim;
}

/** The numbers of equal payments: all below `next` are taken, but for those that were given back. */
interface Numbers {
	next: number;
	givenBack: Set<number>;
}

interface Storage {
	keys: KeyStore;
	data: KeyData;
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

	/** Of equal payments, by the turn of the first. */
	private readonly numbers = new Map<string, Numbers>();

	/** Claimed, and not sent. */
	private readonly unsent = new Set<Ticket>();

	/** The items that are worked on under a key, by key (of the first, where there may be several). */
	private readonly under = new Map<string, Set<{ source: string; ended: Promise<unknown> }>>();

	private endings: Array<Place & { outcome: Outcome }> = [];

	private readonly turns = new Turns();

	/** Turns that items of this run took. */
	private readonly held = new Set<string>();

	private readonly isShared: boolean;

	private storage?: Storage;

	/** The last claim: when it ended, what it took, of how many keys, and how many were sent since. */
	private lastWriting?: { end: number; took: number; items: number; sent: number };

	/** Whether keys are being claimed that nobody waits for yet. */
	private isAhead = false;

	constructor(private readonly context: IExecuteFunctions) {
		this.isShared = isShared(context);
	}

	/**
	 * Announces an item, so that its key can be claimed with those before it.
	 *
	 * @returns does what must happen once for the key. Its `send` throws a {@link ServiceProblem} that says whether it was
	 * applied; it throws that, with the key, or that the key does not allow it
	 */
	expect(
		item: KeyedItem,
	): <T>(send: () => Promise<T>, jsonOf: (result: T) => IDataObject) => Promise<KeyedResult<T>> {
		const ticket: Ticket = { ...item };
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
			for (const { claimed } of this.unsent) {
				if (claimed) this.endings.push({ ...claimed, outcome: 'notApplied' });
			}
			this.unsent.clear();
			this.tickets = [];
			this.next = 0;
			await this.settle();
			for (const turn of this.held) this.storage?.memory.held.delete(turn);
		});
	}

	/** The second of two items under one key has to see what became of the first. */
	private async inLine<T>({ keyOf, source }: Ticket, work: () => Promise<T>): Promise<T> {
		const key = keyOf(1);
		const line = this.under.get(key) ?? new Set();
		this.under.set(key, line);
		const before = [...line].filter((other) => other.source !== source).map(({ ended }) => ended);
		const result = before.length === 0 ? work() : Promise.all(before).then(work);
		const own = { source, ended: result.catch(() => undefined) };
		line.add(own);
		try {
			return await result;
		} finally {
			line.delete(own);
			if (line.size === 0) this.under.delete(key);
		}
	}

	private async once<T>(
		ticket: Ticket,
		send: () => Promise<T>,
		jsonOf: (result: T) => IDataObject,
	): Promise<KeyedResult<T>> {
		const claimed = await this.claim(ticket);
		const { claim, turn, state } = claimed;
		const { memory, runIndex } = this.open();
		const { key } = claim;
		const { itemIndex } = ticket;
		if (state === 'conflict') throw isConflict();
		if (state === 'open') throw alreadyBegun(key);
		if (state === 'done') return { wasDone: true, key, first: memory.firstItem(key) };
		this.unsent.delete(ticket);
		try {
			const result = await send();
			memory.add(key, turn, {
				runIndex,
				itemIndex,
				json: ticket.isNumbered ? undefined : jsonOf(result),
			});
			this.end(claimed, 'applied');
			return { wasDone: false, result };
		} catch (error) {
			const outcome = outcomeOfThrown(error);
			this.end(claimed, outcome);
			const isKept = outcome === 'unknown' && error instanceof ServiceProblem;
			throw isKept ? new ServiceProblem({ ...error.problem, idempotencyKey: key }) : error;
		}
	}

	private end(claimed: Claimed, outcome: Outcome): void {
		this.endings.push({ ...claimed, outcome });
		const { memory, runIndex } = this.open();
		if (outcome === 'unknown') memory.unsure.set(claimed.turn, runIndex);
		if (this.lastWriting) this.lastWriting.sent++;
		this.claimAhead();
	}

	private async claim(ticket: Ticket): Promise<Claimed> {
		if (ticket.claimed) return ticket.claimed;
		return await this.turns.take(async () => {
			if (!ticket.claimed) await this.claimBatch(ticket);
			return ticket.claimed as unknown as Claimed;
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
		const { keys, data, memory, runIndex } = this.open();
		const begin = Date.now();
		const batch = this.nextFrom(ticket, this.mostAtATime(begin));
		if (batch.length === 0) return;
		await this.settle();
		const places: Place[] = [];
		for (const next of batch) places.push(await this.placeOf(next));
		const claims = places.map(({ claim }) => claim);
		const states = await keys.claim(claims, data, this.isShared).catch((error: unknown) => {
			for (const place of places) this.giveBack(place);
			return notRecorded(error);
		});
		batch.forEach((next, index) => {
			const own = places[index] as Place;
			const state = states[index] as KeyClaim;
			next.claimed = { ...own, state };
			if (state === 'mine') this.unsent.add(next);
			if (state === 'done' && next.isNumbered) memory.skip(own.turn, runIndex);
		});
		while (this.tickets[this.next]?.claimed) this.next++;
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
		const sources = new Map([...batch, ...this.unsent].map(({ keyOf, source }) => [keyOf(1), source]));
		const isBehind = (key: string, source: string) =>
			(sources.get(key) ?? source) !== source ||
			[...(this.under.get(key) ?? [])].some((other) => other.source !== source);
		const last = Math.min(this.tickets.length, this.next + 2 * MAX_CLAIMED_AHEAD);
		for (let index = this.next; index < last && batch.length < most; index++) {
			const next = this.tickets[index] as Ticket;
			if (next === ticket || next.claimed) continue;
			const key = next.keyOf(1);
			if (isBehind(key, next.source)) continue;
			sources.set(key, next.source);
			batch.push(next);
		}
		return batch;
	}

	/** The key of an item: of those that differ in number only, the lowest that its source has not used. */
	private async placeOf({ keyOf, isNumbered, source, fingerprint }: Ticket): Promise<Place> {
		if (!isNumbered) return { claim: { key: keyOf(1), fingerprint }, turn: turnOf(keyOf(1), '') };
		const { memory, runIndex } = this.open();
		const turns = (number: number) => turnOf(keyOf(number), source);
		const numbers = this.numbers.get(turns(1)) ?? { next: 1, givenBack: new Set() };
		this.numbers.set(turns(1), numbers);
		const own =
			lowestOf(numbers.givenBack) ??
			(await lowestFrom(numbers.next, (number) => memory.isTaken(turns(number), runIndex)));
		if (!numbers.givenBack.delete(own)) numbers.next = own + 1;
		const turn = turns(own);
		memory.held.add(turn);
		this.held.add(turn);
		return { claim: { key: keyOf(own), fingerprint }, turn, number: { of: numbers, own } };
	}

	/** Lets others have what nothing was sent under. */
	private giveBack({ turn, number }: Place): void {
		this.open().memory.held.delete(turn);
		number?.of.givenBack.add(number.own);
	}

	private async settle(): Promise<void> {
		const { endings } = this;
		this.endings = [];
		if (endings.length === 0) return;
		try {
			const { keys, data } = this.open();
			const ended = endings.map(({ claim, outcome }) => ({ ...claim, outcome }));
			await keys.settle(ended, data, this.isShared);
		} catch (error) {
			// The keys then stay open, so nothing is sent under them before somebody has looked.
			const named = endings.map(({ claim }) => `"${claim.key}"`).join(', ');
			this.context.logger.warn(`What became of requests was not recorded under ${named}: ${String(error)}`);
			return;
		}
		// Not before: the store would still have the key for one that is open.
		for (const place of endings) if (place.outcome === 'notApplied') this.giveBack(place);
	}

	private open(): Storage {
		if (this.storage) return this.storage;
		const runIndex = Number(this.context.getWorkflowDataProxy(0).$runIndex);
		const memory = ExecutionMemory.of(this.context, runIndex);
		this.storage = { ...openStore(this.context, this.context.getNode().id), memory, runIndex };
		return this.storage;
	}
}

/** The lowest of some numbers, however many; nothing where there are none. */
export function lowestOf(numbers: ReadonlySet<number>): number | undefined {
	// Not Math.min(...): there may be more of them than a call takes arguments.
	let lowest: number | undefined;
	for (const number of numbers) if (lowest === undefined || number < lowest) lowest = number;
	return lowest;
}

/** The lowest number, from one on, that is not taken. */
export async function lowestFrom(from: number, isTaken: (number: number) => boolean): Promise<number> {
	let number = from;
	for (; isTaken(number); number++) await breathe();
	return number;
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
): { keys: KeyStore; data: KeyData; isShared: boolean } {
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
