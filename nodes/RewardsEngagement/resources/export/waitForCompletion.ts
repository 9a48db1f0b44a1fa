import { path } from '../../api/path';
import { now } from '../../api/time';
import { operation, type ItemContent } from '../../declare/operation';
import { bare, toJsonItems } from '../../declare/response';
import { Problem } from '../../errors';
import * as fields from './fields';
import { jobProblem, jobState } from './jobState';
import { exportJob, jobIn, type ExportJob } from './record';

const FIRST_GAP_MS = 1_000;
const MAX_GAP_MS = 30_000;
const DEFAULT_MINUTES = 60;

/** Polls until the job is over. In a long wait n8n pauses the execution between two polls. */
export const waitForExport = operation({
	displayName: 'Wait for Completion',
	action: 'Wait for export to complete',
	description: 'Wait until an export job is done. Stops if the job fails or expires.',
	source: '4.10',
	parameters: { jobId: fields.jobId },
	additionalFields: { maxWaitMinutes: fields.maxWaitMinutes },
	realm: false,
	effect: 'read',
	endpoint: 'export.get',
	request: ({ jobId }) => ({ method: 'GET', path: path`/api/v1/exports/${jobId}` }),
	perform: async ({ context, client, values, request }, wait): Promise<ItemContent[] | undefined> => {
		const minutes = values.maxWaitMinutes ?? DEFAULT_MINUTES;
		const end = now() - wait.before + minutes * 60_000;
		for (let gap = FIRST_GAP_MS; ; gap = Math.min(gap * 1.5, MAX_GAP_MS)) {
			const { body } = await client.send(request);
			const job = client.shown(jobIn(body));
			const state = jobState(job, Date.now());
			const status = job.status ?? 'unknown status';
			context.logger.info(`Export ${values.jobId}: ${status}, ${job.progress ?? 0} %`);
			if (state === 'done')
				return toJsonItems(waitForExport.response, body, values).map((json) => ({ json }));
			if (state !== 'running') throw jobProblem(job, state);
			const rest = end - now();
			if (rest <= 0) throw stillRunning(job, minutes);
			if (wait.needsPause(rest)) return undefined;
			if (!(await client.pause(Math.min(gap, rest)))) throw stopped(job);
		}
	},
	response: bare(exportJob),
});

function stillRunning(job: ExportJob, minutes: number): Problem {
	return new Problem({
		message: `The export is still running after ${minutes} minutes (${job.progress ?? 0} %)`,
		advice: 'Wait again with the same job ID, or raise "Maximum Wait (Minutes)".',
		outcome: 'notApplied',
		answer: job,
	});
}

function stopped(job: ExportJob): Problem {
	return new Problem({
		message: 'Waiting for the export was stopped',
		advice: 'The execution was canceled. The export itself continues in the service.',
		outcome: 'notApplied',
		answer: job,
	});
}
