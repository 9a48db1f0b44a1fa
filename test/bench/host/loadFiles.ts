import { createRequire } from 'node:module';

import { answer } from './answer';
import type { LoadResult, LoadTask } from './contract';

/** Measures how long n8n is held up by loading these files and making one object of each class, as it does. */
answer(async ({ files }: LoadTask): Promise<LoadResult> => {
	const load = createRequire(__filename);
	for (const name of ['n8n-core', 'n8n-workflow', 'zod']) load(name);
	const startedAt = performance.now();
	for (const file of files) {
		for (const Type of Object.values(load(file) as Record<string, unknown>)) {
			if (typeof Type === 'function') Reflect.construct(Type, []);
		}
	}
	return { wall: performance.now() - startedAt };
});
