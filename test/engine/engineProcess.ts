import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type { NodeRun, RunOptions } from './engine';

/** A run in another process. */
export interface EngineTask extends Pick<RunOptions, 'credential' | 'parameters'> {
	/** Variables to set before the run, or to remove with `null`. */
	environment: Record<string, string | null>;
}

/** n8n's engine in a separate process, for variables that Node.js reads only at its start. */
export interface EngineProcess {
	run: (task: EngineTask) => Promise<NodeRun>;
	stop: () => Promise<void>;
}

/** Starts the engine with these variables in addition to our own. */
export function startEngine(environment: NodeJS.ProcessEnv = {}): EngineProcess {
	const child = fork(path.join(__dirname, 'engineProcessMain.ts'), {
		execArgv: ['--import', pathToFileURL(require.resolve('tsx')).href],
		env: { ...process.env, ...environment },
	});
	return {
		run: async (task) => {
			child.send(task);
			const [run] = (await once(child, 'message')) as [NodeRun];
			return run;
		},
		stop: async () => {
			const stopped = once(child, 'exit');
			child.kill();
			await stopped;
		},
	};
}
