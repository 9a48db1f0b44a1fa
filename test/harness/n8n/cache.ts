import os from 'node:os';
import path from 'node:path';

/**
 * The folder that keeps what is costly to make and easy to make again: the installed n8n.
 * REWARDS_ENGAGEMENT_CACHE names another one.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
	if (env.REWARDS_ENGAGEMENT_CACHE) return path.resolve(env.REWARDS_ENGAGEMENT_CACHE);
	return path.join(userCache(env), 'n8n-nodes-rewards-engagement');
}

function userCache(env: NodeJS.ProcessEnv): string {
	const home = os.homedir();
	if (process.platform === 'win32') return env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local');
	if (process.platform === 'darwin') return path.join(home, 'Library', 'Caches');
	// The XDG specification has relative paths ignored.
	const xdg = env.XDG_CACHE_HOME;
	return xdg && path.isAbsolute(xdg) ? xdg : path.join(home, '.cache');
}
