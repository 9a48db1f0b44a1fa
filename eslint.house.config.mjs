// Our own rules for what ships. eslint.config.mjs is n8n's, word for word, as its strict mode wants it.
import tseslint from 'typescript-eslint';

import { communityRules, nodesBaseRules, plugins } from './scripts/lib/scan/official-rules.mjs';

const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts'];

/** What n8n gives a package without dependencies at run time is all that it may import beside its own files. */
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
	// Whatever is about the language is in .oxlintrc.json: oxlint takes seconds where ESLint takes a minute.
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
