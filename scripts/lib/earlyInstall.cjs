/**
 * Begins to install n8n while npm installs the project's own dependencies: each of the two keeps about one core busy.
 * Plain JavaScript, for nothing is installed yet.
 */
'use strict';

const fs = require('node:fs');
const path = require('node:path');

const { installationFolder } = require('./cache.cjs');
const { installInParts } = require('./installInParts.cjs');

/** Nothing from the user's npm settings may leave parts out or run scripts unasked. */
exports.INSTALL_ARGUMENTS = ['--ignore-scripts', '--omit=dev', '--include=optional', '--include=peer'];
exports.REQUIRED_BYTES = 3.5e9;

let early;

/** What keeps it from being installed is said, in full, when its turn comes. */
exports.startEarlyInstall = (manifestFolder) => {
	const directory = installationFolder(manifestFolder, 'n8n');
	if (fs.existsSync(directory) || fs.existsSync(`${directory}.lock`)) return;
	fs.mkdirSync(path.dirname(directory), { recursive: true });
	const { bavail, bsize } = fs.statfsSync(path.dirname(directory));
	if (bavail * bsize < exports.REQUIRED_BYTES) return;

	const folder = `${directory}.tmp-${process.pid}`;
	fs.mkdirSync(folder, { recursive: true });
	early = { folder, ...installInParts(manifestFolder, folder, exports.INSTALL_ARGUMENTS) };
};

exports.takeEarlyInstall = (folder) => {
	if (early?.folder !== folder) return undefined;
	const taken = early;
	early = undefined;
	return taken;
};
