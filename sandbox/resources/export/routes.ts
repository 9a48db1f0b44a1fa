import { ok, type Call, type Routes } from '../../base/call';
import { badRequest, forbidden, notFound } from '../../base/errors';
import { find } from '../../base/state';
import { advance, exportRecord } from './exports';
import type { ExportJob } from './records';

/** The path has no realm, so the job says which realm it belongs to. */
function findJob({ world, realm }: Pick<Call, 'world' | 'realm'>, jobId: string): ExportJob {
	const job = find(world.state.exports, jobId, 'export job');
	if (job.realmId !== realm.id) throw forbidden('The export job belongs to another realm.');
	return job;
}

export const routes: Routes<'export'> = {
	/** API document, section 4.10: advances the job and returns it. 403 for a job of another realm. */
	get: ({ world, realm, params }) => {
		const job = findJob({ world, realm }, params.jobId);
		advance(job);
		return ok(exportRecord(job, world.baseUrl));
	},

	/** API document, extended 8.2: deletes the job and its file. 403 for a job of another realm. */
	delete: ({ world, realm, params }) => {
		world.state.exports.delete(findJob({ world, realm }, params.jobId).jobId);
		return ok({ message: 'The export was deleted.' });
	},

	/**
	 * API document, extended 8.2: redirects to the file. 400 before the file exists, 404 when it has expired
	 * (inferred).
	 */
	download: ({ world, realm, params }) => {
		const job = findJob({ world, realm }, params.jobId);
		const { status, blobUrl } = exportRecord(job, world.baseUrl);
		if (status === 'expired') throw notFound('The file of the export job has expired.');
		if (blobUrl === null) throw badRequest(`The export job has no file: it is ${status}.`);
		job.downloadCount += 1;
		return { status: 302, headers: { location: blobUrl } };
	},
};
