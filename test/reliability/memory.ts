import fs from 'node:fs';

/** Mebibytes of memory that a process holds, where the system tells: on Linux. */
export function memoryOf(pid: number | undefined): number | undefined {
	try {
		const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
		return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
	} catch {
		return undefined;
	}
}
