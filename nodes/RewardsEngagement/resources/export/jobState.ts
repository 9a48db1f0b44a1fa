import { Problem } from '../../errors';
import { timeOf } from '../../shared/times';
import type { ExportJob } from './record';

export type JobState = 'running' | 'done' | 'failed' | 'expired';

/**
 * The state of an export job. Its status words are not documented, so its times, its error and the address of its
 * file decide. Only plain status words count. With any other word the job is still running.
 *
 * @param now milliseconds since 1970
 */
export function jobState(job: ExportJob, now: number): JobState {
	const status = job.status?.trim().toLowerCase() ?? '';
	if (job.error || FAILED.has(status)) return 'failed';
	if (status === 'expired' || (timeOf(job.expiresAt) ?? Infinity) <= now) return 'expired';
	return job.completedAt || job.blobUrl || DONE.has(status) ? 'done' : 'running';
}

const DONE = new Set(['completed', 'complete', 'done', 'finished', 'succeeded', 'success', 'ready']);
const FAILED = new Set(['failed', 'failure', 'error', 'cancelled', 'canceled', 'aborted']);

export function jobProblem(job: ExportJob, state: 'failed' | 'expired'): Problem {
	const isFailed = state === 'failed';
	return new Problem({
		message: isFailed
			? `The export was not completed: ${job.error || `its status is "${job.status}"`}`
			: `The export expired${job.expiresAt ? ` at ${job.expiresAt}` : ''}`,
		advice: isFailed
			? 'Start the export again in the dashboard of the service and use its new job ID.'
			: 'Its file is no longer there. Start the export again in the dashboard of the service and use its new job ID.',
		outcome: 'notApplied',
		answer: job,
	});
}
