import type { Schemas } from '../../base/state';
import type { ExportJob, ExportRow } from './records';

const step = 25;
const failsAt = 50;

const quote = (value: string | number = '') => `"${String(value).replaceAll('"', '""')}"`;

function toCsv(records: ExportRow[]): string {
	const columns = Object.keys(records[0] ?? {});
	const rows = records.map((record) => columns.map((column) => record[column]));
	return [columns, ...rows].map((row) => `${row.map(quote).join(',')}\r\n`).join('');
}

/** The text of a job's file. */
export function exportFile({ format, records }: ExportJob): string {
	return format === 'csv' ? toCsv(records) : JSON.stringify(records);
}

/** The status of a job. The words are the sandbox's own, because no source states those of the service. */
export function exportStatus(job: ExportJob): 'pending' | 'processing' | 'completed' | 'failed' | 'expired' {
	if (job.fate === 'expire') return 'expired';
	if (job.fate === 'fail' && job.completedAt) return 'failed';
	if (job.completedAt) return 'completed';
	return job.startedAt ? 'processing' : 'pending';
}

/** Advances a running job by a quarter, except a stalled one. */
export function advance(job: ExportJob): void {
	if (job.completedAt || job.fate === 'stall') return;
	const now = new Date().toISOString();
	job.startedAt ??= now;
	job.progress += step;
	job.updatedAt = now;
	if (job.progress >= (job.fate === 'fail' ? failsAt : 100)) job.completedAt = now;
}

/** A job as in the API (API document, section 2.10). */
export function exportRecord(job: ExportJob, baseUrl: string): Required<Schemas['ExportJob']> {
	const status = exportStatus(job);
	const isReady = status === 'completed';
	const fileName = `${job.modelType}s-${job.jobId}.${job.format}`;
	return {
		id: job.jobId,
		jobId: job.jobId,
		status,
		name: job.name,
		modelType: job.modelType,
		format: job.format,
		progress: job.progress,
		totalRecords: job.startedAt ? job.records.length : null,
		processedRecords: Math.floor((job.records.length * job.progress) / 100),
		blobUrl: isReady ? `${baseUrl}/files/${fileName}` : null,
		fileName: isReady ? fileName : null,
		fileSize: isReady ? Buffer.byteLength(exportFile(job)) : null,
		downloadCount: job.downloadCount,
		error: status === 'failed' ? 'A record could not be read.' : null,
		startedAt: job.startedAt,
		completedAt: job.completedAt,
		expiresAt: job.expiresAt,
		createdAt: job.createdAt,
		updatedAt: job.updatedAt,
	};
}
