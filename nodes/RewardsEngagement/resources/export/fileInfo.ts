import { createHash } from 'node:crypto';

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
		// A job without a format may have a name with an ending.
		format: format ?? /\.(\w+)$/.exec(name)?.[1]?.toLowerCase(),
		name: name || safeFileName(`export-${jobId}${format ? `.${format}` : ''}`),
		type: TYPES.get(format ?? ''),
		size: job.fileSize ?? undefined,
	};
}

/** File systems allow as many bytes. */
const MAX_NAME_BYTES = 255;

/** Real names are shorter, but a service may send a longer one. */
const MAX_READ_BYTES = 4_000;

/** Names that Windows reserves for devices, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * A name that every file system accepts and that shows as it is. It has one line, no folder, no control characters,
 * and no characters that change the writing direction. Empty if nothing is left.
 */
export function safeFileName(name: string): string {
	const plain = shortened(name, MAX_READ_BYTES)
		.replace(/(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}]/gu, '')
		.replace(/[\\/:*?"<>|]/g, '_')
		.replace(/^[\s\u200C\u200D]+|[.\s\u200C\u200D]+$/g, '')
		.replace(RESERVED, '_$1');
	return shortened(plain, MAX_NAME_BYTES);
}

/** Cuts a name in its middle. A mark there tells two names apart that differ only in it, such as by a date. */
function shortened(name: string, bytes: number): string {
	if (Buffer.byteLength(name) <= bytes) return name;
	const mark = `~${createHash('sha256').update(name).digest('hex').slice(0, 8)}~`;
	const room = Math.floor((bytes - mark.length) / 2);
	// The service may send a name of many megabytes.
	const end = upTo(room, [...name.slice(-bytes)].reverse()).reverse();
	return [...upTo(room, [...name.slice(0, bytes)]), mark, ...end].join('');
}

/** The first letters that have at most so many bytes. */
function upTo(bytes: number, letters: readonly string[]): string[] {
	let size = 0;
	const past = letters.findIndex((letter) => (size += Buffer.byteLength(letter)) > bytes);
	return letters.slice(0, past);
}
