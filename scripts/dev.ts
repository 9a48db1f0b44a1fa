import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import execa from 'execa';

import { installHost } from '../test/harness/n8n/install';
import { isPortFree } from '../test/harness/process/ports';
import { build } from './lib/build';
import { command, port, UsageError } from './lib/command';
import { start } from './lib/process';
import { say } from './lib/progress';
import { manifest, program, root } from './lib/project';

const DEFAULT_PORT = 5678;

const HELP = `Runs n8n with these nodes, and loads the nodes again after each change of their files. It is n8n's own
"n8n-node dev" with the n8n of the tests, so that nothing else is installed. Stop it with q or Ctrl-C.

  npm run dev                      Serves the editor on http://127.0.0.1:5678 by default.
  npm run dev -- --port <port>     Uses another port.
  npm run dev -- --data <folder>   Keeps n8n's data in this folder, by default in ~/.n8n-node-cli.`;

/** `npm run dev`. */
export const main = command({
	name: 'dev',
	help: HELP,
	options: { port: { type: 'string' }, data: { type: 'string' } },
	run: async ({ values, folder }) => {
		const n8nPort = port('--port', values.port, 'N8N_PORT', DEFAULT_PORT);
		if (!(await isPortFree(n8nPort)))
			throw new UsageError(`Another program uses port ${n8nPort}. Choose another one with --port.`);
		const data = path.resolve(values.data ?? path.join(os.homedir(), '.n8n-node-cli'));
		fs.mkdirSync(data, { recursive: true });
		const host = await installHost();
		await build();

		// This compiles only the shipped code. The compiler that n8n-node starts checks all types.
		const compiler = start(
			process.execPath,
			[
				program('typescript', 'bin/tsc'),
				'-p',
				'config/tsconfig.build.json',
				'--watch',
				'--preserveWatchOutput',
			],
			{ cwd: root, logFile: path.join(folder, 'compiler.log') },
		);
		linkInto(data);
		const n8nLog = path.join(folder, 'n8n.log');
		const n8n = start(host.node, [host.n8nBin, 'start'], {
			cwd: data,
			env: {
				...process.env,
				N8N_DEV_RELOAD: 'true',
				N8N_USER_FOLDER: data,
				N8N_LISTEN_ADDRESS: '127.0.0.1',
				N8N_PORT: String(n8nPort),
				DB_SQLITE_POOL_SIZE: '10',
			},
			logFile: n8nLog,
		});
		say(`n8n starts on http://127.0.0.1:${n8nPort}. Its log: ${n8nLog}`);
		const cli = [program('@n8n/node-cli', 'bin/n8n-node.mjs'), 'dev', '--external-n8n'];
		const options = { cwd: root, stdio: 'inherit', reject: false } as const;
		const elsewhere = path.join(folder, 'n8n-node');
		fs.mkdirSync(elsewhere);
		const shown = execa(process.execPath, [...cli, '--custom-user-folder', elsewhere], options);
		const first = await Promise.race([shown.then(() => undefined), n8n.ended]);
		if (first) shown.kill();
		await Promise.all([shown, n8n.stop(), compiler.stop()]);
		if (first)
			throw new Error(`n8n ${first.failure ?? 'ended'}. Its log:\n${fs.readFileSync(n8nLog, 'utf8')}`);
	},
});

/**
 * Links the build output. It must exist before n8n starts, because n8n looks for nodes only once.
 *
 * n8n-node would link the whole project, and n8n stops at the first file that has the name of a node but is none.
 * There is one in node_modules. So n8n-node puts its own link into a folder that n8n does not read.
 */
function linkInto(data: string): void {
	const link = path.join(data, '.n8n', 'custom', 'node_modules', manifest().name);
	fs.mkdirSync(path.dirname(link), { recursive: true });
	fs.rmSync(link, { recursive: true, force: true });
	fs.symlinkSync(path.join(root, 'dist'), link, 'junction');
}
