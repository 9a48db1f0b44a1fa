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

const TYPE = 'export.finished';

interface Position extends IDataObject {
	/** The jobs, shortened, and whether each is over. The next poll requests them in this order. */
	jobs: Record<string, 'running' | 'over'>;
}

const schema: z.ZodType<Position> = z.object({ jobs: z.record(z.enum(['running', 'over'])) });

/**
 * An export job is done, has failed, or has expired. It requests only jobs that still run, one request each. It may
 * end early, because of the time, the rate limit, or a job that the service refuses. The next poll then starts with
 * the others.
 */
export function exportFinished(jobIds: readonly string[]): Poller<Position> {
	return {
		schema,
		read: async (position, reading) => await readJobs(jobIds, position, reading),
	};
}

async function readJobs(jobIds: readonly string[], position: Position | undefined, reading: Reading) {
	const { client, realmId, maxEvents, latest, hasTime, now } = reading;
	const ids = new Map(jobIds.map((jobId) => [shortOf(jobId), jobId]));
	const jobs = new Map(Object.entries(position?.jobs ?? {}).filter(([key]) => ids.has(key)));
	for (const key of ids.keys()) if (!jobs.has(key)) jobs.set(key, 'running');
	const events: PolledEvent[] = [];
	let failure: Error | undefined;
	let hasAnswer = false;
	for (const [key, known] of [...jobs]) {
		if (known === 'over') continue;
		if (events.length >= maxEvents || !hasTime()) break;
		const jobId = ids.get(key) as string;
		const found = await attempt(ask(client, jobId, Date.parse(now)));
		// It goes behind those that the poll does not come to.
		jobs.delete(key);
		jobs.set(key, 'running');
		if (found instanceof Error) {
			// At first, only having more jobs than the rate limit allows is no reason to give up.
			if (!position && !(hasAnswer && isForLimit(found))) throw found;
			failure = found;
			break;
		}
		hasAnswer = true;
		const { state, job } = found;
		if (state === 'running') continue;
		jobs.set(key, 'over');
		// A job that was over before the first look is not new.
		const isNew = position?.jobs[key] !== undefined || latest > 0;
		if (!isNew || state === 'deleted') continue;
		const timestamp = typeof job.completedAt === 'string' ? job.completedAt : now;
		const data = { state, job: client.shown(job) };
		events.push({ eventId: eventIdOf(TYPE, jobId), type: TYPE, timestamp, realmId, data });
	}
	return {
		events: position || latest === 0 ? events : events.slice(-latest),
		position: { jobs: Object.fromEntries(jobs) },
		failure,
	};
}

/** The job and its state. A deleted one cannot end in another way. */
async function ask(client: Client, jobId: string, now: number) {
	const answer = await attempt(client.send(getExport.request({ jobId })));
	if (isNotThere(answer)) return { job: {}, state: 'deleted' as const };
	if (answer instanceof Error) throw answer;
	const job = answer.body;
	const read = readExportJob(job);
	const isJob = isRecord(job) && Object.values(read).some((value) => value !== undefined);
	if (!isJob) throw unreadable('the response contains no export job');
	return { job: job as IDataObject, state: jobState(read, now) };
}

function isForLimit(thrown: unknown): boolean {
	return thrown instanceof Problem && thrown.told.failure?.cause === 'rate-limited';
}
