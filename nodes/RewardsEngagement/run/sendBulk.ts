import type { IDataObject } from 'n8n-workflow';

import { adviceFor, OUTCOME_WORDS } from '../api/describeProblem';
import { serviceWords } from '../api/serviceWords';
import { InvalidParameter } from '../errors/invalidParameter';
import { ServiceProblem, type SharedRequest } from '../errors/serviceProblem';
import { NotApplied } from '../errors/stage';
import { breathe } from '../shared/breathe';
import type { Refusal, Share } from './bulk';
import { entriesOf, joined, type BulkPart } from './bulkPart';
import { lookUp, type LookedUp, type LookUps } from './lookUp';
import type { ItemContent } from './operation';
import { toJsonItems } from './response';

/** The status of a refusal that is about how many the entries are. */
const TOO_LARGE = 413;

/** Refusals that may be about one of the entries. Others, such as of the key or the rate, are about all alike. */
const ABOUT_ENTRIES: ReadonlySet<unknown> = new Set([400, 404, TOO_LARGE, 422]);

/** Items that are refused alone, one after the other, before the next are no longer tried together. */
const WRONG_IN_A_ROW = 3;

/** Items that the service does not find and that are sent alone all the same, before it is believed. */
const PROOFS = 3;

/** What the requests of a run have shown so far. */
export class BulkExperience {
	/** Items that were refused alone since one was taken. */
	wrongInARow = 0;

	/** So many items, or more, are too large for one request. */
	tooMany = Infinity;

	readonly lookUps: LookUps = { isOff: false };
}

interface BulkItem {
	itemIndex: number;
	bulk: BulkPart;
	/** Only shown; and not even sent, were it no dry run, if its key says so. */
	dryRun?: { isLeftOut: boolean };
}

/** What the items of a run share. */
export interface BulkRun<I extends BulkItem> {
	/** The number of the next request. */
	nextNumber: () => number;
	/** Whether anything more may be sent. */
	goesOn: () => boolean;
	/** Whether nothing more is sent after an item that failed. */
	isStoppedByFailure: boolean;
	experience: BulkExperience;
	/** Does all that is to be done for an item, up to its result. Never fails. */
	runOne: (item: I) => Promise<void>;
}

/** An item that has come as far as its request. */
interface Waiting {
	part: BulkPart;
	itemIndex: number;
	resolve: (contents: ItemContent[]) => void;
	reject: (thrown: unknown) => void;
}

/**
 * Sends the items of a group in one request. Where it is refused, it is parted until the items that are wrong stand
 * alone: by what the service finds of them, else by halves. What may have been applied is never sent again.
 */
export async function runBulk<I extends BulkItem>(run: BulkRun<I>, items: readonly I[]): Promise<void> {
	let left = items;
	while (left.length > 0) {
		const { now, later } = apart(left);
		await new BulkRequests(run, now).all();
		left = later;
	}
}

/**
 * Those that cannot share a request come later: of two items under one key, the second has to see what became of the
 * first; and of some answers nobody could tell which of two entries they mean.
 */
function apart<I extends BulkItem>(items: readonly I[]): { now: I[]; later: I[] } {
	const keys = new Set<string | undefined>();
	const identities = new Set<string>();
	const behind = new Set<string>();
	const now: I[] = [];
	const later: I[] = [];
	for (const item of items) {
		const { key, identity, bulk } = item.bulk;
		const isTwice =
			(key !== undefined && keys.has(key)) ||
			(bulk.isIdentityUnique && identities.has(identity)) ||
			behind.has(identity);
		(isTwice ? later : now).push(item);
		if (isTwice) behind.add(identity);
		keys.add(key);
		identities.add(identity);
	}
	return { now, later };
}

class BulkRequests<I extends BulkItem> {
	private readonly works = new Map<number, Promise<void>>();

	private readonly waiting: Waiting[] = [];

	constructor(
		private readonly run: BulkRun<I>,
		private readonly items: readonly I[],
	) {}

	async all(): Promise<void> {
		this.announce();
		await this.gather();
		this.waiting.sort((one, other) => one.itemIndex - other.itemIndex);
		if (this.waiting.length > 0) await this.send(this.waiting);
		await Promise.all(this.works.values());
	}

	/** Tells the items of a dry run which request they would share. */
	private announce(): void {
		const shown = this.items.filter(({ dryRun }) => dryRun && !dryRun.isLeftOut);
		if (shown.length === 0) return;
		const request = { number: this.run.nextNumber(), items: shown.length };
		for (const { bulk } of shown) bulk.wouldShare = request;
	}

