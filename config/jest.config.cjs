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
	setupFilesAfterEnv: ['<rootDir>/test/harness/jest/setUp.ts'],
	transform: { '^.+\\.ts$': '<rootDir>/test/harness/jest/transpile.cjs' },
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/test/n8n/'],
	// When a worker has ended, V8 still returns its memory page by page. On some machines that takes two seconds, and Jest
	// would report an open handle after half a second.
	workerGracefulExitTimeout: 10_000,
	// Ends only a test that hangs. `setUp.ts` sets shorter ones, but none that a busy machine reaches.
	testTimeout: 5 * 60_000,
};
