#!/usr/bin/env node
/**
 * `node scripts/run.mjs <name> [arguments]` runs scripts/<name>.ts, also from a fresh clone. It checks the Node.js
 * version and installs the dependencies when they differ from the lock file. Then it runs the script in this same
 * process, so that signals and the exit code need no forwarding.
 *
 * A script exports `main(args)`, which returns the exit code, or nothing for 0. Without a name this installs the
 * dependencies and lists the commands. `help` and an unknown name list them too. `--help` after a name prints details
 * from scripts/commands.json, or else from the script. For that it installs nothing, unless the script computes its text.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const REQUIRED_NODE = [20, 20];
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const commands = require('./commands.json');

function checkNode() {
	const [major, minor] = process.versions.node.split('.').map(Number);
	if (major > REQUIRED_NODE[0] || (major === REQUIRED_NODE[0] && minor >= REQUIRED_NODE[1])) return;
	console.error(
		`This project needs Node.js ${REQUIRED_NODE.join('.')} or later, but this is ${process.versions.node}. ` +
			'Install a later Node.js and run the command again.',
	);
	process.exit(1);
}

/** Whether the installed dependencies match the lock file, according to npm's own record in node_modules. */
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

/** A copy of the lock file that some of the dependencies were installed from. npm removes it with the folder. */
const PART = path.join(root, 'node_modules', '.part-of-package-lock.json');

const isPartOf = (lock) =>
	fs.existsSync(PART) && fs.readFileSync(PART, 'utf8') === fs.readFileSync(lock, 'utf8');

/**
 * A command that names its workspaces does not wait for other packages on a fresh clone. The first command that needs
 * all of them installs them.
 */
function installDependencies(workspaces) {
	const lock = path.join(root, 'package-lock.json');
	if ((workspaces && isPartOf(lock)) || matchesLock()) return;
	const modules = path.join(root, 'node_modules');
	// npm empties the folder that it installs into. Through a link that folder belongs to another project.
	if (fs.lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink())
		throw new Error(
			'Nothing was installed: node_modules is a link to a folder whose packages do not match package-lock.json. ' +
				'Remove the link, or install the dependencies in that folder.',
		);
	const isBare = !fs.existsSync(path.join(root, 'node_modules', '.package-lock.json'));
	const part = isBare && workspaces ? workspaces : [];
	console.log(`Installing the dependencies (${part.length > 0 ? 'only those of this command, ' : ''}npm ci)`);
	// devDependencies are the tools. Neither NODE_ENV nor an npm setting may leave them out here.
	const args = [
		'ci',
		'--include=dev',
		'--no-audit',
		'--no-fund',
		...part.map((name) => `--workspace=${name}`),
	];
	const isWindows = process.platform === 'win32';
	const { status } = spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: isWindows });
	if (status !== 0) throw new Error('npm could not install the dependencies. Its messages are above.');
	if (part.length > 0) fs.copyFileSync(lock, PART);
}

/** One line per command, by the words after `npm run`. Those that only maintainers need come last. */
function commandLines() {
	const width = Math.max(...Object.keys(commands).map((name) => name.length));
	const linesOf = (wanted) =>
		Object.entries(commands)
			.filter(([, { section }]) => section === wanted)
			.map(([name, { says }]) => `  ${name.padEnd(width)}  ${says}`);
	return [
		'Usage: npm run <command>. For its options: npm run <command> -- --help',
		'',
		...linesOf(undefined),
		'',
		'For maintainers:',
		'',
		...linesOf('maintainers'),
	].join('\n');
}

/** The first command that runs this script. */
function commandOf(script) {
	return Object.entries(commands).find(([name, entry]) => (entry.script ?? name) === script)?.[1];
}

/** The `HELP` in the source of a script, unless it has computed parts. */
function helpIn(script) {
	const [, text] = /^const HELP = `([^`$\\]+)`;$/m.exec(fs.readFileSync(script, 'utf8')) ?? [];
	return text;
}

async function main() {
	checkNode();
	const [name, ...args] = process.argv.slice(2);
	if (name === undefined) {
		installDependencies();
		console.log('The dependencies are installed.\n');
	}
	if (name === undefined || ['help', '--help', '-h'].includes(name)) {
		console.log(commandLines());
		return;
	}
	const script = path.join(root, 'scripts', `${name}.ts`);
	if (!/^[a-z\d-]+$/.test(name) || !fs.existsSync(script)) {
		throw new Error(`There is no command "${name}".\n\n${commandLines()}`);
	}
	const { usage, says, workspaces } = commandOf(name) ?? {};
	const asksForHelp = args.some((argument) => ['--help', '-h'].includes(argument));
	const help = usage ? `${usage}\n\n${says}` : helpIn(script);
	if (help && asksForHelp) {
		console.log(help);
		return;
	}
	installDependencies(workspaces);
	process.chdir(root);
	require('tsx/cjs');
	// As if a person had started the script directly: some scripts read their arguments from here.
	process.argv = [process.argv[0], script, ...args];
	const code = await require(script).main(args);
	if (code) process.exitCode = code;
}

/** A plain Error has a message for people. Any other kind is a bug in our code and needs its stack trace. */
function explain(error) {
	const mistakes = [TypeError, ReferenceError, RangeError, SyntaxError];
	return mistakes.some((kind) => error instanceof kind) ? error.stack : (error?.message ?? String(error));
}

main().catch((error) => {
	console.error(`\n${explain(error)}`);
	process.exitCode = 1;
});
