import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 500;
/** A lock without a process id is one whose owner died between making the folder and writing into it. */
const UNSIGNED_LOCK_MS = 10_000;

/**
 * Runs `work` while holding the lock folder at `location`. Processes that want the same lock wait for one another;
 * a lock whose owner is gone is taken over. `waiting` is called once, with the owner's process id, when there is
 * somebody to wait for.
 */
export async function withLock<T>(
	location: string,
	waiting: (owner: number) => void,
	work: () => Promise<T>,
): Promise<T> {
	fs.mkdirSync(path.dirname(location), { recursive: true });
	let told = false;
	while (!tryLock(location)) {
		const owner = ownerOf(location);
		if (isStale(location, owner)) {
			removeStale(location, owner);
			continue;
		}
		if (!told && owner !== undefined) {
			waiting(owner);
			told = true;
		}
		await sleep(POLL_MS);
	}
	const unlock = () => fs.rmSync(location, { recursive: true, force: true });
	process.once('exit', unlock);
	try {
		return await work();
	} finally {
		process.removeListener('exit', unlock);
		unlock();
	}
}

/** Making a folder is atomic on every file system: exactly one process succeeds. */
function tryLock(location: string): boolean {
	try {
		fs.mkdirSync(location);
	} catch (error) {
		if (isCode(error, 'EEXIST')) return false;
		throw error;
	}
	fs.writeFileSync(path.join(location, 'pid'), String(process.pid));
	return true;
}

function ownerOf(location: string): number | undefined {
	try {
		return Number(fs.readFileSync(path.join(location, 'pid'), 'utf8')) || undefined;
	} catch {
		return undefined;
	}
}

function isStale(location: string, owner: number | undefined): boolean {
	if (owner !== undefined) return !isRunning(owner);
	const made = fs.statSync(location, { throwIfNoEntry: false })?.mtimeMs;
	return made !== undefined && Date.now() - made > UNSIGNED_LOCK_MS;
}

/**
 * Renamed before it is removed, so that of several processes that see the same dead lock only one takes it away;
 * and put back when it turns out to be the lock of somebody who was quicker.
 */
function removeStale(location: string, owner: number | undefined): void {
	const aside = `${location}.stale-${process.pid}`;
	try {
		fs.renameSync(location, aside);
		if (ownerOf(aside) === owner) fs.rmSync(aside, { recursive: true, force: true });
		else fs.renameSync(aside, location);
	} catch {
		// Another process took it away first.
	}
}

/** Whether there is a process of this id. */
export function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return isCode(error, 'EPERM');
	}
}

function isCode(error: unknown, code: string): boolean {
	// Not `instanceof Error`: inside Jest the errors of Node.js are of another realm.
	return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
