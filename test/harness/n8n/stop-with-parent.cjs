/**
 * Preloaded into n8n's process. Its standard input is a pipe from the process that started it. When that process is
 * gone, even by SIGKILL, the pipe closes. Then n8n ends too, with everything in its process group.
 */
'use strict';

// Worker threads preload this too, and their standard input closes when they end.
if (require('node:worker_threads').isMainThread) {
	process.stdin.on('close', () => {
		try {
			// A negative id is the group. Windows has none.
			process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL');
		} catch {
			process.exit(1);
		}
	});
	process.stdin.resume();
	process.stdin.unref?.();
}
