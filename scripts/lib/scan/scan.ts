import path from 'node:path';

import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

import { bold } from '../progress';
import { root } from '../project';

/** What the scanner lints of a tarball; it gives its other list, for the source, a name. */
const PACKED_FILES = ['**/*.js', 'package.json'];

/** One way of looking at the package, and what it found. */
export interface Look {
	title: string;
	findings: string[];
}

/**
 * Looks at the source as n8n does before it verifies a package. The scanner's other half cannot run before a version is
 * published: it asks the npm registry for the provenance of the version and fetches the source from the commit that the
 * provenance names.
 */
export async function scanSource(): Promise<Look> {
	const { SOURCE_FILE_PATTERNS } = await import('@n8n/scan-community-package/scanner/scanner.mjs');
	return await official("n8n's scanner, over the source", root, SOURCE_FILE_PATTERNS);
}

/**
 * Looks at the unpacked tarball as n8n does before it verifies a package, and then more strictly: what n8n only warns of
 * is a finding too.
 */
export async function scanPackage(folder: string): Promise<Look[]> {
	const eslint = new ESLint({
		cwd: folder,
		// No suppression in a comment has an effect.
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await strictConfig(),
	});
	const results = await eslint.lintFiles(PACKED_FILES);
	return [
		await official("n8n's scanner, over the tarball", folder, PACKED_FILES),
		{
			title: 'Every official rule, over the tarball',
			findings: results.flatMap(({ filePath, messages }) =>
				messages.map(
					({ line, ruleId, message }) =>
						`${path.relative(folder, filePath)}:${line}  ${ruleId ?? 'syntax'}  ${message}`,
				),
			),
		},
	];
}

/** The scanner's own verdict, with its words where it refuses. It passes a folder where it finds no file. */
async function official(title: string, folder: string, patterns: string[]): Promise<Look> {
	const { analyzePackage } = await import('@n8n/scan-community-package/scanner/scanner.mjs');
	const { message, details } = await analyzePackage(folder, patterns);
	return { title, findings: [details ?? message ?? []].flat() };
}

/** All rules of both official plugins in the versions that the project itself uses, each of them an error. */
async function strictConfig() {
	const { communityRules, nodesBaseRules, plugins } = await import('./official-rules.mjs');
	return [
		{ plugins, linterOptions: { reportUnusedDisableDirectives: 'error' as const } },
		{
			files: ['**/*.js'],
			languageOptions: { sourceType: 'commonjs' as const },
			rules: { ...communityRules, 'no-console': 'error' as const },
		},
		// The two rules about file names ask for the ending ".ts", which nothing compiled has.
		{
			files: ['dist/nodes/**/*.js'],
			rules: {
				...nodesBaseRules('nodes'),
				'n8n-nodes-base/node-filename-against-convention': 'off' as const,
			},
		},
		{
			files: ['dist/credentials/**/*.js'],
			rules: {
				...nodesBaseRules('credentials'),
				'n8n-nodes-base/cred-filename-against-convention': 'off' as const,
			},
		},
		{
			files: ['package.json'],
			languageOptions: { parser: tseslint.parser },
			rules: { ...communityRules, ...nodesBaseRules('community') },
		},
	];
}

/** Lines that say what was looked at and what was found. */
export function scanReport(looks: Look[]): string[] {
	return looks.flatMap(({ title, findings }) => [
		bold(`${title}: ${findings.length === 0 ? 'nothing found' : 'findings'}`),
		...findings.map((finding) => `✘ ${finding}`),
	]);
}
