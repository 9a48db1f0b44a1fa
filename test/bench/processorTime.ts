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

/** The same for a process and all that it has started, such as PostgreSQL, which has one process a connection. */
export function cpuOfAll(pid: number | undefined): number {
	if (pid === undefined) return Number.NaN;
	return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + cpuOf(one), 0);
}

function childrenOf(parent: number): number[] {
	const children = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === parent);
	return children.flatMap((name) => [Number(name), ...childrenOf(Number(name))]);
}

function parentOf(pid: string): number {
	try {
		return Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
	} catch {
		// It has just ended.
		return Number.NaN;
	}
}
