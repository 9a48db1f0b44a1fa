/**
 * Runs npm (or any program) with its output in a log file, and keeps the last lines of it for the error message.
 * Plain CommonJS without dependencies for the same reason as progress.cjs.
 */
'use strict';

const { spawn } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const TAIL_LINES = 30;

class CommandError extends Error {
	constructor(message, logFile) {
		super(message);
		this.name = 'CommandError';
		this.logFile = logFile;
	}
}

function lastLines(logFile, count = TAIL_LINES) {
	let text = '';
	try {
		text = fs.readFileSync(logFile, 'utf8');
	} catch {
		return '(nothing was written)';
	}
	return text.trimEnd().split('\n').slice(-count).join('\n');
}

function runLogged(command, args, { cwd, env = process.env, logFile, description }) {
	fs.mkdirSync(path.dirname(logFile), { recursive: true });
	const log = fs.openSync(logFile, 'a');
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { cwd, env, stdio: ['ignore', log, log] });
		const stop = () => child.kill();
		process.once('exit', stop);
		const settle = (outcome) => {
			process.removeListener('exit', stop);
			fs.closeSync(log);
			outcome();
		};
		child.once('error', (error) =>
			settle(() =>
				reject(new CommandError(`${description} could not be started: ${error.message}`, logFile)),
			),
		);
		child.once('close', (code, signal) =>
			settle(() => {
				if (code === 0) return resolve();
				const ended = signal ? `was ended by ${signal}` : `failed with exit code ${code}`;
				const message = `${description} ${ended}. Its last lines:\n\n${lastLines(logFile)}\n\nThe whole output: ${logFile}`;
				reject(new CommandError(message, logFile));
			}),
		);
	});
}

/**
 * npm hands the project's own settings and name to everything it starts; an npm that works in another folder
 * must not take them for its own.
 */
function npmEnvironment() {
	const env = { ...process.env };
	for (const name of Object.keys(env)) {
		const foreign = /^npm_(config_local_prefix|config_ignore_scripts|package_|lifecycle_)/i.test(name);
		if (foreign || name === 'INIT_CWD' || name === 'NODE_ENV') delete env[name];
	}
	return env;
}

/** The npm that started us, if any: the same version, and no shell is needed on Windows. */
function npmCommand() {
	const cli = process.env.npm_execpath;
	if (cli && path.basename(cli) === 'npm-cli.js') return { command: process.execPath, leading: [cli] };
	if (process.platform === 'win32') {
		return {
			command: process.execPath,
			leading: [path.join(path.dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')],
		};
	}
	return { command: 'npm', leading: [] };
}

function runNpm(args, { cwd, logFile }) {
	const { command, leading } = npmCommand();
	return runLogged(command, [...leading, ...args, '--no-audit', '--no-fund'], {
		cwd,
		env: npmEnvironment(),
		logFile,
		description: `npm ${args.slice(0, 2).join(' ')}`,
	});
}

/** Which C library Node.js was built for; packages with binaries come in one variant per library on Linux. */
function libraryOfC() {
	if (process.platform !== 'linux') return undefined;
	return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

/** npm leaves out what is made for another system. */
function fitsThisMachine({ os, cpu, libc }, libraryHere) {
	const allows = (list, value) =>
		!Array.isArray(list) ||
		(list.every((entry) => entry.startsWith('!')) ? !list.includes(`!${value}`) : list.includes(value));
	return allows(os, process.platform) && allows(cpu, process.arch) && allows(libc, libraryHere);
}

function packageFolders(folder) {
	const libraryHere = libraryOfC();
	const lock = JSON.parse(fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8'));
	return Object.entries(lock.packages)
		.filter(([location, entry]) => location !== '' && fitsThisMachine(entry, libraryHere))
		.map(([location]) => location);
}

/** npm makes every folder first and fills it later, so a package counts once its package.json lies there. */
function countInstalled(folder, locations) {
	return locations.filter((location) => fs.existsSync(path.join(folder, location, 'package.json'))).length;
}

async function installFromLock(folder, { task, logFile, args = [] }) {
	const locations = packageFolders(folder);
	task.update({ total: locations.length, unit: 'packages' });
	const count = () => {
		const done = countInstalled(folder, locations);
		task.update({ done, note: done === locations.length ? 'finishing' : '' });
	};
	const timer = setInterval(count, 1000);
	try {
		await runNpm(['ci', ...args], { cwd: folder, logFile });
	} finally {
		clearInterval(timer);
	}
}

function hashFiles(...files) {
	const hash = createHash('sha256');
	for (const file of files) hash.update(fs.readFileSync(file));
	return hash.digest('hex');
}

module.exports = {
	CommandError,
	lastLines,
	runLogged,
	runNpm,
	npmCommand,
	npmEnvironment,
	installFromLock,
	hashFiles,
};
