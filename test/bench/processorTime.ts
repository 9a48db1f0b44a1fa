import fs from 'node:fs';

/** Linux counts in hundredths of a second, whatever the clock of its scheduler. */
const TICK_MS = 10;

/**
 * Milliseconds of processor time that a process has used, all its threads together; NaN where the system does not
 * tell.
 */
export function cpuOf(pid: number | undefined): number {
	try {
		// The second field is the program's name in brackets, which may hold spaces.
		const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
		const [user, system] = [Number(fields[11]), Number(fields[12])];
		return (user + system) * TICK_MS;
	} catch {
		return Number.NaN;
	}
}
