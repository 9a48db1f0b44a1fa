const vm = require('node:vm');

const { ModernFakeTimers } = require('@jest/fake-timers');
const { TestEnvironment } = require('jest-environment-node');

/** Where jest-circus keeps who listens to its events (`jest-circus/src/types.ts`). */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

const contextsOfWorker = new WeakSet();
const { runInContext } = vm.Script.prototype;

/** Jest runs every file by this call, in a method that cannot be overridden. */
vm.Script.prototype.runInContext = function (context, options) {
	return contextsOfWorker.has(context)
		? this.runInThisContext(options)
		: runInContext.call(this, context, options);
};

/**
 * Jest's environment of Node.js, but test files run among the globals of their worker and not among copies of them: what
 * a package of the worker makes, an `Error` or an array, is then one for the test too (`packagesOnce.cjs`).
 */
module.exports = class WorkerEnvironment extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		// Each test file brings its own listeners, and those of the files before it would hear its events too.
		// `delete` would not do: through the context below, V8 finds the deleted array again.
		globalThis[EVENT_HANDLERS] = undefined;
		this.global = globalThis;
		this.context = vm.createContext(globalThis);
		contextsOfWorker.add(this.context);
		this.fakeTimersModern = new ModernFakeTimers({ config: config.projectConfig, global: globalThis });
	}
};
