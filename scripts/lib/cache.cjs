/** Where an n8n is installed. Plain JavaScript, for it is needed before anything is installed. */
'use strict';

const { createHash } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

/** What is installed; a change of either file means another folder. */
exports.MANIFEST = ['package.json', 'package-lock.json'];

exports.cacheFolder = (env = process.env) => {
	if (env.REWARDS_ENGAGEMENT_CACHE) return path.resolve(env.REWARDS_ENGAGEMENT_CACHE);
	return path.join(userCache(env), 'n8n-nodes-rewards-engagement');
};

function userCache(env) {
	const home = os.homedir();
	if (process.platform === 'win32') return env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local');
	if (process.platform === 'darwin') return path.join(home, 'Library', 'Caches');
	// The XDG specification has relative paths ignored.
	const xdg = env.XDG_CACHE_HOME;
	return xdg && path.isAbsolute(xdg) ? xdg : path.join(home, '.cache');
}

exports.installationFolder = (manifestFolder, what) => {
	const hash = createHash('sha256');
	for (const file of exports.MANIFEST) hash.update(fs.readFileSync(path.join(manifestFolder, file)));
	return path.join(exports.cacheFolder(), `${what}-${hash.digest('hex').slice(0, 16)}`);
};
