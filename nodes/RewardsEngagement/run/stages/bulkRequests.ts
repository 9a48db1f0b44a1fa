import { adviceFor, serviceWords } from '../../api/failures';
import type { OperationRequest } from '../../api/request';
import { isPlainRefusal, type Bulk, type Entry } from '../../declare/bulk';
import type { ItemContent } from '../../declare/operation';
import { toJsonItems } from '../../declare/response';
import { isUnsent, OUTCOME_WORDS, Problem, unknownOutcome, type SharedRequest } from '../../errors';
import { isRecord } from '../../shared/json';
import { yieldToEventLoop } from '../../shared/yieldToEventLoop';
import { hasRowsOfEntries, sharesOf, type Share } from '../bulkRows';
import type { Job } from '../job';
import { RUN_STOPPED, type Results } from '../results';
import type { Waiting } from './gathering';

/** The body field with the entries of a request. */
const ENTRIES = 'updates';

/** The service did not read a request of this size. */
const TOO_LARGE = 413;

/** Refusals after which halves are sent. */
const HALVED: ReadonlySet<number> = new Set([400, 404, TOO_LARGE, 422]);

/** Refusals that one of several entries may have caused, after others were applied. A 403 concerns the key. */
const ABOUT_AN_ENTRY: ReadonlySet<number> = new Set([400, 404, 422]);

/** Sends the entries of several jobs in one request. An entry that may have been applied is never sent again. */
export class BulkRequests {
	private requests = 0;

	constructor(private readonly results: Pick<Results, 'goesOn'>) {}

	/** Tells the jobs of a dry run which request they would share. */
	announce(jobs: readonly Job[]): void {
		if (jobs.length === 0) return;
		const request = { number: ++this.requests, items: jobs.length };
		for (const job of jobs) job.wouldShare = request;
	}

	async send(items: readonly Waiting[]): Promise<void> {
		if (!this.results.goesOn) return await rejectAll(items, RUN_STOPPED);
		const jobs = items.map(({ job }) => job);
		const bulk = bulkOf(jobs[0] as Job);
		const request: SharedRequest = { number: ++this.requests, items: items.length };
		const answer = await answerTo(jobs);
		if ('thrown' in answer) return await this.notTaken(items, bulk, answer.thrown, request);
		await settleByRows(items, sharesOf(bulk, answer.body, entriesIn(jobs)), request, UNNAMED);
	}

	private async notTaken(
		items: readonly Waiting[],
		bulk: Bulk,
		thrown: unknown,
		request: SharedRequest,
	): Promise<void> {
		if (!(thrown instanceof Problem) || isUnsent(thrown)) return await rejectAll(items, thrown);
		const { wholeAnswer: answer } = thrown;
		const { outcome, status = 0 } = thrown.told;
		const isRefused = status >= 400 && status < 500;
		if (isRefused && hasRowsOfEntries(bulk, answer)) {
			const shares = sharesOf(bulk, answer, entriesIn(items.map(({ job }) => job)));
			return await settleByRows(items, shares, request, asUnknown(thrown));
		}
		const isShared = items.length > 1 && outcome === 'notApplied';
		const isOneByOne = bulk.refused !== undefined;
		const mayHaveActed =
			isRefused && (!isPlainRefusal(bulk, answer) || (isOneByOne && isShared && ABOUT_AN_ENTRY.has(status)));
		if (mayHaveActed) return await rejectAll(items, withRequest(asUnknown(thrown), request));
		// A web page with the same status says nothing about entries.
		const isHalved = isShared && HALVED.has(status) && (isRecord(answer) || status === TOO_LARGE);
		if (!isHalved) return await rejectAll(items, withRequest(thrown, request));
		await this.halve(items);
	}

	/** In order, so that changes of one record keep theirs. It ends with the wrong entries alone. */
	private async halve(items: readonly Waiting[]): Promise<void> {
		const middle = Math.ceil(items.length / 2);
		await this.send(items.slice(0, middle));
		await this.send(items.slice(middle));
	}
}

