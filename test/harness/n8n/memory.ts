import fs from 'node:fs';
import path from 'node:path';

import { waitFor } from '../process/wait';
import type { N8nInstance } from './instance';

const ANSWER_TIMEOUT_MS = 60_000;

/** The memory in use by n8n's main process after garbage collection, in mebibytes. See tell-memory.cjs. */
export async function memoryInUseOf({ pid, userFolder }: N8nInstance): Promise<number> {
	if (pid === undefined) throw new Error('n8n does not run, so its memory cannot be measured.');
	const file = path.join(userFolder, `memory-of-${pid}`);
	fs.rmSync(file, { force: true });
	process.kill(pid, 'SIGUSR2');
	return await waitFor('n8n to collect its garbage', ANSWER_TIMEOUT_MS, () =>
		fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : undefined,
	);
}
