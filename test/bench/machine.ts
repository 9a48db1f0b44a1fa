import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { root } from '../../scripts/lib/project';
import type { N8nHost } from '../harness/n8n/install';

/** What the numbers were measured on, as lines of a Markdown list. */
export function describeMachine(host: N8nHost, repeat: number): string[] {
	const cores = os.cpus();
	const [load = 0] = os.loadavg();
	const gibibytes = (os.totalmem() / 2 ** 30).toFixed(0);
	return [
		`- Processor: ${cores[0]?.model.trim() ?? 'unknown'}, ${cores.length} cores; load before the run ${load.toFixed(1)}`,
		`- Memory: ${gibibytes} GiB; system: ${os.type()} ${os.release()}, ${os.arch()}`,
		`- Node.js of n8n: ${versionOf(host, 'node')}; n8n: ${versionOf(host, 'n8n')}; Node.js of the sender: ${process.versions.node}`,
		`- Commit: ${commit()}; repetitions: ${repeat}; date: ${new Date().toISOString().slice(0, 10)}`,
	];
}

function versionOf({ directory }: N8nHost, name: string): string {
	const file = path.join(directory, 'node_modules', name, 'package.json');
	return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version;
}

/** What was measured is what is shipped, so changes elsewhere do not count as changes. */
function commit(): string {
	const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
	try {
		const isChanged = git('status', '--porcelain', '--', 'nodes', 'credentials', 'package.json') !== '';
		return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`;
	} catch {
		return 'unknown';
	}
}
