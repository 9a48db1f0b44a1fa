import fs from 'node:fs';
import path from 'node:path';

import { temporaryFolder } from '../../../scripts/lib/folder';
import { packageTarball } from '../../../scripts/lib/pack';
import { freePort } from '../process/ports';
import { N8nClient } from './client';
import { installHost } from './install';
import { openPreparedN8n, runFolder, type OpenN8n } from './open';

const READY_TIMEOUT_MS = 30_000;

/** An n8n instance that several test files use one after another. */
export interface SharedN8n extends OpenN8n {
	/** A folder where workflows may read and write files. */
	files: string;
}

/** Jest loads modules separately for each test file, so a shared value must be stored outside of them. */
interface Worker {
	sharedN8n?: SharedN8n;
}

/**
 * The n8n of this process. It starts for the first file that needs it, and ends with the process. One that does not
 * respond is replaced.
 *
 * @returns an n8n instance without workflows. `close` deletes those that were made and keeps n8n running.
 */
export async function takeSharedN8n(start = startOne, worker = globalThis as Worker): Promise<SharedN8n> {
	const dropIt = async () => {
		const { sharedN8n } = worker;
		worker.sharedN8n = undefined;
		await sharedN8n?.close();
	};
	if (worker.sharedN8n && !(await isReady(worker.sharedN8n))) await dropIt();
	const shared = (worker.sharedN8n ??= await start());
	const client = new N8nClient(shared.n8n.url, shared.client.session);
	const close = async () => {
		try {
			for (const { id } of await client.listWorkflows()) await client.deleteWorkflow(id);
		} catch (error) {
			await dropIt();
			throw error;
		}
	};
	return { ...shared, client, close };
}

async function startOne(): Promise<SharedN8n> {
	const run = runFolder();
	const folder = temporaryFolder('shared-n8n', run);
	// Jest gives a worker half a second to end, so this folder is removed with that of the whole run.
	if (run !== undefined) folder.keep();
	try {
		const [userFolder, files] = [path.join(folder.path, 'n8n'), path.join(folder.path, 'files')];
		for (const one of [userFolder, files]) fs.mkdirSync(one);
		const opened = await openPreparedN8n({
			host: await installHost(),
			packageTarball: await packageTarball(folder.path),
			userFolder,
			port: await freePort(),
			endsWithUs: true,
			env: { N8N_RESTRICT_FILE_ACCESS_TO: files },
		});
		const close = async () => {
			await opened.close();
			folder.remove();
		};
		return { ...opened, files, close };
	} catch (error) {
		folder.remove();
		throw error;
	}
}

async function isReady({ n8n }: SharedN8n): Promise<boolean> {
	const signal = AbortSignal.timeout(READY_TIMEOUT_MS);
	return await fetch(`${n8n.url}/healthz/readiness`, { signal }).then(
		({ ok }) => ok,
		() => false,
	);
}
