import tseslint from 'typescript-eslint';

import { bold } from '../progress';
import { root } from '../project';
import { lintFolder, type Finding } from './lintFolder';

/** What the scanner lints of a tarball; it gives its other list, for the source, a name. */
const PACKED_FILES = ['**/*.js', 'package.json'];

/** One way of looking at the package, and what it found. */
export interface Look {
	title: string;
	files: number;
	findings: Finding[];
}

/**
 * Looks at the source and at the unpacked tarball as n8n does before it verifies a package, and then more strictly.
 * The scanner's other half cannot run before a version is published: it asks the npm registry for the provenance of
 * the version and fetches the source from the commit that the provenance names.
 *
 * @param packageFolder the unpacked tarball
 */
export async function scan(packageFolder: string): Promise<Look[]> {
	const { analyzePackage, buildScanConfig, SOURCE_FILE_PATTERNS } =
		await import('@n8n/scan-community-package/scanner/scanner.mjs');
	const config = await buildScanConfig();
	const official = async (title: string, folder: string, patterns: string[]): Promise<Look> => {
		const { passed, message, details } = await analyzePackage(folder, patterns);
		// Its verdict knows only errors.
		const look = await lintFolder(folder, patterns, config);
		const verdict = { file: folder, line: 0, rule: 'verdict', message: details ?? message ?? 'It failed.' };
		return { title, files: look.files, findings: passed ? look.findings : [...look.findings, verdict] };
	};
	return [
		await official("n8n's scanner, over the source", root, SOURCE_FILE_PATTERNS),
		await official("n8n's scanner, over the tarball", packageFolder, PACKED_FILES),
		{
			title: 'Every official rule, over the tarball',
			...(await lintFolder(packageFolder, PACKED_FILES, await strictConfig())),
		},
	];
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
	return looks.flatMap(({ title, files, findings }) => [
		bold(`${title}: ${files} files, ${findings.length} findings`),
		...findings.map(({ file, line, rule, message }) => `✘ ${file}:${line}  ${rule}  ${message}`),
	]);
}
