import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** These files say what is installed. A change of one of them leads to another folder. */
export const MANIFEST = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];

/**
 * The folder for the installed n8n and other things that take long to make but can be made again.
 * REWARDS_ENGAGEMENT_CACHE names another folder.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
	if (env.REWARDS_ENGAGEMENT_CACHE) return path.resolve(env.REWARDS_ENGAGEMENT_CACHE);
	return path.join(userCache(env), 'n8n-nodes-rewards-engagement');
}

/**
 * pnpm keeps every file here once, and installs hard links to it. So it must be on the same disk as the installation.
 */
export function storeFolder(): string {
	return path.join(cacheFolder(), 'pnpm-store');
}

/** The folder in the cache for a manifest. Its name says what is installed there, and from which lock file. */
export function installationFolder(manifestFolder: string, what: string): string {
	const hash = createHash('sha256');
	for (const file of MANIFEST) hash.update(fs.readFileSync(path.join(manifestFolder, file)));
	return path.join(cacheFolder(), `${what}-${hash.digest('hex').slice(0, 16)}`);
}

function userCache(env: NodeJS.ProcessEnv): string {
	const home = os.homedir();
	if (process.platform === 'win32') return env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local');
	if (process.platform === 'darwin') return path.join(home, 'Library', 'Caches');
	// The XDG specification says to ignore relative paths.
	const xdg = env.XDG_CACHE_HOME;
	return xdg && path.isAbsolute(xdg) ? xdg : path.join(home, '.cache');
}
