import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The files that say what is installed; a change of one of them means another folder. */
export const MANIFEST = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];

/**
 * The folder that keeps what is costly to make and easy to make again: the installed n8n.
 * REWARDS_ENGAGEMENT_CACHE names another one.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
	if (env.REWARDS_ENGAGEMENT_CACHE) return path.resolve(env.REWARDS_ENGAGEMENT_CACHE);
	return path.join(userCache(env), 'n8n-nodes-rewards-engagement');
}

/** Where pnpm keeps every file once. It must lie on the disk of what is installed, which gets links to the files. */
export function storeFolder(): string {
	return path.join(cacheFolder(), 'pnpm-store');
}

/** The folder in the cache for what a manifest asks for; its name says what it is and from which lock file. */
export function installationFolder(manifestFolder: string, what: string): string {
	const hash = createHash('sha256');
	for (const file of MANIFEST) hash.update(fs.readFileSync(path.join(manifestFolder, file)));
	return path.join(cacheFolder(), `${what}-${hash.digest('hex').slice(0, 16)}`);
}

function userCache(env: NodeJS.ProcessEnv): string {
	const home = os.homedir();
	if (process.platform === 'win32') return env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local');
	if (process.platform === 'darwin') return path.join(home, 'Library', 'Caches');
	// The XDG specification has relative paths ignored.
	const xdg = env.XDG_CACHE_HOME;
	return xdg && path.isAbsolute(xdg) ? xdg : path.join(home, '.cache');
}
