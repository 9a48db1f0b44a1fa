import fs from 'node:fs';
import path from 'node:path';

/** What a file is to hold. Undefined: there must be no such file. */
export type Wanted = string | undefined;

/** Whether a file is not as it is wanted. */
export function isOld(file: string, wanted: Wanted): boolean {
	return wanted !== (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined);
}

/** Makes a file as it is wanted. */
export function write(file: string, wanted: Wanted): void {
	if (wanted === undefined) return fs.rmSync(file, { force: true });
	fs.mkdirSync(path.dirname(file), { recursive: true });
	fs.writeFileSync(file, wanted);
}
