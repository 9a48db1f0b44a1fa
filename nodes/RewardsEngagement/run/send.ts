import type { Client } from '../api/client';
import { questionOf } from '../api/http';
import { listIn } from '../api/records';
import type { OperationRequest } from '../api/request';
import type { ItemContent } from '../declare/operation';
import { anything, bare, toJsonItems } from '../declare/response';
import { toProblem, UNSENT, type Progress } from '../errors';
import { copyOfJson } from '../shared/json';
import { yieldToEventLoop } from '../shared/yieldToEventLoop';
import { sendBulk } from './bulk';
import { showRequest } from './dryRun';
import type { AnyJob, Job, LocalJob, Run, Unit } from './job';
import { withPayment } from './payment';
import { hideFromModel } from './readItem';
import type { Result } from './results';

/** Takes the result of a job. */
export type End = (job: AnyJob, result: Result) => void;

/**
 * Sends a unit and ends each of its jobs. A job has no end if the run stopped before it, or if it needs a pause of the
 * execution.
 */
export async function sendUnit(run: Run, unit: Unit, end: End): Promise<void> {
	const [first] = unit;
	if (!first.client) return end(first, await runLocal(run, first));
	const jobs = unit as readonly Job[];
	if (first.isDryRun) return await showUnit(run, jobs, end);
	if (!first.isBulk) {
		const result = await sendJob(run, first);
		return result && end(first, result);
	}
	const shared = { goesOn: () => run.results.goesOn, numberRequest: () => ++run.sharedRequests };
	await sendBulk(jobs, shared, (job, result) => end(job, outputOf(job, result, first.client.progress)));
}

/** Runs an operation that sends nothing. */
async function runLocal(
	{ context, client }: Run,
	{ itemIndex, operation, values }: LocalJob,
): Promise<Result> {
	try {
		return { contents: await operation.run({ context, itemIndex, values, connection: client.connection }) };
	} catch (thrown) {
		return { problem: toProblem(thrown, UNSENT) };
	}
}

/** Shows what would be sent for the jobs that would share a request. */
async function showUnit(run: Run, jobs: readonly Job[], end: End): Promise<void> {
	const shared = jobs[0]?.isBulk ? { number: ++run.sharedRequests, items: jobs.length } : undefined;
	for (const job of jobs) {
		try {
			end(job, { contents: await showRequest(run.context, job, shared), note: 'dryRun' });
		} catch (thrown) {
			end(job, problemOf(job, thrown));
		}
	}
}

/** Sends the request of a job that shares it with no other. */
async function sendJob(run: Run, job: Job): Promise<Result | undefined> {
	const { context, longWait } = run;
	const { operation, client, values, request } = job;
	try {
		const readList = async (list: OperationRequest) => await readListOnce(run, client, list);
		const found = operation.perform
			? await operation.perform({ context, client, values, request, readList }, longWait)
			: await askOnce(run, job);
		if (!found) return undefined;
		const contents: ItemContent[] = [];
		for (const content of found) {
			// One item may have requested a long list.
			if (contents.length > 0) await yieldToEventLoop();
			contents.push(formed(job, content));
		}
		return { contents };
	} catch (thrown) {
		return problemOf(job, thrown);
	}
}

/**
 * The result of a bulk request for a job, in the form that the user has chosen.
 *
 * @param progress of the request
 */
function outputOf(job: Job, result: Result, progress: Progress): Result {
	if ('problem' in result) return problemOf(job, result.problem, progress);
	try {
		return { contents: result.contents.map((content) => formed(job, content)) };
	} catch (thrown) {
		return problemOf(job, thrown, progress);
	}
}

function formed(job: Job, content: ItemContent): ItemContent {
	const { payment } = job.operation;
	const json = payment ? withPayment(payment, job, content.json) : content.json;
	return { ...content, json: job.output.give(json) };
}

function problemOf({ client, output }: Job, thrown: unknown, progress = client.progress): Result {
	return { problem: hideFromModel(toProblem(thrown, progress), output.keptFromModel) };
}

/** The response for a job. Identical reads of a run share one, or its failure. All but the first get a copy. */
async function askOnce(run: Run, job: Job): Promise<readonly ItemContent[]> {
	const { client, request } = job;
	if (request.policy.effect !== 'read') return await ask(job);
	const form = `${isFullResponse(job)} ${request.listing?.maxRecords}`;
	const question = `${form} ${questionOf(client.connection, request)}`;
	const known = run.reads.get(question);
	if (!known) {
		const asked = ask(job);
		run.reads.set(question, asked);
		return await asked;
	}
	return await copiesOf(await known);
}

/** The records of a list. Equal lists of a run share one response, or its failure. */
async function readListOnce({ lists }: Run, client: Client, request: OperationRequest): Promise<unknown[]> {
	const question = questionOf(client.connection, request);
	const known = lists.get(question) ?? recordsOfPages(client, request);
	lists.set(question, known);
	return await copiesOf(await known);
}

/** A copy for each item, because a node after this one may change its items. */
async function copiesOf<T>(records: readonly T[]): Promise<T[]> {
	const copies: T[] = [];
	for (const record of records) {
		await yieldToEventLoop();
		copies.push(copyOfJson(record));
	}
	return copies;
}

async function recordsOfPages(client: Client, request: OperationRequest): Promise<readonly unknown[]> {
	const pages: unknown[][] = [];
	for await (const body of client.pages(request)) pages.push(body === undefined ? [] : listIn(body));
	return pages.flat();
}

async function ask(job: Job): Promise<ItemContent[]> {
	const { operation, client, request } = job;
	if (operation.response.kind !== 'list') return recordsOf(job, (await client.send(request)).body);
	const contents: ItemContent[] = [];
	for await (const body of client.pages(request)) {
		for (const content of recordsOf(job, body)) contents.push(content);
	}
	return isFullResponse(job) ? contents : contents.slice(0, request.listing?.maxRecords);
}

function recordsOf(job: Job, body: unknown): ItemContent[] {
	const { operation, values } = job;
	// A read with an empty response found nothing.
	if (body === undefined && operation.effect === 'read') return [];
	const shape = isFullResponse(job) ? bare(anything) : operation.response;
	return toJsonItems(shape, body, values).map((json) => ({ json }));
}

/** Whether the whole response is wanted, and not only its records. */
function isFullResponse({ values }: Job): boolean {
	return values.fullResponse === true;
}
