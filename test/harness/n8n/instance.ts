import fs from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { lastLines, start, textOf, type Program } from '../../../scripts/lib/process';
import type { N8nHost } from './install';
import { freePort } from '../process/ports';

/** Several times the duration on a slow machine. */
const START_TIMEOUT_MS = 240_000;
const POLL_MS = 200;

export interface N8nOptions {
	host: N8nHost;
	/** An existing, private folder. n8n keeps its database, its packages and its key there. */
	userFolder: string;
	/** A free port of 127.0.0.1 for the editor, the REST interface and webhooks. */
	port: number;
	/**
	 * n8n's installer gets this tarball when it asks npm for `packageName` at `packageVersion`. Without a tarball it
	 * asks the real npm.
	 */
	packageTarball?: string;
	packageName: string;
	packageVersion: string;
	/** Additional settings for n8n, such as `N8N_PAYLOAD_SIZE_MAX`. */
	env?: Record<string, string>;
	/** Gets n8n's output. The default is `n8n.log` in the user folder. */
	logFile?: string;
	/** The command of n8n with its arguments, by default `start`. Queue mode uses `webhook` and `worker`. */
	command?: string[];
	/**
	 * With true, this process may end while n8n runs, and then n8n ends too. Otherwise it lives until n8n is stopped.
	 */
	endsWithUs?: boolean;
}

export interface N8nInstance {
	/** `http://127.0.0.1:<port>`, without a slash at the end. */
	readonly url: string;
	readonly userFolder: string;
	readonly logFile: string;
	readonly packageName: string;
	readonly packageVersion: string;
	/** The id of the present process, which changes with a restart. */
	readonly pid: number | undefined;
	/** Asks n8n to stop, waits for it, and kills the rest of its process group. */
	stop(): Promise<void>;
	/** Kills it, like a crash or a power failure. */
	kill(): Promise<void>;
	/** Stops it and starts it again on the same port and folder. */
	restart(): Promise<void>;
}

/**
 * Starts n8n on 127.0.0.1 and waits until it is ready. It ignores the settings in the caller's environment: a
 * developer's own N8N_* or DB_* variables must never point a test at a real database.
 *
 * @throws Error with the last lines of n8n's log when it does not become ready.
 */
export async function startN8n(options: N8nOptions): Promise<N8nInstance> {
	const { userFolder, port, packageName, packageVersion } = options;
	const logFile = options.logFile ?? path.join(userFolder, 'n8n.log');
	const url = `http://127.0.0.1:${port}`;
	const env = await environment(options);

	const begin = async () => await launch(options, env, url, logFile);
	let running = await begin();
	let wasKilled = false;
	return {
		url,
		userFolder,
		logFile,
		packageName,
		packageVersion,
		get pid() {
			return running.pid;
		},
		stop: async () => await running.stop(),
		kill: async () => {
			wasKilled = true;
			await running.stop('SIGKILL');
		},
		restart: async () => {
			await running.stop();
			// n8n may have been killed before an execution got its start time. Then n8n ends once while it recovers
			// that execution, and skips it at the next start (performStartupRecovery). In production n8n would be
			// restarted too.
			running = await begin().catch(async (error: unknown) => {
				if (!wasKilled) throw error;
				return await begin();
			});
			wasKilled = false;
		},
	};
}

async function launch(
	{ host, userFolder, command = ['start'], endsWithUs }: N8nOptions,
	env: NodeJS.ProcessEnv,
	url: string,
	logFile: string,
): Promise<Program> {
	const preloaded = [
		'stop-with-parent.cjs',
		'tell-memory.cjs',
		'../process/keep-idle-connections.cjs',
	].flatMap((file) => ['--require', path.join(__dirname, file)]);
	// The cwd is the user folder because n8n reads a `.env` file from there.
	const program = start(host.node, [...preloaded, host.n8nBin, ...command], {
		cwd: userFolder,
		env,
		logFile,
		holdsInput: true,
	});
	if (endsWithUs) {
		program.child.unref();
		(program.child.stdin as Socket | null)?.unref();
	}
	try {
		await untilReady(program, url);
	} catch (error) {
		await program.stop('SIGKILL');
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(
			`n8n did not start: ${reason}. The last lines of its log:\n\n${lastLines(textOf(logFile))}\n\nThe whole log: ${logFile}`,
		);
	}
	return program;
}

async function untilReady(program: Program, url: string): Promise<void> {
	const deadline = Date.now() + START_TIMEOUT_MS;
	while (Date.now() < deadline) {
		if (program.hasEnded) throw new Error(`it ${(await program.ended).failure ?? 'ended'}`);
		const ready = await fetch(`${url}/healthz/readiness`).then(
			(response) => response.ok,
			() => false,
		);
		if (ready) return;
		await sleep(POLL_MS);
	}
	throw new Error(`it was not ready after ${START_TIMEOUT_MS / 1000} s`);
}

/** The variables that n8n needs from the operating system. Everything else is left out on purpose. */
const INHERITED =
	/^(HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|PATHEXT|SYSTEMROOT|COMSPEC|USERPROFILE|APPDATA|LOCALAPPDATA|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|HTTPS?_PROXY)$/i;

async function environment(options: N8nOptions): Promise<NodeJS.ProcessEnv> {
	const { userFolder, port, packageTarball, packageName, packageVersion } = options;
	const inherited = Object.entries(process.env).filter(([name]) => INHERITED.test(name));
	const realPath = process.env.PATH ?? '';
	const npm =
		packageTarball === undefined
			? { PATH: realPath }
			: {
					PATH: `${layOutNpm(options)}${path.delimiter}${realPath}`,
					REWARDS_ENGAGEMENT_PATH: realPath,
					REWARDS_ENGAGEMENT_TARBALL: path.resolve(packageTarball),
					REWARDS_ENGAGEMENT_PACKAGE: `${packageName}@${packageVersion}`,
				};
	return {
		...Object.fromEntries(inherited),
		...npm,
		// The service under test runs on the same machine, so no proxy may come between.
		NO_PROXY: '127.0.0.1,localhost',
		no_proxy: '127.0.0.1,localhost',
		NODE_ENV: 'production',
		N8N_USER_FOLDER: userFolder,
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_PROTOCOL: 'http',
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_LOG_FORMAT: 'text',
		NO_COLOR: '1',
		// n8n refuses all requests with 503 after its database took this long for one. Without the setting that is
		// five seconds, and a busy machine takes longer.
		DB_PING_TIMEOUT_MS: '600000',
		// A later start reuses V8's compiled code of an earlier one.
		NODE_COMPILE_CACHE: path.join(options.host.directory, '.compile-cache'),
		...options.env,
	};
}

/** Makes a folder with one program called npm, which npm-stand-in.cjs describes. Returns the folder. */
function layOutNpm({ host, userFolder }: N8nOptions): string {
	const standIn = path.join(__dirname, 'npm-stand-in.cjs');
	const folder = path.join(userFolder, 'npm-stand-in');
	fs.mkdirSync(folder, { recursive: true });
	if (process.platform === 'win32') {
		// On Windows, n8n runs the npm-cli.js beside its node.exe and does not look at PATH.
		const cli = path.join(path.dirname(host.node), 'node_modules', 'npm', 'bin', 'npm-cli.js');
		fs.mkdirSync(path.dirname(cli), { recursive: true });
		fs.copyFileSync(standIn, cli);
	} else {
		const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
		fs.writeFileSync(
			path.join(folder, 'npm'),
			`#!/bin/sh\nexec ${quote(host.node)} ${quote(standIn)} "$@"\n`,
			{ mode: 0o755 },
		);
	}
	return folder;
}
