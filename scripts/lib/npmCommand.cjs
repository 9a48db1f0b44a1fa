/** How npm is started. Plain JavaScript, for it is needed before anything is installed. */
'use strict';

const path = require('node:path');

/**
 * npm hands the project's own settings and name to everything it starts; an npm that works in another folder
 * must not take them for its own.
 */
exports.npmEnvironment = () => {
	const env = { ...process.env };
	for (const name of Object.keys(env)) {
		const foreign = /^npm_(config_local_prefix|config_ignore_scripts|package_|lifecycle_)/i.test(name);
		if (foreign || name === 'INIT_CWD' || name === 'NODE_ENV') delete env[name];
	}
	return env;
};

/** How to start npm without a shell: the npm that started us, if any, for that is the same version. */
exports.npmCommand = () => {
	const cli = process.env.npm_execpath;
	if (cli && path.basename(cli) === 'npm-cli.js') return { command: process.execPath, leading: [cli] };
	if (process.platform === 'win32') {
		return {
			command: process.execPath,
			leading: [path.join(path.dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')],
		};
	}
	return { command: 'npm', leading: [] };
};
