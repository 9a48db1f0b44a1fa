import { ok, type Call, type Handler } from '../../call';
import { conflict, forbidden, gone } from '../../errors';
import { advance, exportRecord } from './exports';
import { find, type ExportJob } from '../../state';

/** The path names no realm, so the job says whose it is. */
function findJob({ sandbox, realm, params }: Call): ExportJob {
	const job = find(sandbox.state.exports, params.jobId, 'export job');
	if (job.realmId !== realm.id) throw forbidden('The export job belongs to another realm.');
	return job;
}

/** API document, section 4.10: the job, after moving it on. 403 for a job of another realm. */
export const getExport: Handler = (call) => {
	const job = findJob(call);
	advance(job);
	return ok(exportRecord(job, call.sandbox.baseUrl));
};

/** API document, section 4.13: redirects to the file. 409 while there is none, 410 when it has expired. */
export const downloadExport: Handler = (call) => {
	const job = findJob(call);
	const { status, blobUrl } = exportRecord(job, call.sandbox.baseUrl);
	if (status === 'expired') throw gone('The file of the export job has expired.');
	if (blobUrl === null) throw conflict(`The export job has no file: it is ${status}.`);
	job.downloadCount += 1;
	return { status: 302, headers: { location: blobUrl } };
};
