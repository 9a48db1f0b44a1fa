/**
 * Preloaded into n8n's process. At SIGUSR2 it leaves in a file of its working folder how much memory it still uses;
 * see `memoryInUseOf`.
 */
'use strict';

const fs = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const { memoryInUse } = require('../process/memory-in-use.cjs');

if (isMainThread && process.platform !== 'win32') {
	process.on('SIGUSR2', async () => {
		const file = `memory-of-${process.pid}`;
		// Renamed, so that nobody reads half of it.
		fs.writeFileSync(`${file}.part`, String(await memoryInUse()));
		fs.renameSync(`${file}.part`, file);
	});
}
