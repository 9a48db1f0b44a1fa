import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { npmCommand, npmEnvironment } from './lib/npm.cjs';
import { say } from './lib/progress.cjs';
import { root } from './lib/project';

/** The parts of `npm audit --json` that are looked at. */
export interface AuditReport {
	/** Why the registry could not be asked. */
	message?: string;
	vulnerabilities?: Record<
		string,
		{ severity: string; range: string; via: Array<string | { title: string }> }
	>;
}

/**
 * `npm run audit`: asks npm for known weaknesses of everything in package-lock.json, and looks for an answer to each in
 * docs/dependencies.md. Returns the exit code: 0 when each has one.
 */
export function main(): number {
	const { command, leading } = npmCommand();
	const { stdout } = spawnSync(command, [...leading, 'audit', '--json'], {
		cwd: root,
		env: npmEnvironment(),
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
	});
	const problems = auditProblems(
		JSON.parse(stdout) as AuditReport,
		fs.readFileSync(path.join(root, 'docs', 'dependencies.md'), 'utf8'),
	);
	for (const problem of problems) say(`✘ ${problem}`);
	if (problems.length === 0) say('Every finding of npm audit has its answer in docs/dependencies.md.');
	return problems.length === 0 ? 0 : 1;
}

/**
 * What stays open, in sentences.
 *
 * @param page docs/dependencies.md, whose section "Audit" has a line that begins with the package for each finding
 */
export function auditProblems({ vulnerabilities, message }: AuditReport, page: string): string[] {
	if (!vulnerabilities) return [`npm could not be asked: ${message ?? 'it gives no reason'}`];
	const answers = page.slice(page.indexOf('\n## Audit'));
	return Object.entries(vulnerabilities)
		.filter(([name]) => !answers.includes(`\n- \`${name}\`: `))
		.map(([name, { severity, range, via }]) => {
			const titles = via.map((cause) => (typeof cause === 'string' ? `through ${cause}` : cause.title));
			return `${name} ${range} (${severity}): ${titles.join('; ')}`;
		});
}
