import fs from 'node:fs';
import path from 'node:path';

import { freePort } from '../process/ports';
import { N8nClient, type Login } from './client';
import { openN8n, packageIdentity, type OpenN8n } from './open';
import { startN8n, type N8nOptions } from './instance';

/**
 * Names a folder with an n8n that has run once: its database is made, its owner exists, its installer has put the package
 * in. Whoever opens an environment then begins with a copy of it, which takes half the time of the first start.
 */
export const PREPARED_VARIABLE = 'REWARDS_ENGAGEMENT_PREPARED_N8N';

const USER_FOLDER = 'n8n';
const RECORD = 'prepared.json';

interface Prepared {
	packageTarball: string;
	login: Login;
}

type Options = Pick<N8nOptions, 'host' | 'packageTarball'>;

/**
 * Prepares an n8n for all environments that this process, and the processes that it starts, open with this tarball.
 *
 * @param folder An existing folder that lives as long as they do.
 */
export async function prepareN8n({ host, packageTarball }: Options, folder: string): Promise<void> {
	const userFolder = path.join(folder, USER_FOLDER);
	fs.mkdirSync(userFolder);
	const { login, close } = await openN8n({ host, packageTarball, userFolder, port: await freePort() });
	await close();
	const record: Prepared = { packageTarball: path.resolve(packageTarball), login };
	fs.writeFileSync(path.join(folder, RECORD), JSON.stringify(record));
	process.env[PREPARED_VARIABLE] = folder;
}

/** As {@link openN8n}, from a copy of the prepared n8n where there is one that holds the same tarball. */
export async function openPreparedN8n(
	options: Omit<N8nOptions, 'packageName' | 'packageVersion'>,
): Promise<OpenN8n> {
	const folder = process.env[PREPARED_VARIABLE];
	const prepared = folder === undefined ? undefined : recordOf(folder);
	if (folder === undefined || prepared?.packageTarball !== path.resolve(options.packageTarball))
		return await openN8n(options);
	fs.cpSync(path.join(folder, USER_FOLDER, '.n8n'), path.join(options.userFolder, '.n8n'), {
		recursive: true,
	});
	const { login } = prepared;
	const n8n = await startN8n({ ...options, ...packageIdentity() });
	try {
		const client = new N8nClient(n8n.url);
		await client.login(login);
		return { n8n, client, login, close: async () => await n8n.stop() };
	} catch (error) {
		await n8n.stop();
		throw error;
	}
}

function recordOf(folder: string): Prepared {
	return JSON.parse(fs.readFileSync(path.join(folder, RECORD), 'utf8')) as Prepared;
}
