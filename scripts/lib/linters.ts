import { program } from './project';

/** What `npm run format` mends must be what this finds. */
const RULES = ['-c', 'eslint.house.config.mjs'];
const FORMATTED = '**/*.{ts,cts,js,cjs,mjs}';
const ARROWS_HOLD_IN = ['nodes', 'credentials', 'sandbox', 'test', 'scripts'];

export interface Linter {
	what: string;
	/** For Node.js. */
	args: string[];
}

const eslint = (...args: string[]): string[] => [program('eslint', 'bin/eslint.js'), ...RULES, ...args, '.'];
const prettier = (...args: string[]): string[] => [
	program('prettier', 'bin/prettier.cjs'),
	...args,
	FORMATTED,
];

/** The longest first: two run at a time. */
export const LINTERS: readonly Linter[] = [
	{ what: 'Our own rules', args: eslint('--max-warnings', '0') },
	{ what: "n8n's official rules", args: ['scripts/run.mjs', 'lint-official'] },
	{
		what: 'The arrows of the map',
		args: [program('dependency-cruiser', 'bin/dependency-cruise.mjs'), ...ARROWS_HOLD_IN],
	},
	{ what: 'The formatting', args: prettier('--check') },
];

/** One after the other: each writes files that the next one reads. */
export const MENDERS: readonly Linter[] = [
	{ what: 'Our own rules', args: eslint('--fix') },
	{ what: 'The formatting', args: prettier('--log-level', 'warn', '--write') },
];
