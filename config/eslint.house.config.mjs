// Our own rules for the shipped code. The eslint.config.mjs of the project is an exact copy of n8n's, because its strict mode requires
// that.
import tseslint from 'typescript-eslint';

import { communityRules, nodesBaseRules, plugins } from '../scripts/lib/scan/official-rules.mjs';

const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts'];

/** The package has no dependencies at run time. So it may import only its own files and what n8n provides. */
const onlyPackages = (...names) => ({
	'no-restricted-imports': [
		'error',
		{
			patterns: [
				{
					regex: `^(?!\\.{1,2}(?:/|$)|(?:${names.join('|')})$)`,
					message: `Shipped code may import only ${names.join(', ')}.`,
				},
			],
		},
	],
});

export default tseslint.config(
	{ ignores: ['dist/', 'node_modules/', 'test/n8n/node_modules/', 'coverage/'] },
	{
		linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
		plugins,
	},
	// Rules about the language are in oxlintrc.json: oxlint takes seconds, and ESLint takes a minute.
	{ files: ['**/*.ts'], languageOptions: { parser: tseslint.parser } },
	{ files: shipped, rules: { ...communityRules, 'no-console': 'error' } },
	{ files: ['nodes/**/*.ts'], rules: onlyPackages('n8n-workflow', 'zod', 'node:crypto') },
	{ files: ['credentials/**/*.ts'], rules: onlyPackages('n8n-workflow') },
	{
		files: ['package.json'],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		rules: { ...communityRules, ...nodesBaseRules('community') },
	},
	{ files: ['nodes/**/*.ts'], rules: nodesBaseRules('nodes') },
	{ files: ['credentials/**/*.ts'], rules: nodesBaseRules('credentials') },
);
