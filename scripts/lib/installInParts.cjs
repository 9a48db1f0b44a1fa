/**
 * Installs what a lock file asks for with several npm at once, each a part of it: npm unpacks with one thread, and an
 * n8n is a quarter of a million files. Plain JavaScript, for nothing is installed yet.
 */
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { isDeepStrictEqual } = require('node:util');

const { npmCommand, npmEnvironment } = require('./npmCommand.cjs');

const MODULES = 'node_modules';
/** More than this many would wait for the disk. */
const MAX_PARTS = 4;

/** The name that a place in the lock file ends with: of `node_modules/a/node_modules/@b/c`, `@b/c`. */
const nameOf = (location) => location.slice(location.lastIndexOf(`${MODULES}/`) + MODULES.length + 1);

/** The place that this one lies in; '' for the project itself. */
const parentOf = (location) => location.slice(0, Math.max(location.lastIndexOf(`/${MODULES}/`), 0));

/** The folder of the project's own node_modules that it lies in. */
const topOf = (location) => location.split(`/${MODULES}/`, 1)[0];

/** What an entry of a lock file asks others for. */
const ASKS = new Set(['dependencies', 'optionalDependencies', 'peerDependencies', 'peerDependenciesMeta']);

/** What asks for exactly this entry of a lock file. */
function exactly(location, { name, version, resolved }) {
	if (name !== undefined && name !== nameOf(location)) return `npm:${name}@${version}`;
	return resolved === undefined || /^https?:/.test(resolved) ? version : resolved;
}

/**
 * Parts a lock file: each part holds whole folders of node_modules, in a lock file of its own in which everything is
 * asked for by what it lies in, and nothing else by anybody. Together they make the very same node_modules.
 *
 * @param packages `packages` of a package-lock.json of version 3, without links
 * @param count how many
 * @returns `packages` of each part; its '' is the part's package.json.
 */
exports.partsOf = (packages, count) => {
	const parts = Array.from({ length: count }, () => ({ '': { name: 'part', version: '1.0.0' } }));
	const partOf = new Map();
	// A lock file has what lies in a package behind that package.
	for (const [location, entry] of Object.entries(packages)) {
		if (location === '') continue;
		const parent = parentOf(location);
		const part = parent === '' ? parts[partOf.size % count] : partOf.get(topOf(location));
		if (parent === '') partOf.set(location, part);
		part[location] = Object.fromEntries(Object.entries(entry).filter(([key]) => !ASKS.has(key)));
		const kind = entry.optional ? 'optionalDependencies' : 'dependencies';
		part[parent][kind] = { ...part[parent][kind], [nameOf(location)]: exactly(location, entry) };
	}
	return parts;
};

/** npm would refuse a lock file that was made for another package.json. */
function isLockOf({ packages }, manifest) {
	return ['dependencies', 'optionalDependencies'].every((kind) =>
		isDeepStrictEqual(packages[''][kind] ?? {}, manifest[kind] ?? {}),
	);
}

/** Moves what lies in a folder; of a scope (`@n8n`) and of `.bin`, which all parts have, what lies in that. */
function moveInto(from, to) {
	fs.mkdirSync(to, { recursive: true });
	for (const name of fs.readdirSync(from)) {
		const [source, target] = [path.join(from, name), path.join(to, name)];
		if (name === '.package-lock.json') continue;
		if (name.startsWith('@') || name === '.bin') moveInto(source, target);
		else fs.renameSync(source, target);
	}
}

/**
 * Begins to install.
 *
 * @param manifestFolder holds package.json and package-lock.json
 * @param folder gets node_modules, at the end
 * @param args for `npm ci`
 * @returns `succeeded`, which never rejects; `folders`, where packages appear meanwhile; `stop`.
 */
exports.installInParts = (manifestFolder, folder, args) => {
	const read = (file) => JSON.parse(fs.readFileSync(path.join(manifestFolder, file), 'utf8'));
	const lock = read('package-lock.json');
	const count = Math.min(os.availableParallelism(), MAX_PARTS);
	const { command, leading } = npmCommand();
	const children = [];
	const stop = () => children.forEach((child) => child.kill());
	const running = exports.partsOf(lock.packages, count).map(async (packages, index) => {
		const part = path.join(folder, `part-${index}`);
		fs.mkdirSync(part, { recursive: true });
		const write = (file, content) => fs.writeFileSync(path.join(part, file), JSON.stringify(content));
		write('package.json', packages['']);
		write('package-lock.json', { ...packages[''], lockfileVersion: 3, requires: true, packages });
		const child = spawn(command, [...leading, 'ci', ...args, '--no-audit', '--no-fund'], {
			cwd: part,
			env: npmEnvironment(),
			stdio: 'ignore',
		});
		children.push(child);
		const code = await new Promise((resolve) => {
			child.once('error', () => resolve(undefined));
			child.once('close', resolve);
		});
		if (code !== 0) stop();
		return code === 0;
	});
	const folders = Array.from(running, (_, index) => path.join(folder, `part-${index}`));
	process.once('exit', stop);

	const finish = async () => {
		const isEachDone = await Promise.all(running);
		if (!isEachDone.every(Boolean) || !isLockOf(lock, read('package.json'))) return false;
		for (const part of folders) {
			if (fs.existsSync(path.join(part, MODULES)))
				moveInto(path.join(part, MODULES), path.join(folder, MODULES));
			fs.rmSync(part, { recursive: true, force: true });
		}
		const there = Object.entries(lock.packages).filter(
			([location]) => location !== '' && fs.existsSync(path.join(folder, location)),
		);
		// What npm would note; without it, it would read all packages again when it is asked for something.
		const noted = { ...lock, packages: Object.fromEntries(there) };
		fs.writeFileSync(path.join(folder, MODULES, '.package-lock.json'), JSON.stringify(noted));
		return true;
	};
	const succeeded = finish()
		.catch(() => false)
		.finally(() => process.removeListener('exit', stop));
	return { succeeded, folders, stop };
};
