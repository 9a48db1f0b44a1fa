/**
 * Preloaded into the processes of n8n's queue mode. A main or webhook process adds a job, and then waits until a worker
 * has finished it. Here it starts to wait late, as on a busy machine, when a job that failed at once has already ended.
 */
'use strict';

const { createRequire } = require('node:module');
const { setTimeout: sleep } = require('node:timers/promises');

const LATE_MS = 500;

// The npm that n8n starts preloads this too.
if (/[\\/]bin[\\/]n8n$/.test(process.argv[1] ?? '')) {
	const { prototype } = createRequire(process.argv[1])('bull/lib/job');
	const { finished } = prototype;
	prototype.finished = async function () {
		await sleep(LATE_MS);
		return await finished.call(this);
	};
}
