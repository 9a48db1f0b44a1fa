import type { ExportJob } from './record';
import type { FileInfo } from './fetchFile';

/** The types of the formats that exports are known to have; any other format is left to the file's server. */
const TYPES: ReadonlyMap<string, string> = new Map([
	['csv', 'text/csv'],
	['json', 'application/json'],
]);

/**
 * Name, type and size of a job's file as the job has them. The name stands without a folder, whatever the job says.
 *
 * @param jobId names the file of a job that does not
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

/** File systems take 255 bytes; a character has up to 4. */
const MAX_NAME_LENGTH = 60;

/** No name is longer; a service may send one that is. */
const MAX_READ_LENGTH = 1_000;

/** The names that Windows keeps for devices, with any ending. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * A name that every file system takes and that shows as what it is: on one line, without a folder, without control
 * characters or ones that turn the direction of writing. It keeps its ending. Empty when nothing is left.
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
