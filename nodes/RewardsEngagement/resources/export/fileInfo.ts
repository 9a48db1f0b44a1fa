import type { FileInfo } from './fetchFile';
import type { ExportJob } from './record';

/** The types of the known export formats. For other formats, the file's server decides. */
const TYPES: ReadonlyMap<string, string> = new Map([
	['csv', 'text/csv'],
	['json', 'application/json'],
]);

/**
 * Name, type and size of a job's file, from the job. The name never has a folder.
 *
 * @param jobId the file's name if the job gives none
 */
export function fileInfo(job: ExportJob, jobId: string): FileInfo {
	const format = job.format?.toLowerCase();
	const name = safeFileName(job.fileName?.split(/[\\/]/).at(-1) ?? '');
	return {
		name: name || safeFileName(`export-${jobId}${format ? `.${format}` : ''}`),
		type: TYPES.get(format ?? ''),
		size: job.fileSize ?? undefined,
	};
}

/** File systems allow 255 bytes, and a character has up to 4. */
const MAX_NAME_LENGTH = 60;

/** Real names are shorter, but a service may send a longer one. */
const MAX_READ_LENGTH = 1_000;

/** Names that Windows reserves for devices, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * A name that every file system accepts and that shows as it is. It has one line, no folder, no control characters,
 * and no characters that change the writing direction. It keeps its extension. Empty if nothing is left.
 */
export function safeFileName(name: string): string {
	const plain = name
		.slice(0, MAX_READ_LENGTH)
		.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
		.replace(/[\\/:*?"<>|]/g, '_')
		.replace(/^\s+|[.\s]+$/g, '')
		.replace(RESERVED, '_$1');
	const letters = [...plain];
	if (letters.length <= MAX_NAME_LENGTH) return plain;
	const [ending = ''] = /\.[^.\s]{1,10}$/u.exec(plain) ?? [];
	return letters.slice(0, MAX_NAME_LENGTH - [...ending].length).join('') + ending;
}
