/**
 * Preloaded into n8n's process. At SIGUSR2 it writes the memory in use into a file of its working folder. See
 * `memoryInUseOf`.
 */
'use strict';

const fs = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const { memoryInUse } = require('../process/memory-in-use.cjs');

if (isMainThread && process.platform !== 'win32') {
	process.on('SIGUSR2', async () => {
		const file = `memory-of-${process.pid}`;
		// Renamed at the end, so that no reader sees half of it.
		fs.writeFileSync(`${file}.part`, String(await memoryInUse()));
		fs.renameSync(`${file}.part`, file);
	});
}
