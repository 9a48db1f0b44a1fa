import { spawnSync } from 'node:child_process';

import { program, root } from './project';

/** `npm run format` must fix exactly what this finds. */
const RULES = ['-c', 'config/eslint.house.config.mjs'];
const SHIPPED = ['nodes', 'credentials', 'package.json'];
const FORMATTED = '**/*.{ts,cts,js,cjs,mjs}';
/** textlint expands the patterns, and skips what config/textlintignore names. */
const PROSE = [
	'**/*.md',
	'.github/**/*.md',
	'**/*.{ts,cts,js,cjs,mjs}',
	'workflows/*.json',
	'**/*.{yaml,yml}',
	'.github/**/*.yml',
];
/** Commits after this one keep to the format of messages. */
const FIRST_CHECKED = '19ad373';
const ARROWS_HOLD_IN = ['nodes', 'credentials', 'sandbox', 'test', 'scripts'];

export interface Linter {
	what: string;
	/** Arguments of Node.js. */
	args: string[];
	env?: Record<string, string>;
}

const oxlint = (...args: string[]): string[] => [
	program('oxlint', 'bin/oxlint'),
	'--type-aware',
	...['--config', 'config/oxlintrc.json'],
	...args,
];
const eslint = (...args: string[]): string[] => [
	program('eslint', 'bin/eslint.js'),
	...RULES,
	...args,
	...SHIPPED,
];
const prettier = (...args: string[]): string[] => [
	program('prettier', 'bin/prettier.cjs'),
	...['--cache', '--cache-strategy', 'content'],
	...args,
	FORMATTED,
];

/** A clone without history has its last commit only. */
function commits(): string[] {
	const { status } = spawnSync('git', ['cat-file', '-e', FIRST_CHECKED], { cwd: root });
	return status === 0 ? ['--from', FIRST_CHECKED] : ['--last'];
}

/** The longest first: two run at a time. */
export const LINTERS: readonly Linter[] = [
	{ what: 'The rules of the language', args: oxlint('--deny-warnings') },
	{ what: 'Our own rules for the shipped code', args: eslint('--max-warnings', '0') },
	{
		what: "n8n's official rules",
		args: [program('@n8n/node-cli', 'bin/n8n-node.mjs'), 'lint'],
		// These rules are for code that n8n loads. With this flag ESLint takes the configuration nearest to a file,
		// as version 10 always does. Those of test/, sandbox/ and scripts/ turn these rules off.
		env: { ESLINT_FLAGS: 'unstable_config_lookup_from_file' },
	},
	{
		what: 'The imports between folders',
		args: [
			program('dependency-cruiser', 'bin/dependency-cruise.mjs'),
			...['--config', 'config/dependency-cruiser.cjs'],
			...ARROWS_HOLD_IN,
		],
	},
	{
		what: 'The prose',
		args: [
			program('textlint', 'bin/textlint.js'),
			...['--config', 'config/textlintrc.cjs', '--ignore-path', 'config/textlintignore'],
			...PROSE,
		],
	},
	{ what: 'The formatting', args: prettier('--check') },
	{
		what: 'The messages of commits',
		args: [program('@commitlint/cli', 'cli.js'), '--config', 'config/commitlint.config.cjs', ...commits()],
	},
];

/** These run one after another, because each writes files that the next one reads. */
export const MENDERS: readonly Linter[] = [
	{ what: 'The rules of the language', args: oxlint('--fix') },
	{ what: 'Our own rules for the shipped code', args: eslint('--fix') },
	{ what: 'The formatting', args: prettier('--log-level', 'warn', '--write') },
];
