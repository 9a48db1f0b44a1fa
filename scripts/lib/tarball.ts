import fs from 'node:fs';

import { extract, list } from 'tar';

export interface TarEntry {
	/** Path inside the package, without npm's leading `package/`. */
	path: string;
	/** Bytes. */
	size: number;
	/** The permissions of owner, group and others, as an octal number. */
	mode: string;
	/** Decoded as UTF-8. */
	content: string;
}

/** The files of a tarball that npm packed, sorted by path. */
export function readTarball(file: string): TarEntry[] {
	const entries: TarEntry[] = [];
	list({
		file,
		sync: true,
		onReadEntry: (entry) => {
			const chunks: Buffer[] = [];
			entry.on('data', (chunk) => void chunks.push(chunk));
			entry.on('end', () => {
				const content = Buffer.concat(chunks).toString();
				const mode = (entry.mode ?? 0).toString(8);
				entries.push({ path: entry.path.replace(/^package\//, ''), size: entry.size, mode, content });
			});
		},
	});
	return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Unpacks a tarball of npm into a folder, and makes the folder when it does not exist. Returns it. */
export function unpack(tarball: string, folder: string): string {
	fs.mkdirSync(folder, { recursive: true });
	extract({ file: tarball, cwd: folder, strip: 1, sync: true });
	return folder;
}
