import type { ExportJob } from './record';
import type { FileInfo } from './fetchFile';

/** The types of the formats that exports are known to have; any other format is left to the file's server. */
const TYPES: Readonly<Record<string, string>> = { csv: 'text/csv', json: 'application/json' };

/**
 * Name, type and size of a job's file as the job has them. The name stands without a folder, whatever the job says.
 *
 * @param jobId names the file of a job that does not
 */
export function fileInfo(job: ExportJob, jobId: string): FileInfo {
	const format = job.format?.toLowerCase();
	const name = job.fileName?.split(/[\\/]/).at(-1)?.replace(/^\.+$/, '');
	return {
		name: name || `export-${jobId}${format ? `.${format}` : ''}`,
		type: TYPES[format ?? ''],
		size: job.fileSize ?? undefined,
	};
}
