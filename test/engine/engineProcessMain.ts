import './load/manyItemsSetup';

import { runNode } from './engine';
import type { EngineTask } from './engineProcess';

/** Sets the variables that n8n reads at each request, and runs the node. */
async function main({ environment, ...options }: EngineTask): Promise<void> {
	for (const [name, value] of Object.entries(environment)) {
		if (value === null) delete process.env[name];
		else process.env[name] = value;
	}
	process.send?.(await runNode(options));
}

process.on('message', (task: EngineTask) => void main(task));
