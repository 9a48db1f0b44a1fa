import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Mebibytes of memory that a process holds, where the system tells: on Linux. */
export function memoryOf(pid: number | undefined): number | undefined {
	try {
		const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
		return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
	} catch {
		return undefined;
	}
}

const REST_MS = 60_000;

/**
 * Mebibytes that a process still holds when it has had time to give back what it no longer needs: a garbage collector
 * that sees no hurry does so only when there is nothing else to do.
 *
 * @param enough does not wait longer than until it holds no more than this
 */
export async function memoryAtRest(pid: number | undefined, enough: number): Promise<number | undefined> {
	const end = Date.now() + REST_MS;
	let held = memoryOf(pid);
	while (held !== undefined && held > enough && Date.now() < end) {
		await sleep(1_000);
		held = memoryOf(pid);
	}
	return held;
}
