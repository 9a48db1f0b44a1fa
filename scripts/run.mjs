#!/usr/bin/env node
/**
 * `node scripts/run.mjs <name> [arguments]` runs scripts/<name>.ts, from a bare clone too: it looks at the Node.js
 * version, installs the dependencies when they are missing or older than the lock file, and then runs the script
 * in this same process, so that signals and the exit code need no forwarding.
 *
 * A script exports `main(args)`, which returns the exit code (or nothing for 0). Without a name only the
 * dependencies are installed.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const REQUIRED_NODE = [20, 20];
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);

function checkNode() {
	const [major, minor] = process.versions.node.split('.').map(Number);
	if (major > REQUIRED_NODE[0] || (major === REQUIRED_NODE[0] && minor >= REQUIRED_NODE[1])) return;
	console.error(
		`This project needs Node.js ${REQUIRED_NODE.join('.')} or newer, and this is ${process.versions.node}. ` +
			'Install a newer Node.js and run the command again.',
	);
	process.exit(1);
}

/** True when what npm noted about node_modules is what the lock file asks for, e.g. after an `npm ci` by hand. */
function matchesLock() {
	try {
		const read = (file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')).packages;
		const installed = read('node_modules/.package-lock.json');
		return Object.entries(read('package-lock.json')).every(
			([location, entry]) =>
				location === '' ||
				(installed[location] ? installed[location].version === entry.version : entry.optional),
		);
	} catch {
		return false;
	}
}

async function installDependencies() {
	const { installFromLock, hashFiles } = require('./lib/npm.cjs');
	const { runTask } = require('./lib/progress.cjs');
	const { exitOnSignals } = require('./lib/signals.cjs');
	const stamp = path.join(root, 'node_modules', '.installed-lock-hash');
	const wanted = hashFiles(path.join(root, 'package-lock.json'));
	const found = fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8') : '';
	if (found === wanted) return;
	if (!matchesLock()) {
		const logFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-install-'));
		// devDependencies are the tools; a NODE_ENV or npm setting that leaves them out must not win here.
		const args = ['--include=dev'];
		const leaveSignals = exitOnSignals();
		await runTask('Installing the dependencies (npm ci)', async (task) => {
			await installFromLock(root, { task, args, logFile: path.join(logFolder, 'npm.log') });
		});
		leaveSignals();
		fs.rmSync(logFolder, { recursive: true, force: true });
	}
	fs.writeFileSync(stamp, wanted);
}

async function main() {
	checkNode();
	const [name, ...args] = process.argv.slice(2);
	if (name === undefined) {
		await installDependencies();
		console.log('The dependencies are installed.');
		return;
	}
	const script = path.join(root, 'scripts', `${name}.ts`);
	if (!/^[a-z-]+$/.test(name) || !fs.existsSync(script)) {
		throw new Error(`There is no script "${name}". See the scripts in package.json.`);
	}
	await installDependencies();
	process.chdir(root);
	const { register } = await import(pathToFileURL(require.resolve('tsx/cjs/api')).href);
	register();
	// As if the script had been started by itself: some read their arguments from here.
	process.argv = [process.argv[0], script, ...args];
	const code = await require(script).main(args);
	if (code) process.exitCode = code;
}

/** A plain Error carries a message for people; any other kind is a mistake in our code and needs its stack. */
function explain(error) {
	const mistakes = [TypeError, ReferenceError, RangeError, SyntaxError];
	return mistakes.some((kind) => error instanceof kind) ? error.stack : (error?.message ?? String(error));
}

main().catch((error) => {
	console.error(`\n${explain(error)}`);
	process.exitCode = 1;
});
