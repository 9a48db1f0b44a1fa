import fs from 'node:fs';
import path from 'node:path';

/** The expected content of a file, or undefined when there must be no such file. */
export type Wanted = string | undefined;

/** Whether a file differs from its expected content. */
export function isOld(file: string, wanted: Wanted): boolean {
	return wanted !== (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined);
}

/** Gives a file its expected content, or removes it. */
export function write(file: string, wanted: Wanted): void {
	if (wanted === undefined) return fs.rmSync(file, { force: true });
	fs.mkdirSync(path.dirname(file), { recursive: true });
	fs.writeFileSync(file, wanted);
}
