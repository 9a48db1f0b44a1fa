import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { auditProblems, type AuditReport } from './lib/audit';
import { npmCommand, npmEnvironment } from './lib/npm';
import { say } from './lib/progress';
import { root } from './lib/project';

/**
 * `npm run audit`: asks npm for known vulnerabilities of everything in package-lock.json. It looks for our assessment
 * of each one in docs/dependencies.md. Returns the exit code: 0 when each has one.
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
	if (problems.length === 0) say('docs/dependencies.md has an entry for every finding of npm audit.');
	return problems.length === 0 ? 0 : 1;
}