/** Gives each job its share. `unnamed` is the error for a job that the response does not name. */
async function settleByRows(
	items: readonly Waiting[],
	shares: readonly Share[],
	request: SharedRequest,
	unnamed: Problem,
): Promise<void> {
	for (const [index, { job, resolve, reject }] of items.entries()) {
		await yieldToEventLoop();
		try {
			resolve(contentsOf(job, shares[index] as Share, request, unnamed));
		} catch (thrown) {
			reject(thrown);
		}
	}
	await untilSettled(items);
}

async function rejectAll(items: readonly Waiting[], thrown: unknown): Promise<void> {
	for (const { reject } of items) reject(thrown);
	await untilSettled(items);
}

/** If a failure stops the run, that happens here, before the next request. */
async function untilSettled(items: readonly Waiting[]): Promise<void> {
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

/** @throws {Problem} for an entry that is not known to be applied */
function contentsOf(
	{ client, operation, values }: Job,
	{ outcome, row }: Share,
	request: SharedRequest,
	unnamed: Problem,
): ItemContent[] {
	if (!row) throw withRequest(unnamed, request);
	if (outcome === 'applied') return toJsonItems(operation.response, row, values).map((json) => ({ json }));
	// Hide secrets before the text is shortened: part of a key would not be recognized.
	const answer = client.shown(row);
	const words = serviceWords(answer);
	if (outcome === 'unknown') {
		const message = `Outcome unknown: the service did not confirm this entry${words && `: ${words.replace(/\.$/, '')}`}`;
		const advice = OUTCOME_WORDS.unknown;
		throw withRequest(new Problem({ message, advice, outcome, answer }), request);
	}
	throw new Problem({
		message: `The service rejected this entry: ${words || 'it gave no reason'}`,
		advice: `${OUTCOME_WORDS.notApplied} ${adviceFor(operation.policy.advice, row)}`.trim(),
		outcome,
		answer,
		request,
	});
}

/** The error for an entry of a request of which some entries may have been applied. */
function asUnknown(thrown: Problem): Problem {
	const { told } = thrown;
	if (told.outcome === 'unknown') return thrown;
	return new Problem({
		...told,
		message: unknownOutcome(told.message),
		advice: OUTCOME_WORDS.unknown,
		outcome: 'unknown',
	});
}

const UNNAMED = new Problem({
	message: 'Outcome unknown: the response does not mention this entry',
	advice: OUTCOME_WORDS.unknown,
	outcome: 'unknown',
});

/** The error, with the request that several items share. */
function withRequest({ told }: Problem, request: SharedRequest): Problem {
	const others = request.items - 1;
	const company =
		others === 0 ? '' : ` It shared request ${request.number} of this run with ${others} other items.`;
	return new Problem({ ...told, advice: `${told.advice ?? ''}${company}`, request });
}

/** For a job with a bulk operation. */
export function bulkOf({ operation }: Pick<Job, 'operation'>): Bulk {
	return operation.bulk as Bulk;
}

/** Identifies whose balance a job changes, with the realm. */
export function holderOf(job: Job): string {
	const { request } = job;
	return `${request.path.text} ${entriesOf(request).map(bulkOf(job).holderOf).join()}`;
}

/** The part of a request that must be equal for jobs that share it. */
export function withoutEntries({ method, path, query, body }: OperationRequest): unknown {
	return [method, path.text, query, { ...body, [ENTRIES]: undefined }];
}

/** One request for several jobs, with their entries in this order. */
export function joined(jobs: readonly Job[]): OperationRequest {
	const [{ request }] = jobs as readonly [Job];
	return {
		...request,
		// A response does not say which of several entries it means.
		names: jobs.length > 1 ? undefined : request.names,
		body: { ...request.body, [ENTRIES]: entriesIn(jobs) },
	};
}

function entriesIn(jobs: readonly Job[]): Entry[] {
	return jobs.flatMap(({ request }) => entriesOf(request));
}

function entriesOf({ body }: OperationRequest): Entry[] {
	return body?.[ENTRIES] as Entry[];
}
