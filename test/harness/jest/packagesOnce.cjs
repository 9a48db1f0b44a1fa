const { AsyncLocalStorage } = require('node:async_hooks');
const { createRequire, isBuiltin } = require('node:module');
const path = require('node:path');

const { default: Runtime } = require('jest-runtime');

/** These packages belong to the running test, so each test file loads its own. */
const OF_JEST = /^(@?jest|expect$)/;

const isPackage = (name) => !name.startsWith('.') && !path.isAbsolute(name) && !isBuiltin(name);

const root = path.join(__dirname, '../../..');
/**
 * What the test files of a worker share. The sandbox keeps nothing in its modules but its compiled API document. The
 * build replaces the description by its values (`scripts/lib/derived/description.ts`).
 */
const SANDBOX = path.join(root, 'sandbox/');
const DESCRIPTION = path.join(root, 'nodes/RewardsEngagement/resources/description');
const shared = new Map();

/**
 * jest-circus makes an AsyncLocalStorage for each test file and leaves it on. Node.js 20 looks at all of them at every
 * promise, so here the test files of a worker share one.
 */
const storage = new AsyncLocalStorage();
const ASYNC_HOOKS_OF_JEST = {
	AsyncLocalStorage: class {
		constructor() {
			return storage;
		}
	},
};

/**
 * Jest's runtime, but each worker loads a package without mocks only once, instead of once per test file. n8n-core
 * alone has 1,750 files. Each test file still loads the project's other files again. It works together with
 * `workerEnvironment.cjs`.
 *
 * An isolated module also isolates what it imports later. In Jest, an import at its first use would find the module
 * of the test. So a node in isolation acts like one in another process.
 */
module.exports = class PackagesOnceRuntime extends Runtime {
	mocked = new Set();

	constructor(...args) {
		super(...args);
		const { registries, requireBuilder } = this;
		const requireFor = requireBuilder.for.bind(requireBuilder);
		requireBuilder.for = (from, options) => {
			const { isolation } = registries;
			const load = requireFor(from, options);
			if (!isolation) return load;
			const loadThere = (name) => {
				const { isolation: other } = registries;
				registries.isolation = isolation;
				try {
					return load(name);
				} finally {
					registries.isolation = other;
				}
			};
			return Object.defineProperties(loadThere, Object.getOwnPropertyDescriptors(load));
		};
	}

	/** Jest's own method also removes the isolated modules at its end. */
	isolateModules(load) {
		this.registries.enterIsolated('isolateModules');
		try {
			load();
		} finally {
			this.registries.isolation = null;
		}
	}

	setMock(from, name, factory, options) {
		this.mocked.add(name);
		super.setMock(from, name, factory, options);
	}

	requireInternalModule(from, name) {
		return name === 'node:async_hooks' ? ASYNC_HOOKS_OF_JEST : super.requireInternalModule(from, name);
	}

	requireModuleOrMock(from, name) {
		if (this.mocked.has(name)) return super.requireModuleOrMock(from, name);
		if (isPackage(name) && !OF_JEST.test(name)) return createRequire(from)(name);
		const file = path.resolve(path.dirname(from), name);
		const isShared = file.startsWith(SANDBOX) || file === DESCRIPTION;
		if (!isShared || this.registries.isolation) return super.requireModuleOrMock(from, name);
		if (!shared.has(file)) shared.set(file, super.requireModuleOrMock(from, name));
		return shared.get(file);
	}
};
