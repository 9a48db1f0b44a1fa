import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { root } from '../../scripts/lib/project';
import type { N8nHost } from '../harness/n8n/install';

/** The conditions of a measurement, a few words each. */
export interface Measurement {
	machine: string;
	system: string;
	software: string;
	/** The commit of this package. */
	commit: string;
	/** `2026-11-23`. */
	date: string;
	repetitions: string;
	/** The load of the machine before the start. */
	load: string;
}

/** The present conditions of a measurement. */
export function describeMeasurement(host: N8nHost, repeat: number): Measurement {
	const cores = os.cpus();
	const [load = 0] = os.loadavg();
	const gibibytes = (os.totalmem() / 2 ** 30).toFixed(0);
	return {
		machine: `${cores[0]?.model.trim() ?? 'unknown'}, ${cores.length} cores, ${gibibytes} GiB`,
		system: `${os.type()} ${os.release()}, ${os.arch()}`,
		software: `n8n ${versionOf(host, 'n8n')} on Node.js ${versionOf(host, 'node')}, sender on ${process.versions.node}`,
		commit: commit(),
		date: new Date().toISOString().slice(0, 10),
		repetitions: `${repeat}`,
		load: load.toFixed(1),
	};
}

function versionOf({ directory }: N8nHost, name: string): string {
	const file = path.join(directory, 'node_modules', name, 'package.json');
	return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Only shipped files are measured, so changes of other files do not count. */
function commit(): string {
	const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
	try {
		const isChanged = git('status', '--porcelain', '--', 'nodes', 'credentials', 'package.json') !== '';
		return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`;
	} catch {
		return 'unknown';
	}
}
