import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts'];

/** Rules that n8n's own configuration for community nodes turns off: they speak of older n8n or of n8n's own docs. */
const outdated = new Set([
	'n8n-nodes-base/cred-class-field-documentation-url-miscased',
	'n8n-nodes-base/cred-class-field-type-options-password-missing',
	'n8n-nodes-base/node-class-description-inputs-wrong-regular-node',
	'n8n-nodes-base/node-class-description-outputs-wrong',
	'n8n-nodes-base/node-param-type-options-max-value-present',
]);

/** One rule set of eslint-plugin-n8n-nodes-base, every rule an error. */
const nodesBaseRules = (name) =>
	Object.fromEntries(
		Object.keys(nodesBase.configs[name].rules)
			.filter((rule) => !outdated.has(rule))
			.map((rule) => [rule, 'error']),
	);

/** The recommended rules for community nodes, warnings included, every rule an error. */
const communityRules = Object.fromEntries(
	Object.keys(n8nCommunityNodesPlugin.configs.recommended.rules).map((rule) => [rule, 'error']),
);

export default tseslint.config(
	{ ignores: ['dist/', 'node_modules/', 'test/n8n/node_modules/', 'coverage/'] },
	{
		linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
		plugins: { '@n8n/community-nodes': n8nCommunityNodesPlugin, 'n8n-nodes-base': nodesBase },
	},
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
	},
	{
		files: ['**/*.ts'],
		rules: {
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
		},
	},
	{
		files: ['**/*.{js,cjs,mjs}'],
		extends: [tseslint.configs.recommended],
		languageOptions: { globals: globals.node },
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},
	{
		files: ['test/**/*.ts', 'scripts/**/*.ts'],
		rules: {
			// jest's matchers are typed as any, and a test's doubles need not await.
			'@typescript-eslint/no-unsafe-assignment': 'off',
			'@typescript-eslint/require-await': 'off',
		},
	},
	{ files: shipped, rules: { ...communityRules, 'no-console': 'error' } },
	{
		files: ['package.json'],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		rules: { ...communityRules, ...nodesBaseRules('community') },
	},
	{ files: ['nodes/**/*.ts'], rules: nodesBaseRules('nodes') },
	{ files: ['credentials/**/*.ts'], rules: nodesBaseRules('credentials') },
);
