const vm = require('node:vm');

const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

require('../process/keep-idle-connections.cjs');

/** Stands for the context of the worker, which `node:vm` uses by default. */
const WORKER = {};

/** The symbols under which jest-circus keeps a test file's state and its listeners (`jest-circus/src/types.ts`). */
const OF_A_FILE = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS']);

const { compileFunction } = vm;
const compiled = new Map();

/**
 * Jest compiles every file with this call, in a class that cannot be replaced. Here a worker compiles a file once for
 * all its tests, which still run it again. Without its callback, `import()` fails, but `transpile.cjs` leaves none.
 */
vm.compileFunction = (code, parameters, options = {}) => {
	const { parsingContext, importModuleDynamically, ...others } = options;
	if (parsingContext !== WORKER) return compileFunction(code, parameters, options);
	const key = [options.filename, ...parameters].join();
	const known = compiled.get(key);
	if (known?.code === code) return known.run;
	const run = compileFunction(code, parameters, others);
	compiled.set(key, { code, run });
	return run;
};

/**
 * Jest's environment for Node.js (`jest-environment-node`), but test files use the globals of their worker instead of
 * copies in a separate context. So an `Error` or an array that a shared package makes is also one for the test
 * (`packagesOnce.cjs`).
 */
module.exports = class WorkerEnvironment {
	global = globalThis;
	context = WORKER;
	moduleMocker = new ModuleMocker(globalThis);

	exit = process.exit;

	constructor({ projectConfig }) {
		this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
		Error.stackTraceLimit = 100;
	}

	async setup() {}

	/** Takes back what Jest changed for this file. It would keep the modules of all earlier files in memory. */
	async teardown() {
		this.fakeTimersModern.dispose();
		this.context = null;
		process.exit = this.exit;
		for (const symbol of Object.getOwnPropertySymbols(globalThis))
			if (OF_A_FILE.has(symbol.description)) delete globalThis[symbol];
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	getVmContext() {
		return this.context;
	}
};
