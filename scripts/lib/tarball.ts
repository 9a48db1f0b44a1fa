import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const BLOCK = 512;

export interface TarEntry {
	/** Path inside the package, without npm's leading `package/`. */
	path: string;
	/** Bytes. */
	size: number;
	/** What the owner, the group and others may do, as an octal number. */
	mode: string;
	/** Decoded as UTF-8. */
	content: string;
	bytes: Buffer;
}

/**
 * The files of a tarball that npm packed, sorted by path. It reads the format itself: the names in it are
 * what counts, and a `tar` program is not on every machine.
 */
export function readTarball(file: string): TarEntry[] {
	const archive = gunzipSync(fs.readFileSync(file));
	const entries: TarEntry[] = [];
	let longPath: string | undefined;
	for (let offset = 0; offset + BLOCK <= archive.length;) {
		const header = archive.subarray(offset, offset + BLOCK);
		const name = text(header, 0, 100);
		if (name === '') break;
		const size = parseInt(text(header, 124, 12), 8) || 0;
		const type = text(header, 156, 1);
		const prefix = text(header, 345, 155);
		const body = archive.subarray(offset + BLOCK, offset + BLOCK + size);
		if (type === 'x') {
			// A pax header: `<length> path=<long path>`, for the entry that follows.
			longPath = /\d+ path=([^\n]*)\n/.exec(body.toString())?.[1];
		} else if (type === '0' || type === '') {
			const full = longPath ?? (prefix ? `${prefix}/${name}` : name);
			const mode = text(header, 100, 8);
			entries.push({
				path: full.replace(/^package\//, ''),
				size,
				mode,
				content: body.toString(),
				bytes: body,
			});
			longPath = undefined;
		}
		offset += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
	}
	return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Writes the files of a tarball that npm packed into a folder, which is made when it does not exist. */
export function unpack(tarball: string, folder: string): void {
	for (const { path: file, bytes } of readTarball(tarball)) {
		const target = path.join(folder, file);
		fs.mkdirSync(path.dirname(target), { recursive: true });
		fs.writeFileSync(target, bytes);
	}
}

function text(header: Buffer, start: number, length: number): string {
	const field = header.subarray(start, start + length);
	const end = field.indexOf(0);
	return field
		.subarray(0, end === -1 ? length : end)
		.toString()
		.trim();
}
