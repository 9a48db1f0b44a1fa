import type { IDataObject } from 'n8n-workflow';

import { OUTCOME_WORDS, unknownOutcome } from '../../api/describeProblem';
import { adviceFor, serviceWords } from '../../api/failures';
import { Problem, type SharedRequest } from '../../errors';
import { yieldToEventLoop } from '../../shared/yieldToEventLoop';
import type { Entry, Refusal, Share } from '../bulk';
import type { Job } from '../job';
import type { ItemContent } from '../operation';
import { toJsonItems } from '../response';
import { RUN_STOPPED, type Results } from '../results';
import { bulkOf, entriesOf, joined } from './entries';
import type { Waiting } from './gathering';
import { lookUp, type LookedUp } from './lookUp';

/** The status of a refusal because of too many entries. */
const TOO_LARGE = 413;

/**
 * Refusals that may be caused by one of the entries. Other refusals, such as for the key or the rate limit, concern
 * all entries.
 */
const ABOUT_ENTRIES: ReadonlySet<unknown> = new Set([400, 404, TOO_LARGE, 422]);

/** After this many items in a row were refused alone, the next items are no longer sent together. */
const WRONG_IN_A_ROW = 3;

/** How many items that the service does not find are sent alone anyway, before the look-up is trusted. */
const PROOFS = 3;

/**
 * Sends the entries of several jobs in one request. If it is refused, it is split until the wrong jobs are alone: by
 * a look-up of their records, or by halves. An entry that may have been applied is never sent again.
 *
 * It remembers what the requests of a run have shown so far.
 */
export class BulkRequests {
	private requests = 0;

	/** Jobs that were refused alone since the last accepted request. */
	private wrongInARow = 0;

	/** This many jobs, or more, are too large for one request. */
	private tooMany = Infinity;

	/** Whether look-ups fail, or give wrong results. */
	private isLookUpOff = false;

	constructor(private readonly results: Pick<Results, 'goesOn' | 'goesOnAfterFailures'>) {}

	/** Tells the jobs of a dry run which request they would share. */
	announce(jobs: readonly Job[]): void {
		if (jobs.length === 0) return;
		const request = { number: ++this.requests, items: jobs.length };
		for (const job of jobs) job.wouldShare = request;
	}

	/**
	 * @param isWrong whether one of them must be wrong, because the rest of a refused request was right
	 * @returns whether all of them were accepted
	 */
	async send(items: readonly Waiting[], isWrong = false): Promise<boolean> {
		if (!this.results.goesOn) return await failed(items, RUN_STOPPED);
		if (items.length > 1 && this.wrongInARow >= WRONG_IN_A_ROW) return await this.part(items, 1, isWrong);
		if (items.length > 1 && (isWrong || items.length >= this.tooMany))
			return await this.halve(items, isWrong);
		const request: SharedRequest = { number: ++this.requests, items: items.length };
		const answer = await answerTo(items.map(({ job }) => job));
		if ('thrown' in answer) return await this.notTaken(items, answer.thrown, request);
		this.wrongInARow = 0;
		const shares = bulkOf((items[0] as Waiting).job).split(answer.body, entriesIn(items));
		return await given(items, shares, request, () => new Problem(UNNAMED), true);
	}

	private async notTaken(
		items: readonly Waiting[],
		thrown: unknown,
		request: SharedRequest,
	): Promise<boolean> {
		if (!(thrown instanceof Problem)) return await failed(items, thrown);
		const bulk = bulkOf((items[0] as Waiting).job);
		const rows = isRefusal(thrown) && bulk.splitRefusal(thrown.wholeAnswer, entriesIn(items));
		if (rows) return await refusedByRows(items, rows, thrown, request);
		if (!isAboutEntries(thrown)) return await failed(items, sharing(thrown, request));
		if (items.length > 1 && bulk.refuses === 'each' && thrown.told.status !== TOO_LARGE)
			return await failed(items, sharing(inDoubt(thrown), request));
		if (items.length > 1) return await this.refused(items, sharing(thrown, request));
		this.wrongInARow += 1;
		return await failed(items, sharing(thrown, request));
	}

	/** Handles a request that was refused as a whole. */
	private async refused(items: readonly Waiting[], thrown: Problem): Promise<boolean> {
		if (thrown.told.status === TOO_LARGE) {
			this.tooMany = items.length;
			return await this.halve(items, false);
		}
		const looked = await this.lookUp(items, thrown);
		return looked ? await this.sendLookedUp(looked, thrown) : await this.halve(items, true);
	}

