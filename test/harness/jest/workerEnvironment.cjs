const vm = require('node:vm');

const { ModernFakeTimers } = require('@jest/fake-timers');
const { TestEnvironment } = require('jest-environment-node');

/** jest-circus keeps the listeners of its events here (`jest-circus/src/types.ts`). */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

const contextsOfWorker = new WeakSet();
const { runInContext } = vm.Script.prototype;

/** Jest runs every file with this call, in a method that cannot be overridden. */
vm.Script.prototype.runInContext = function (context, options) {
	return contextsOfWorker.has(context)
		? this.runInThisContext(options)
		: runInContext.call(this, context, options);
};

/**
 * Jest's environment for Node.js, but test files use the globals of their worker instead of copies. So an `Error` or
 * an array that a shared package makes is also one for the test (`packagesOnce.cjs`).
 */
module.exports = class WorkerEnvironment extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		// Each test file adds its own listeners. Without this, those of earlier files would also get its events.
		// `delete` does not help, because through the context below V8 finds the deleted array again.
		globalThis[EVENT_HANDLERS] = undefined;
		this.global = globalThis;
		this.context = vm.createContext(globalThis);
		contextsOfWorker.add(this.context);
		this.fakeTimersModern = new ModernFakeTimers({ config: config.projectConfig, global: globalThis });
	}
};
