/**
 * Preloaded into n8n's process. Its standard input is a pipe from the process that started it; when that process is
 * gone, even by SIGKILL, the pipe closes and n8n goes too, with everything in its process group.
 */
'use strict';

// Worker threads are preloaded as well, and their standard input closes with them.
if (require('node:worker_threads').isMainThread) {
	process.stdin.on('close', () => {
		try {
			// A negative id is the group; Windows has none.
			process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL');
		} catch {
			process.exit(1);
		}
	});
	process.stdin.resume();
	process.stdin.unref?.();
}
