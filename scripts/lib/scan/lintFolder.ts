import path from 'node:path';

import { ESLint, type Linter } from 'eslint';

/** Something a rule has to say about a file: an error or a warning, both count. */
export interface Finding {
	/** Path inside the folder. */
	file: string;
	line: number;
	rule: string;
	message: string;
}

/** Lints files of a folder by this configuration alone: no suppression in a comment has an effect. */
export async function lintFolder(
	folder: string,
	patterns: string[],
	config: Linter.Config[],
): Promise<{ findings: Finding[]; files: number }> {
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: config,
	});
	const results = await eslint.lintFiles(patterns);
	const findings = results.flatMap(({ filePath, messages }) =>
		messages.map(({ line, ruleId, message }) => ({
			file: path.relative(folder, filePath),
			line,
			rule: ruleId ?? 'syntax',
			message,
		})),
	);
	return { findings, files: results.length };
}
