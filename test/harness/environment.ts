import fs from 'node:fs';
import path from 'node:path';

import { startService, type Service } from '../../sandbox/service';
import { temporaryFolder } from '../../scripts/lib/folder';
import { packageTarball } from '../../scripts/lib/pack';
import { EffectRecorder, type Report } from './http/effectRecorder';
import { installHost, type N8nHost } from './n8n/install';
import { openPreparedN8n, type OpenN8n } from './n8n/open';
import { takeSharedN8n, type SharedN8n } from './n8n/shared';
import { freePort } from './process/ports';

/** A real n8n with the packed package installed, a sandbox service, and a recorder of the workflows' reports. */
export interface Environment<R extends Report = Report, N extends OpenN8n = OpenN8n> {
	opened: N;
	service: Service;
	recorder: EffectRecorder<R>;
	readonly close: () => Promise<void>;
}

/** The input for starting an n8n. */
export interface N8nSetting {
	host: N8nHost;
	packageTarball: string;
	/** An empty folder for everything that it writes. */
	folder: string;
	/** Additional settings for n8n. */
	env: Record<string, string>;
}

export interface EnvironmentOptions<N extends OpenN8n> extends Partial<N8nSetting> {
	/** Milliseconds before each retry of an unacknowledged delivery. */
	retryDelays?: number[];
	/** By default one process on SQLite. */
	open?: (setting: N8nSetting) => Promise<N>;
}

/** Without `npm test`, a test may have to install n8n first. */
export const OPEN_TIMEOUT_MS = 15 * 60_000;

/** Opens an environment. Finds, installs or packs everything that the caller does not provide. */
export async function openEnvironment<R extends Report = Report, N extends OpenN8n = OpenN8n>({
	env = {},
	retryDelays,
	open = openOne as (setting: N8nSetting) => Promise<N>,
	...given
}: EnvironmentOptions<N> = {}): Promise<Environment<R, N>> {
	const own = given.folder === undefined ? temporaryFolder('environment') : undefined;
	const folder = given.folder ?? own?.path ?? '';
	fs.mkdirSync(folder, { recursive: true });
	const stops: Array<() => Promise<void> | void> = [() => own?.remove()];
	const close = async () => {
		for (const stop of stops.splice(0).reverse()) await stop();
	};
	try {
		const tarball = given.packageTarball ?? (await packageTarball(folder));
		const host = given.host ?? (await installHost());
		const service = await startService({ retryDelays });
		stops.push(async () => await service.stop());
		const recorder = new EffectRecorder<R>();
		await recorder.start();
		stops.push(async () => await recorder.stop());
		const opened = await open({ host, packageTarball: tarball, folder, env });
		stops.push(async () => await opened.close());
		return { opened, service, recorder, close };
	} catch (error) {
		await close();
		throw error;
	}
}

async function openOne({ folder, ...setting }: N8nSetting): Promise<OpenN8n> {
	const userFolder = path.join(folder, 'n8n');
	fs.mkdirSync(userFolder);
	return await openPreparedN8n({ ...setting, userFolder, port: await freePort() });
}

/**
 * An n8n instance without two parts that most executions do not need. At each start n8n writes the editor's files
 * (40 MB) and the descriptions of all nodes. It also starts a process for Code nodes.
 */
export const LEAN = {
	N8N_DISABLE_UI: 'true',
	// Then n8n waits for another computer to run the code.
	N8N_RUNNERS_MODE: 'external',
	N8N_RUNNERS_AUTH_TOKEN: 'no process has it',
};

/** Comes after `LEAN` for a test whose workflows have Code nodes. */
export const RUNS_CODE = { N8N_RUNNERS_MODE: 'internal' };

/**
 * n8n evaluates the expressions of each execution in a separate virtual machine. For a small execution that costs
 * several times as much as all the rest. Tests of many small executions that are not about expressions turn it off,
 * and what `LEAN` turns off.
 */
export const QUICK = { ...LEAN, N8N_EXPRESSION_ENGINE: 'legacy' };

/** An unacknowledged delivery is redelivered after 200 ms, five times. So a test soon sees repeats. */
const SOON = Array<number>(5).fill(200);

/** The environment of an end-to-end test. */
export interface TestEnvironment extends OpenN8n {
	service: Service;
}

/** An environment with the n8n that test files share. */
export interface SharedTestEnvironment extends SharedN8n {
	service: Service;
}

/**
 * An environment with a separate n8n, for a test that kills it or changes its settings.
 *
 * @param env additional settings for n8n
 * @param open opens it, by default with the package
 */
export async function openTestEnvironment(
	env: Record<string, string> = {},
	open?: (setting: N8nSetting) => Promise<OpenN8n>,
): Promise<TestEnvironment> {
	const { opened, service, close } = await openEnvironment({ env, retryDelays: SOON, open });
	return { ...opened, service, close };
}

/** An environment with a separate service and the n8n that test files share. */
export async function shareTestEnvironment(): Promise<SharedTestEnvironment> {
	const opened = await takeSharedN8n();
	const service = await startService({ retryDelays: SOON });
	const close = async () => {
		try {
			await opened.close();
		} finally {
			await service.stop();
		}
	};
	return { ...opened, service, close };
}
