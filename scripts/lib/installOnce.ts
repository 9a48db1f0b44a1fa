import fs from 'node:fs';
import path from 'node:path';

import { installationFolder, MANIFEST, storeFolder } from './cache';
import { isRunning, withLock } from './lock';
import { installLocked, runInstallScripts } from './npm';
import { runTask, say } from './progress';

/** What is installed, and how. */
export interface Installation {
	title: string;
	/** The packages whose install scripts run, with the title of each script. All other scripts stay off. */
	scripts?: Readonly<Record<string, string>>;
	/** The free disk space that it needs. */
	bytes?: number;
	/** Throws if the installed files do not work. */
	check: (folder: string) => Promise<void>;
}

/**
 * Installs the packages of a lock file of pnpm into the cache, or finds them there. The folder gets its final name
 * only when it is complete and checked. A second process waits for the first.
 *
 * @param what begins the name of the folder
 * @returns The folder in the cache.
 * @throws Error with a readable message when disk space is short, pnpm fails, or the check fails.
 */
export async function installOnce(
	manifestFolder: string,
	what: string,
	installation: Installation,
): Promise<string> {
	const directory = installationFolder(manifestFolder, what);
	const waiting = () => say(`  Waiting for another process that is installing ${what}.`);
	if (!fs.existsSync(directory)) {
		await withLock(`${directory}.lock`, waiting, async () => {
			if (!fs.existsSync(directory)) await install(manifestFolder, directory, { what, ...installation });
		});
	}
	return directory;
}

async function install(
	manifestFolder: string,
	directory: string,
	{ what, title, scripts = {}, bytes = 0, check }: Installation & { what: string },
): Promise<void> {
	removeLeftovers(directory);
	checkDiskSpace(path.dirname(directory), what, bytes);
	const temporary = `${directory}.tmp-${process.pid}`;
	const place = { cwd: temporary, logFile: `${directory}.install.log` };
	fs.rmSync(place.logFile, { force: true });
	fs.mkdirSync(temporary);
	try {
		for (const file of MANIFEST) fs.copyFileSync(path.join(manifestFolder, file), path.join(temporary, file));
		await runTask(title, async (task) => await installLocked(storeFolder(), task, place));
		for (const [name, script] of Object.entries(scripts))
			await runTask(script, async () => await runInstallScripts(name, place));
		await runTask('Checking the installation', async () => await check(temporary));
	} catch (error) {
		fs.rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
		throw error;
	}
	fs.renameSync(temporary, directory);
	fs.rmSync(place.logFile, { force: true });
}

/** A process that was killed leaves half an installation. */
function removeLeftovers(directory: string): void {
	const cache = path.dirname(directory);
	for (const entry of fs.readdirSync(cache)) {
		const [, owner] = entry.split(`${path.basename(directory)}.tmp-`);
		if (owner !== undefined && !isRunning(Number(owner)))
			fs.rmSync(path.join(cache, entry), { recursive: true, force: true });
	}
}

function checkDiskSpace(folder: string, what: string, bytes: number): void {
	const { bavail, bsize } = fs.statfsSync(folder);
	const free = bavail * bsize;
	if (free >= bytes) return;
	const gigabytes = (count: number) => (count / 1e9).toFixed(1);
	throw new Error(
		`${what} needs about ${gigabytes(bytes)} GB of disk space in ${folder}, but only ${gigabytes(free)} GB are free. ` +
			'Free some space, or set REWARDS_ENGAGEMENT_CACHE to a folder on another disk.',
	);
}