	private async sendLookedUp(
		{ known, unknown, others }: LookedUp<Waiting>,
		thrown: Problem,
	): Promise<boolean> {
		if (unknown.length === 0) {
			if (others === 1) return await failed(known, noting(thrown, ALL_FOUND));
			return await this.halve(known, true);
		}
		if (known.length > 0) await this.send(known);
		for (const [index, item] of unknown.slice(0, PROOFS).entries()) {
			const wrongBefore = this.wrongInARow;
			const isTaken = await this.send([item]);
			if (this.wrongInARow > wrongBefore) continue;
			// Either the look-up does not find existing records, or there is no way to tell.
			this.isLookUpOff ||= isTaken;
			return await this.sendIfAny(unknown.slice(index + 1));
		}
		return await failed(unknown.slice(PROOFS), noting(thrown, NOT_FOUND));
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

	/** Not used if a failure stops the run: the items are then sent in order, which soon reaches the wrong one. */
	private async lookUp(items: readonly Waiting[], thrown: Problem): Promise<LookedUp<Waiting> | undefined> {
		if (!this.results.goesOnAfterFailures || this.isLookUpOff) return undefined;
		const looked = await lookUp(items, thrown);
		this.isLookUpOff = looked === 'unanswered';
		return looked === 'unanswered' ? undefined : looked;
	}
}

/** A refusal whose rows name the outcome of entries. Nothing of it is sent again. */
async function refusedByRows(
	items: readonly Waiting[],
	{ shares, mayHaveActed }: Refusal,
	thrown: Problem,
	request: SharedRequest,
): Promise<boolean> {
	const { refuses } = bulkOf((items[0] as Waiting).job);
	const isKnown = !mayHaveActed && (refuses === 'all' || items.length === 1);
	return await given(items, shares, request, () => (isKnown ? thrown : inDoubt(thrown)), false);
}

/**
 * Gives each job its share.
 *
 * @param unnamed the error for a job without a share
 */
async function given(
	items: readonly Waiting[],
	shares: readonly Share[],
	request: SharedRequest,
	unnamed: () => Problem,
	areTaken: boolean,
): Promise<boolean> {
	for (const [index, { job, resolve, reject }] of items.entries()) {
		await yieldToEventLoop();
		try {
			const share = shares[index];
			if (!share) throw sharing(unnamed(), request);
			resolve(contentsOf(job, share, request));
		} catch (thrown) {
			reject(thrown);
		}
	}
	await settled(items);
	return areTaken;
}

async function failed(items: readonly Waiting[], thrown: unknown): Promise<boolean> {
	for (const { reject } of items) reject(thrown);
	await settled(items);
	return false;
}

/** If a failure stops the run, that happens here, before the next request. */
async function settled(items: readonly Waiting[]): Promise<void> {
	for (const item of items) await item.settled();
}

/** The response to a request. All jobs that share it get its progress. */
async function answerTo(jobs: readonly Job[]): Promise<{ body: unknown } | { thrown: unknown }> {
	const [{ client }] = jobs as readonly [Job];
	try {
		const { body } = await client.send(joined(jobs));
		return { body };
	} catch (thrown) {
		return { thrown };
	} finally {
		for (const { progress } of jobs.map((job) => job.client)) {
			progress.hasSent ||= client.progress.hasSent;
			progress.mayHaveActed ||= client.progress.mayHaveActed;
		}
	}
}

function entriesIn(items: readonly Waiting[]): Entry[] {
	return items.flatMap(({ job }) => entriesOf(job.request));
}

/** @throws {Problem} for an entry that is not known to be applied */
function contentsOf(job: Job, share: NonNullable<Share>, request: SharedRequest): ItemContent[] {
	const { client, operation, values } = job;
	if ('refused' in share) throw refusal(job, share.refused, request);
	const { record } = share;
	if (!bulkOf(job).isPaid(record as IDataObject)) throw sharing(contradiction(client.shown(record)), request);
	return toJsonItems(operation.response, record, values).map((json) => ({ json }));
}

function refusal({ client, operation }: Job, refused: unknown, request: SharedRequest): Problem {
	// Hide secrets before the text is shortened: part of a key would not be recognized.
	const said = client.shown(refused);
	const advice = adviceFor(operation.policy.advice, refused);
	return new Problem({
		message: `The service rejected this entry: ${serviceWords(said) || 'it gave no reason'}`,
		advice: `${OUTCOME_WORDS.notApplied} ${advice}`.trim(),
		outcome: 'notApplied',
		answer: said,
		request,
	});
}

/**
 * The error for an entry of a refused request that may have applied some entries, if the refusal does not name this
 * one.
 */
function inDoubt(thrown: Problem): Problem {
	const { told: problem } = thrown;
	if (problem.outcome === 'unknown') return thrown;
	return new Problem({
		...problem,
		message: unknownOutcome(problem.message),
		advice: OUTCOME_WORDS.unknown,
		outcome: 'unknown',
	});
}

/** The error for an entry that says it was not done, although the request was accepted. */
function contradiction(said: unknown): Problem {
	const words = serviceWords(said);
	return new Problem({
		message: `Outcome unknown: the service did not confirm this entry${words && `: ${words.replace(/\.$/, '')}`}`,
		advice: OUTCOME_WORDS.unknown,
		outcome: 'unknown',
		answer: said,
	});
}

const UNNAMED = {
	message: 'Outcome unknown: the response does not mention this entry',
	advice: OUTCOME_WORDS.unknown,
	outcome: 'unknown',
} as const;

/** The rows of a refusal decide, whatever its status means. */
function isRefusal({ told: { status = 0 } }: Problem): boolean {
	return Math.floor(status / 100) === 4;
}

function isAboutEntries({ told: { outcome, status } }: Problem): boolean {
	return outcome === 'notApplied' && ABOUT_ENTRIES.has(status);
}

/** The error, with the shared request that it belongs to. */
function sharing({ told: problem }: Problem, request: SharedRequest): Problem {
	const others = request.items - 1;
	const company =
		others === 0 ? '' : ` It shared request ${request.number} of this run with ${others} other items.`;
	return new Problem({ ...problem, advice: `${problem.advice}${company}`, request });
}

const ALL_FOUND =
	'The service finds every member of that request. Check the values that its items share: the currency, the initiator and the realm.';

const NOT_FOUND =
	'The service does not find this member in this realm. It rejected similar items one by one, so this item was not sent again on its own.';

/** The error, with more advice. */
function noting({ told: problem }: Problem, note: string): Problem {
	return new Problem({ ...problem, advice: `${problem.advice} ${note}` });
}
