/**
 * Installs, of the project's dependencies, the part that one command needs: in exactly the versions and places of the
 * lock file, so that what the command does is what it would do with all of them. Plain JavaScript, for nothing is
 * installed yet.
 */
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const { npmCommand, npmEnvironment } = require('./npmCommand.cjs');

/** Beside node_modules, so that moving there is renaming. */
const FOLDER = '.partial-install';

const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/** Where the lock file has the package that a package at `from` gets by this name, as Node.js looks for it. */
function locate(packages, from, name) {
	for (let place = from; ;) {
		const location = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
		if (packages[location]) return location;
		if (place === '') return undefined;
		place = place.slice(0, Math.max(place.lastIndexOf('/node_modules/'), 0));
	}
}

/**
 * The places in the lock file of these packages and of all that they need.
 *
 * @param packages `packages` of a package-lock.json of version 3.
 * @param names Packages of the project itself.
 * @throws Error when the lock file has none of that name.
 */
exports.locationsOf = (packages, names) => {
	const found = new Set();
	const add = (location) => {
		if (location === undefined || found.has(location)) return;
		found.add(location);
		const { dependencies, optionalDependencies, peerDependencies } = packages[location];
		// A peer may be one that nobody installed: then the lock file has none.
		const needed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
		for (const name of needed) add(locate(packages, location, name));
	};
	for (const name of names) {
		const location = locate(packages, '', name);
		if (!location) throw new Error(`package-lock.json has no "${name}".`);
		add(location);
	}
	return found;
};

exports.removeUnfinished = (root) => {
	fs.rmSync(path.join(root, FOLDER), { recursive: true, force: true });
};

/**
 * Makes `node_modules` of these packages and what they need.
 *
 * @returns False when npm could not; its words are on the screen.
 */
exports.installPart = (root, names) => {
	const lock = readJson(path.join(root, 'package-lock.json'));
	const { name, version, devDependencies } = readJson(path.join(root, 'package.json'));
	const own = {
		name,
		version,
		devDependencies: Object.fromEntries(names.map((wanted) => [wanted, devDependencies[wanted]])),
	};
	const locations = exports.locationsOf(lock.packages, names);
	const packages = Object.entries(lock.packages).filter(([location]) => locations.has(location));
	const folder = path.join(root, FOLDER);
	exports.removeUnfinished(root);
	fs.mkdirSync(folder);
	const write = (file, content) => fs.writeFileSync(path.join(folder, file), JSON.stringify(content));
	write('package.json', own);
	write('package-lock.json', { ...lock, packages: { '': own, ...Object.fromEntries(packages) } });

	const { command, leading } = npmCommand();
	const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
	const { status } = spawnSync(command, [...leading, ...args], {
		cwd: folder,
		env: npmEnvironment(),
		stdio: 'inherit',
	});
	if (status === 0) fs.renameSync(path.join(folder, 'node_modules'), path.join(root, 'node_modules'));
	exports.removeUnfinished(root);
	return status === 0;
};
