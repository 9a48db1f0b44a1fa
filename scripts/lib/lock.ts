import fs from 'node:fs';
import path from 'node:path';

import { lock } from 'proper-lockfile';

const POLL_MS = 500;
/** A lock that its owner did not touch for this long is taken over. A living owner touches it twice as often. */
const STALE_MS = 20_000;

/**
 * Runs `work` while holding the lock folder at `location`. Processes that need the same lock wait for one another.
 * `waiting` is called once when another process holds the lock.
 */
export async function withLock<T>(location: string, waiting: () => void, work: () => Promise<T>): Promise<T> {
	fs.mkdirSync(path.dirname(location), { recursive: true });
	const options = { lockfilePath: location, realpath: false, stale: STALE_MS };
	const patience = { forever: true, factor: 1, minTimeout: POLL_MS, maxTimeout: POLL_MS };
	const release = await lock(location, options).catch(async (error: NodeJS.ErrnoException) => {
		if (error.code !== 'ELOCKED') throw error;
		waiting();
		return await lock(location, { ...options, retries: patience });
	});
	try {
		return await work();
	} finally {
		await release();
	}
}

/** Whether a process with this id exists. */
export function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