	/**
	 * Starts all items, and waits until each has come as far as its request or needs none. They are started in one go, so
	 * that no two groups wait for keys of each other.
	 */
	private async gather(): Promise<void> {
		let missing = this.items.length;
		await new Promise<void>((resolve) => {
			const isHere = () => {
				missing -= 1;
				if (missing === 0) resolve();
			};
			for (const item of this.items) {
				const { itemIndex, bulk: part } = item;
				part.send = async () =>
					await new Promise<ItemContent[]>((succeed, reject) => {
						this.waiting.push({ part, itemIndex, resolve: succeed, reject });
						isHere();
					});
				// One that waits ends after all are here.
				this.works.set(itemIndex, this.run.runOne(item).finally(isHere));
			}
		});
	}

	/**
	 * @param isWrong whether one of them must be wrong, as the rest of what was refused is right
	 * @returns whether all of them were taken
	 */
	private async send(items: readonly Waiting[], isWrong = false): Promise<boolean> {
		const { experience } = this.run;
		if (!this.run.goesOn()) return await this.failed(items, stopped());
		if (items.length > 1 && experience.wrongInARow >= WRONG_IN_A_ROW)
			return await this.part(items, 1, isWrong);
		if (items.length > 1 && (isWrong || items.length >= experience.tooMany))
			return await this.halve(items, isWrong);
		const request: SharedRequest = { number: this.run.nextNumber(), items: items.length };
		const parts = items.map(({ part }) => part);
		const [{ client, bulk }] = parts as [BulkPart];
		let body: unknown;
		try {
			({ body } = await client.send(joined(parts)));
		} catch (thrown) {
			if (!(thrown instanceof ServiceProblem)) return await this.failed(items, thrown);
			const rows = isRefusal(thrown) && bulk.splitRefusal(thrown.answer, entriesOf(joined(parts)));
			if (rows) return await this.refusedByRows(items, rows, thrown, request);
			if (!isAboutEntries(thrown)) return await this.failed(items, sharing(thrown, request));
			if (items.length > 1 && bulk.refuses === 'each' && thrown.problem.status !== TOO_LARGE)
				return await this.failed(items, sharing(inDoubt(thrown), request));
			if (items.length > 1) return await this.refused(items, sharing(thrown, request));
			experience.wrongInARow += 1;
			return await this.failed(items, sharing(thrown, request));
		} finally {
			for (const { progress } of parts.map((part) => part.client)) {
				progress.hasSent ||= client.progress.hasSent;
				progress.mayHaveActed ||= client.progress.mayHaveActed;
			}
		}
		experience.wrongInARow = 0;
		const shares = bulk.split(body, entriesOf(joined(parts)));
		for (const [index, item] of items.entries()) {
			await breathe();
			give(item, shares[index], request);
		}
		await this.settled(items);
		return true;
	}

	/** A refusal whose rows name the outcome of entries. Nothing of it is sent again. */
	private async refusedByRows(
		items: readonly Waiting[],
		{ shares, mayHaveActed }: Refusal,
		thrown: ServiceProblem,
		request: SharedRequest,
	): Promise<false> {
		const { refuses } = (items[0] as Waiting).part.bulk;
		const isKnown = !mayHaveActed && (refuses === 'all' || items.length === 1);
		for (const [index, item] of items.entries()) {
			await breathe();
			const share = shares[index];
			if (share) give(item, share, request);
			else item.reject(sharing(isKnown ? thrown : inDoubt(thrown), request));
		}
		await this.settled(items);
		return false;
	}

	/** What was refused as a whole. A run that stops at the first failure goes on in order, and soon meets it. */
	private async refused(items: readonly Waiting[], thrown: ServiceProblem): Promise<boolean> {
		const { isStoppedByFailure, experience } = this.run;
		if (thrown.problem.status === TOO_LARGE) {
			experience.tooMany = items.length;
			return await this.halve(items, false);
		}
		const looked = isStoppedByFailure ? undefined : await lookUp(items, thrown, experience.lookUps);
		return looked ? await this.sendLookedUp(looked, thrown) : await this.halve(items, true);
	}

	private async sendLookedUp(
		{ known, unknown, others }: LookedUp<Waiting>,
		thrown: ServiceProblem,
	): Promise<boolean> {
		if (unknown.length === 0) {
			if (others === 1) return await this.failed(known, noting(thrown, ALL_FOUND));
			return await this.halve(known, true);
		}
		if (known.length > 0) await this.send(known);
		const { experience } = this.run;
		for (const [index, item] of unknown.slice(0, PROOFS).entries()) {
			const wrongBefore = experience.wrongInARow;
			const isTaken = await this.send([item]);
			if (experience.wrongInARow > wrongBefore) continue;
			// It does not find what is there; or there is no telling.
			experience.lookUps.isOff ||= isTaken;
			return await this.sendIfAny(unknown.slice(index + 1));
		}
		return await this.failed(unknown.slice(PROOFS), noting(thrown, NOT_FOUND));
	}

