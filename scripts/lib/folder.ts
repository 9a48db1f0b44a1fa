import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A folder for the files of one command. It is removed at the latest when the process ends. */
export interface TemporaryFolder {
	readonly path: string;
	remove(): void;
	/** Leaves the folder in place. */
	keep(): void;
}

/**
 * Makes a folder.
 *
 * @param purpose is part of its name
 * @param parent the folder to make it in, by default the system's folder for temporary files
 */
export function temporaryFolder(purpose: string, parent = os.tmpdir()): TemporaryFolder {
	const folder = fs.mkdtempSync(path.join(parent, `rewards-engagement-${purpose}-`));
	// A program may write one last time while it stops, so this retries.
	const clear = () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	process.once('exit', clear);
	const keep = () => void process.removeListener('exit', clear);
	return {
		path: folder,
		keep,
		remove: () => {
			keep();
			clear();
		},
	};
}
