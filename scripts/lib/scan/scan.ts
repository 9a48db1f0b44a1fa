import path from 'node:path';

import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

import { bold } from '../progress';
import { root } from '../project';

/** The files of a tarball that the scanner lints. The scanner names only its list for the source. */
const PACKED_FILES = ['**/*.js', 'package.json'];

/** One scan of the package, and its findings. */
export interface Look {
	title: string;
	findings: string[];
}

/**
 * Checks the source as n8n does before it verifies a package. The other half of the scanner cannot run before a
 * version is published. It reads the provenance of that version from the npm registry, and fetches the source from
 * the commit that it names.
 */
export async function scanSource(): Promise<Look> {
	const { SOURCE_FILE_PATTERNS } = await import('@n8n/scan-community-package/scanner/scanner.mjs');
	return await official("n8n's scanner, over the source", root, SOURCE_FILE_PATTERNS);
}

/**
 * Checks the unpacked tarball as n8n does before it verifies a package. Then checks it more strictly: warnings of n8n
 * are findings too.
 */
export async function scanPackage(folder: string): Promise<Look[]> {
	const eslint = new ESLint({
		cwd: folder,
		// Suppressions in comments have no effect.
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await strictConfig(),
	});
	const results = await eslint.lintFiles(PACKED_FILES);
	return [
		await official("n8n's scanner, over the tarball", folder, PACKED_FILES),
		{
			title: 'All official rules, on the tarball',
			findings: results.flatMap(({ filePath, messages }) =>
				messages.map(
					({ line, ruleId, message }) =>
						`${path.relative(folder, filePath)}:${line}  ${ruleId ?? 'syntax'}  ${message}`,
				),
			),
		},
	];
}

/**
 * The result of the scanner itself, with its message after a failure. The scanner also passes a folder without any
 * files.
 */
async function official(title: string, folder: string, patterns: string[]): Promise<Look> {
	const { analyzePackage } = await import('@n8n/scan-community-package/scanner/scanner.mjs');
	const { message, details } = await analyzePackage(folder, patterns);
	return { title, findings: [details ?? message ?? []].flat() };
}

/** All rules of both official plugins, in the versions of this project, and each as an error. */
async function strictConfig() {
	const { communityRules, nodesBaseRules, plugins } = await import('./official-rules.mjs');
	return [
		{ plugins, linterOptions: { reportUnusedDisableDirectives: 'error' as const } },
		{
			files: ['**/*.js'],
			languageOptions: { sourceType: 'commonjs' as const },
			rules: { ...communityRules, 'no-console': 'error' as const },
		},
		// Two rules about file names ask for the extension ".ts", which no compiled file has.
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

/** Lines that report the scans and their findings. */
export function scanReport(looks: Look[]): string[] {
	return looks.flatMap(({ title, findings }) => [
		bold(`${title}: ${findings.length === 0 ? 'nothing found' : 'findings'}`),
		...findings.map((finding) => `✘ ${finding}`),
	]);
}
