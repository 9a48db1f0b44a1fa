const { createRequire, isBuiltin } = require('node:module');
const path = require('node:path');

const { default: Runtime } = require('jest-runtime');

/** What belongs to the running test, so that each test file has its own. */
const OF_JEST = /^(@?jest|expect$)/;

const isPackage = (name) => !name.startsWith('.') && !path.isAbsolute(name) && !isBuiltin(name);

/**
 * Jest's runtime, but a package that no test has mocked is loaded once by each worker, in place of once
 * by each test file: n8n-core alone is 1,750 files. The project's own files are loaded anew for each test file, as ever.
 * Its partner is `workerEnvironment.cjs`.
 */
module.exports = class PackagesOnceRuntime extends Runtime {
	mocked = new Set();

	setMock(from, name, factory, options) {
		this.mocked.add(name);
		super.setMock(from, name, factory, options);
	}

	requireModuleOrMock(from, name) {
		return isPackage(name) && !OF_JEST.test(name) && !this.mocked.has(name)
			? createRequire(from)(name)
			: super.requireModuleOrMock(from, name);
	}
};
