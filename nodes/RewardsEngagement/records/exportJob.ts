import { z } from 'zod';

import { dateTime, record } from './record';

/** An export job (API document, section 2.10). Its `status` words are not documented, so every text is taken. */
export const exportJob = record({
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
});

export type ExportJob = z.infer<typeof exportJob>;
