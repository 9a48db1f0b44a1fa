import { adviceFor, serviceWords } from '../api/failures';
import type { OperationRequest } from '../api/request';
import { hasRowsOfEntries, isPlainRefusal, type Bulk, type Entry } from '../declare/bulk';
import { toJsonItems } from '../declare/response';
import { isUnsent, OUTCOME_WORDS, Problem, toProblem, unknownOutcome, type SharedRequest } from '../errors';
import { isRecord } from '../shared/json';
import { yieldToEventLoop } from '../shared/yieldToEventLoop';
import { sharesOf, type Share } from './bulkRows';
import type { Job } from './job';
import { RUN_STOPPED, type Result } from './results';

/** The body field with the entries of a request. */
const ENTRIES = 'updates';

/** The service did not read a request of this size. */
const TOO_LARGE = 413;

/** Refusals that one of several entries may have caused. A 403 concerns the key. */
const ABOUT_AN_ENTRY: ReadonlySet<number> = new Set([400, 404, 422]);

/**
 * Sends the entries of several jobs in one request, and ends each job. A refused request of the all-or-nothing
 * endpoint is halved, in order, while the run continues. It ends with the wrong entries alone. An entry that may have
 * been applied is never sent again. Jobs that were not sent because the run stopped do not end.
 *
 * @param jobs with requests that are equal {@link withoutEntries}. The client of the first one sends.
 * @param run `goesOn` says whether more requests may be sent. `numberRequest` counts those of the run, from 1.
 */
export async function sendBulk(
	jobs: readonly Job[],
	run: { goesOn: () => boolean; numberRequest: () => number },
	end: (job: Job, result: Result) => void,
): Promise<void> {
	const [first] = jobs;
	if (!first || !run.goesOn()) return;
	const bulk = bulkOf(first);
	const request: SharedRequest = { number: run.numberRequest(), items: jobs.length };
	const endAll = (problem: Problem) => jobs.forEach((job) => end(job, { problem }));
	let body: unknown;
	let unnamed = UNNAMED;
	try {
		({ body } = await first.client.send(joined(jobs)));
	} catch (thrown) {
		const problem = toProblem(thrown, first.client.progress);
		if (!(thrown instanceof Problem) || isUnsent(thrown) || thrown === RUN_STOPPED) return endAll(problem);
		const meaning = meaningOf(problem, bulk, jobs.length);
		if (meaning === 'ofAll') return endAll(withRequest(problem, request));
		if (meaning === 'unknown') return endAll(withRequest(asUnknown(problem), request));
		if (meaning === 'halves') {
			const middle = Math.ceil(jobs.length / 2);
			await sendBulk(jobs.slice(0, middle), run, end);
			return await sendBulk(jobs.slice(middle), run, end);
		}
		body = problem.wholeAnswer;
		unnamed = asUnknown(problem);
	}
	const shares = sharesOf(bulk, body, jobs.flatMap(entriesIn));
	for (const [index, job] of jobs.entries()) {
		await yieldToEventLoop();
		try {
			end(job, resultOf(job, shares[index] as Share, request, unnamed));
		} catch (thrown) {
			end(job, { problem: toProblem(thrown, first.client.progress) });
		}
	}
}

/**
 * What a failed request means for its entries. Its outcome is that of all entries, all are unknown, they have rows, or
 * each half may be sent.
 */
function meaningOf(problem: Problem, bulk: Bulk, count: number): 'ofAll' | 'unknown' | 'rows' | 'halves' {
	const { wholeAnswer: answer } = problem;
	const { outcome, status = 0 } = problem.told;
	if (status < 400 || status >= 500) return 'ofAll';
	if (hasRowsOfEntries(bulk, answer)) return 'rows';
	// The body may show that an entry was applied.
	if (!isPlainRefusal(bulk, answer)) return 'unknown';
	if (count === 1 || outcome !== 'notApplied') return 'ofAll';
	if (status === TOO_LARGE) return 'halves';
	if (!ABOUT_AN_ENTRY.has(status)) return 'ofAll';
	// A service that applies each entry separately may have applied others before the wrong one.
	if (bulk.refused !== undefined) return 'unknown';
	// A web page with the same status says nothing about entries.
	return isRecord(answer) ? 'halves' : 'ofAll';
}

/** @param unnamed the error for an entry that the response does not name */
function resultOf(
	{ client, operation, values }: Job,
	{ outcome, row }: Share,
	request: SharedRequest,
	unnamed: Problem,
): Result {
	if (!row) return { problem: withRequest(unnamed, request) };
	if (outcome === 'applied') {
		return { contents: toJsonItems(operation.response, row, values).map((json) => ({ json })) };
	}
	// Hide secrets before the text is shortened: part of a key would not be recognized.
	const answer = client.shown(row);
	const words = serviceWords(answer);
	if (outcome === 'unknown') {
		const message = `Outcome unknown: the service did not confirm this entry${words && `: ${words.replace(/\.$/, '')}`}`;
		const problem = new Problem({ message, advice: OUTCOME_WORDS.unknown, outcome, answer });
		return { problem: withRequest(problem, request) };
	}
	const message = `The service rejected this entry: ${words || 'it gave no reason'}`;
	const advice = `${OUTCOME_WORDS.notApplied} ${adviceFor(operation.policy.advice, row)}`.trim();
	return { problem: new Problem({ message, advice, outcome, answer, request }) };
}

const UNNAMED = new Problem({
	message: 'Outcome unknown: the response does not mention this entry',
	advice: OUTCOME_WORDS.unknown,
	outcome: 'unknown',
});

/** The error for an entry of a request of which some entries may have been applied. */
function asUnknown(problem: Problem): Problem {
	const { told } = problem;
	if (told.outcome === 'unknown') return problem;
	const message = unknownOutcome(told.message);
	return new Problem({ ...told, message, advice: OUTCOME_WORDS.unknown, outcome: 'unknown' });
}

/** The error, with the request that several items share. */
function withRequest({ told }: Problem, request: SharedRequest): Problem {
	const others = request.items - 1;
	const company =
		others === 0 ? '' : ` It shared request ${request.number} of this run with ${others} other items.`;
	return new Problem({ ...told, advice: `${told.advice ?? ''}${company}`, request });
}

function bulkOf({ operation }: Pick<Job, 'operation'>): Bulk {
	return operation.bulk as Bulk;
}

/** Identifies whose balance a job changes, with the realm. */
export function holderOf(job: Job): string {
	return `${job.request.path.text} ${entriesIn(job).map(bulkOf(job).holderOf).join()}`;
}

/** The part of a request that must be equal for jobs that share it. */
export function withoutEntries({ method, path, query, body }: OperationRequest): unknown {
	return [method, path.text, query, { ...body, [ENTRIES]: undefined }];
}

/** One request for several jobs, with their entries in this order. */
function joined(jobs: readonly Job[]): OperationRequest {
	const [{ request }] = jobs as readonly [Job];
	return {
		...request,
		// A response does not say which of several entries it means.
		names: jobs.length > 1 ? undefined : request.names,
		body: { ...request.body, [ENTRIES]: jobs.flatMap(entriesIn) },
	};
}

function entriesIn({ request: { body } }: Job): Entry[] {
	return body?.[ENTRIES] as Entry[];
}
