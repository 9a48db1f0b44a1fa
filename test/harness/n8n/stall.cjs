/**
 * Preloaded into n8n's process, which stalls at SIGCONT: it reads no file, and gets no response from SQLite. It
 * continues when another process opens the FIFO `REWARDS_ENGAGEMENT_STALL` for writing. Until then the FIFO occupies
 * all threads of libuv, as a disk does that does not respond.
 */
'use strict';

const fs = require('node:fs');

/** UV_THREADPOOL_SIZE without a setting. */
const THREADS = 4;

process.on('SIGCONT', () => {
	for (let thread = 0; thread < THREADS; thread += 1) fs.open(process.env.REWARDS_ENGAGEMENT_STALL, () => {});
});
