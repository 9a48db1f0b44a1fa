import fs from 'node:fs';

/** Linux counts in hundredths of a second, regardless of its scheduler's clock. */
const TICK_MS = 10;

/**
 * Milliseconds of processor time that all threads of a process have used, or NaN where the system does not report it.
 */
export function cpuOf(pid: number | undefined): number {
	try {
		// The second field is the name of the program in brackets, which may contain spaces.
		const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
		const [user, system] = [Number(fields[11]), Number(fields[12])];
		return (user + system) * TICK_MS;
	} catch {
		return Number.NaN;
	}
}

/** The same for a process and all that it started. PostgreSQL, for example, has one process per connection. */
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
