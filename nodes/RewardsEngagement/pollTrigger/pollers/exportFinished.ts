import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { Client } from '../../api/client';
import { getExport } from '../../resources/export/get';
import { jobState } from '../../resources/export/jobState';
import { readExportJob } from '../../resources/export/record';
import { isNotThere, Problem } from '../../errors';
import { isRecord } from '../../shared/json';
import {
	attempt,
	eventIdOf,
	shortOf,
	unreadable,
	type Poller,
	type PolledEvent,
	type Reading,
} from '../poller';

interface Position extends IDataObject {
	/** The jobs that were requested so far, shortened, and whether each is over. */
	jobs: Record<string, 'running' | 'over'>;
	/** The last job that was requested, shortened, if the poll ended before the other jobs. */
	last?: string;
}

const schema: z.ZodType<Position> = z.object({
	jobs: z.record(z.enum(['running', 'over'])),
	last: z.string().optional(),
});

/**
 * An export job is done, has failed, or has expired. It requests only jobs that still run, one request each. It may
 * end early, because of the time, the rate limit, or a job that the service refuses. The next poll then starts after
 * it.
 */
export function exportFinished(jobIds: readonly string[]): Poller<Position> {
	return {
		scope: '',
		schema,
		read: async (position, reading) => await readJobs(jobIds, position, reading),
	};
}

async function readJobs(jobIds: readonly string[], position: Position | undefined, reading: Reading) {
	const { client, maxEvents, latest, hasTime, now } = reading;
	const jobs: Position['jobs'] = Object.fromEntries(
		jobIds.map((jobId) => [shortOf(jobId), position?.jobs[shortOf(jobId)] ?? 'running']),
	);
	const events: PolledEvent[] = [];
	let failure: Error | undefined;
	let last: string | undefined;
	let isComplete = true;
	let asked = 0;
	for (const jobId of after(position?.last, jobIds)) {
		const key = shortOf(jobId);
		if (jobs[key] === 'over') continue;
		isComplete = events.length < maxEvents && hasTime();
		if (!isComplete) break;
		last = key;
		const found = await attempt(ask(client, jobId, Date.parse(now)));
		if (found instanceof Error) {
			// At first, only having more jobs than the rate limit allows is no reason to give up.
			if (!position && (asked === 0 || !isForLimit(found))) throw found;
			failure = found;
			isComplete = false;
			break;
		}
		asked++;
		if (found.state === 'running') continue;
		jobs[key] = 'over';
		// A job that was over before the first look is not new.
		const isNew = position?.jobs[key] !== undefined || latest > 0;
		if (isNew && found.state !== 'deleted') events.push(eventOf(jobId, found, reading));
	}
	return {
		events: position || latest === 0 ? events : events.slice(-latest),
		position: { jobs, ...(!isComplete && last !== undefined && { last }) },
		failure,
	};
}

function eventOf(
	jobId: string,
	{ job, state }: { job: IDataObject; state: string },
	{ client, realmId, now }: Reading,
): PolledEvent {
	return {
		eventId: eventIdOf('export.finished', jobId),
		type: 'export.finished',
		timestamp: completedAt(job) ?? now,
		realmId,
		data: { state, job: client.shown(job) },
	};
}

/** All jobs, starting after one of them. */
function after(last: string | undefined, jobIds: readonly string[]): string[] {
	const begin = jobIds.findIndex((jobId) => shortOf(jobId) === last) + 1;
	return [...jobIds.slice(begin), ...jobIds.slice(0, begin)];
}

async function ask(client: Client, jobId: string, now: number) {
	const answer = await attempt(client.send(getExport.request({ jobId })));
	// A deleted job cannot end in another way.
	if (isNotThere(answer)) return { job: {}, state: 'deleted' as const };
	if (answer instanceof Error) throw answer;
	const { body } = answer;
	const job = readExportJob(body);
	if (!isRecord(body) || Object.values(job).every((value) => value === undefined)) {
		throw unreadable('the response contains no export job');
	}
	return { job: body as IDataObject, state: jobState(job, now) };
}

function isForLimit(thrown: unknown): boolean {
	return thrown instanceof Problem && thrown.told.failure?.cause === 'rate-limited';
}

function completedAt({ completedAt: when }: IDataObject): string | undefined {
	return typeof when === 'string' ? when : undefined;
}
