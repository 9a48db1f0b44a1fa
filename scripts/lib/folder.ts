import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A folder for the files of one run, which is gone at the latest when the process ends. */
export interface TemporaryFolder {
	readonly path: string;
	remove(): void;
	/** Leaves it where it is. */
	keep(): void;
}

/**
 * @param purpose stands in its name
 * @param parent where it is made; the system's folder for temporary files unless told
 */
export function temporaryFolder(purpose: string, parent = os.tmpdir()): TemporaryFolder {
	const folder = fs.mkdtempSync(path.join(parent, `rewards-engagement-${purpose}-`));
	// A program that is being ended may write one last time, hence the repeats.
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
