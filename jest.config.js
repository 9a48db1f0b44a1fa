/**
 * Types are checked once for the whole tree by `npm run typecheck`, which `npm test` runs first;
 * here each file is only transpiled, so that a test file starts in a blink.
 * @type {import('jest').Config}
 */
module.exports = {
	testEnvironment: '<rootDir>/test/harness/jest/workerEnvironment.cjs',
	runtime: '<rootDir>/test/harness/jest/packagesOnce.cjs',
	testSequencer: '<rootDir>/test/harness/jest/longestFirst.cjs',
	setupFiles: ['<rootDir>/test/harness/jest/seed.ts'],
	transform: { '^.+\\.ts$': '<rootDir>/test/harness/jest/transpile.cjs' },
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/test/n8n/'],
	// Ends what hangs. How long a thing may take is for a test to say: a busy machine is three times as slow as a quiet one.
	testTimeout: 5 * 60_000,
};
