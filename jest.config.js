/**
 * `npm run typecheck` checks the types of the whole tree, and `npm test` runs it first. Here each file is only
 * transpiled.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	testEnvironment: '<rootDir>/test/harness/jest/workerEnvironment.cjs',
	runtime: '<rootDir>/test/harness/jest/packagesOnce.cjs',
	testSequencer: '<rootDir>/test/harness/jest/longestFirst.cjs',
	setupFilesAfterEnv: ['seed', 'timeoutSignals', 'quickClock', 'freshMemory'].map(
		(name) => `<rootDir>/test/harness/jest/${name}.ts`,
	),
	transform: { '^.+\\.ts$': '<rootDir>/test/harness/jest/transpile.cjs' },
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/test/n8n/'],
	// Ends only a test that hangs. No test sets a shorter limit, because a busy machine is three times slower.
	testTimeout: 5 * 60_000,
};
