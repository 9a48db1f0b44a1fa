/**
 * Types are checked once for the whole tree by `npm run typecheck`, which `npm test` runs first;
 * here each file is only transpiled, so that a test file starts in a blink.
 * @type {import('jest').Config}
 */
module.exports = {
	testEnvironment: 'node',
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: { module: 'commonjs', isolatedModules: true }, diagnostics: false }],
	},
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/test/n8n/'],
	testTimeout: 60_000,
};