	private async sendIfAny(items: readonly Waiting[]): Promise<boolean> {
		return items.length > 0 && (await this.send(items));
	}

	private async halve(items: readonly Waiting[], isWrong: boolean): Promise<boolean> {
		return await this.part(items, Math.ceil(items.length / 2), isWrong);
	}

	private async part(items: readonly Waiting[], at: number, isWrong: boolean): Promise<boolean> {
		const areTaken = await this.send(items.slice(0, at));
		return (await this.send(items.slice(at), isWrong && areTaken)) && areTaken;
	}

	private async failed(items: readonly Waiting[], thrown: unknown): Promise<false> {
		for (const { reject } of items) reject(thrown);
		await this.settled(items);
		return false;
	}

	/** Where a failure stops the run, it has done so before the next request. */
	private async settled(items: readonly Waiting[]): Promise<void> {
		for (const { itemIndex } of items) await this.works.get(itemIndex);
	}
}

function give({ part, resolve, reject }: Waiting, share: Share, request: SharedRequest): void {
	try {
		resolve(contentsOf(part, share, request));
	} catch (thrown) {
		reject(thrown);
	}
}

/** @throws {ServiceProblem} for an entry that is not known to be applied */
function contentsOf(part: BulkPart, share: Share, request: SharedRequest): ItemContent[] {
	const { client, operation, values } = part;
	if (!share) throw sharing(new ServiceProblem(UNNAMED), request);
	if ('refused' in share) throw refusal(part, share.refused, request);
	const { record } = share;
	if (!part.bulk.isPaid(record as IDataObject)) throw sharing(contradiction(client.shown(record)), request);
	return toJsonItems(operation.response, record, values).map((json) => ({ json }));
}

function refusal({ client, operation }: BulkPart, refused: unknown, request: SharedRequest): ServiceProblem {
	// Hidden before it is cut short: a part of a key would not be found.
	const said = client.shown(refused);
	const advice = adviceFor(operation.policy.advice, refused);
	return new ServiceProblem({
		message: `The service refused this entry: ${serviceWords(said) || 'it does not say why'}`,
		description: `${advice} ${OUTCOME_WORDS.notApplied}`.trim(),
		outcome: 'notApplied',
		details: said,
		request,
	});
}

/** A refusal of several entries of which some may have been applied, and which does not say so of this one. */
function inDoubt(thrown: ServiceProblem): ServiceProblem {
	const { problem } = thrown;
	if (problem.outcome === 'unknown') return thrown;
	return new ServiceProblem({
		...problem,
		message: `${problem.message.replace(/\.$/, '')}; this entry may have been applied`,
		description: OUTCOME_WORDS.unknown,
		outcome: 'unknown',
	});
}

/** An entry in an answer that took the request, which says of itself that it was not done. */
function contradiction(said: unknown): ServiceProblem {
	const words = serviceWords(said);
	return new ServiceProblem({
		message: `The service did not confirm this entry${words && `: ${words.replace(/\.$/, '')}`}; it may have been applied`,
		description: OUTCOME_WORDS.unknown,
		outcome: 'unknown',
		details: said,
	});
}

const UNNAMED = {
	message: 'The answer does not say what became of this entry; it may have been applied',
	description: OUTCOME_WORDS.unknown,
	outcome: 'unknown',
} as const;

/** Whatever its status is about, its rows decide. */
function isRefusal({ problem: { status = 0 } }: ServiceProblem): boolean {
	return Math.floor(status / 100) === 4;
}

function isAboutEntries({ problem: { outcome, status } }: ServiceProblem): boolean {
	return outcome === 'notApplied' && ABOUT_ENTRIES.has(status);
}

/** The same failure, with the request that it is of. */
function sharing({ problem }: ServiceProblem, request: SharedRequest): ServiceProblem {
	const others = request.items - 1;
	const company =
		others === 0 ? '' : ` It shared request ${request.number} of this run with ${others} other items.`;
	return new ServiceProblem({ ...problem, description: `${problem.description}${company}`, request });
}

const ALL_FOUND =
	'The service finds every member of that request, so it is about what its items have in common: the currency, the initiator or the realm.';

const NOT_FOUND =
	'The service finds no such member in this realm, and refused others like it alone, so this one was not sent alone.';

/** The same refusal, with what else is known of it. */
function noting({ problem }: ServiceProblem, note: string): ServiceProblem {
	return new ServiceProblem({ ...problem, description: `${problem.description} ${note}` });
}

function stopped(): NotApplied {
	const problem = new InvalidParameter('The run stopped before this item was sent', 'Nothing was sent.');
	return new NotApplied(problem, true);
}
