import { path } from '../../api/path';
import { operation, type ItemContent } from '../../declare/operation';
import { bare, toJsonItems } from '../../declare/response';
import { Problem } from '../../errors';
import { fetchFile } from './fetchFile';
import * as fields from './fields';
import { fileInfo, safeFileName } from './fileInfo';
import { getExport } from './get';
import { jobProblem, jobState } from './jobState';
import { exportJob, jobIn, type ExportJob } from './record';

/** API document, sections 2.10 (`blobUrl`) and 4.10. The download address of a job is only partly documented. */
export const downloadExport = operation({
	displayName: 'Download',
	action: 'Download export',
	description: 'Get the file of a finished export job as binary data',
	source: '4.10',
	certainty: 'partly',
	parameters: { jobId: fields.jobId },
	additionalFields: { binaryPropertyName: fields.fileField, fileName: fields.fileName },
	realm: false,
	effect: 'read',
	isHeavy: true,
	request: ({ jobId }) => ({ method: 'GET', path: path`/api/v1/exports/${jobId}/download` }),
	perform: async ({ context, client, values, request }): Promise<ItemContent[]> => {
		const { body } = await client.send(getExport.request(values));
		const job = jobIn(body);
		const state = jobState(job, Date.now());
		if (state === 'running') throw notReady(client.shown(job));
		if (state !== 'done') throw jobProblem(client.shown(job), state);
		// The job's own file address is documented. The download address is only for jobs without one.
		const address = job.blobUrl || (await client.locate(request));
		const info = fileInfo(job, values.jobId);
		const file = await fetchFile(context, client, address, {
			...info,
			name: safeFileName(values.fileName ?? '') || info.name,
		});
		return toJsonItems(downloadExport.response, body, values).map((json) => ({
			json,
			binary: { [values.binaryPropertyName ?? 'data']: file },
		}));
	},
	response: bare(exportJob),
});

function notReady(job: ExportJob): Problem {
	return new Problem({
		message: `The export is not finished yet (${job.progress ?? 0} %)`,
		advice: 'Put the operation "Wait for Completion" before this one.',
		outcome: 'notApplied',
		answer: job,
	});
}
