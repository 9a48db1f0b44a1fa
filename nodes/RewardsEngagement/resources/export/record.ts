import { z } from 'zod';

import { partWith } from '../../declare/response';
import { Problem } from '../../errors';
import { isRecord } from '../../shared/json';
import { dateTime, record } from '../../shared/record';

/**
 * An export job (API document, section 2.10). Its `status` words are not documented, so the schema accepts any text.
 */
export const exportJob = record(
	{
		id: z.string(),
		jobId: z.string(),
		status: z.string(),
		name: z.string().nullable(),
		modelType: z.string(),
		format: z.string(),
		progress: z.number(),
		totalRecords: z.number().nullable(),
		processedRecords: z.number(),
		blobUrl: z.string().nullable(),
		fileName: z.string().nullable(),
		fileSize: z.number().nullable(),
		downloadCount: z.number(),
		error: z.string().nullable(),
		startedAt: dateTime.nullable(),
		completedAt: dateTime.nullable(),
		expiresAt: dateTime,
		createdAt: dateTime,
		updatedAt: dateTime,
	},
	{
		simplified: [
			'jobId',
			'id',
			'status',
			'progress',
			'error',
			'fileName',
			'fileSize',
			'totalRecords',
			'completedAt',
			'expiresAt',
		],
	},
);

export type ExportJob = z.infer<typeof exportJob>;

/**
 * Reads a response about a job. A field of an unexpected type is left out and does not hide the others. An error
 * counts with any type.
 */
export function readExportJob(body: unknown): ExportJob {
	if (!isRecord(body)) return {};
	const job = Object.entries(exportJob.shape).map(([name, schema]) => [
		name,
		schema.safeParse(body[name]).data,
	]);
	const { error } = body;
	const reason = typeof error === 'string' ? error.trim() : saysSomething(error) ? JSON.stringify(error) : '';
	return { ...(Object.fromEntries(job) as ExportJob), error: reason || undefined };
}

/**
 * The job in a response, with or without a wrapper.
 *
 * @throws {Problem} if the response has no job. It would otherwise count as running, and be waited for.
 */
export function jobIn(answer: unknown): ExportJob {
	const job = readExportJob(partWith(answer, 'status', 'jobId', 'id', 'error'));
	if (Object.values(job).some((value) => value !== undefined)) return job;
	throw new Problem({
		message: 'The service did not return an export job',
		advice: 'Check the base URL in the credential, or ask the operator of the service.',
		outcome: 'notApplied',
	});
}

/** An empty object or list instead of an error means no error. */
function saysSomething(value: unknown): boolean {
	return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}
