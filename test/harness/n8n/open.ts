import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import { withLock } from '../../../scripts/lib/lock';
import { say } from '../../../scripts/lib/progress';
import { freePort } from '../process/ports';
import { N8nClient, type Login } from './client';
import { startN8n, type N8nInstance, type N8nOptions } from './instance';

export interface OpenN8n {
	n8n: N8nInstance;
	/** Logged in as the owner. */
	client: N8nClient;
	login: Login;
	/** Stops everything. */
	readonly close: () => Promise<void>;
}

/** Name and version of this package, which n8n's installer gets. */
export function packageIdentity(): { packageName: string; packageVersion: string } {
	const manifest = fs.readFileSync(path.join(__dirname, '..', '..', '..', 'package.json'), 'utf8');
	const { name, version } = JSON.parse(manifest) as { name: string; version: string };
	return { packageName: name, packageVersion: version };
}

/** A new password that n8n accepts. */
export function freshPassword(): string {
	return `N8n-${randomBytes(9).toString('base64url')}-1`;
}

/**
 * Starts a new n8n, creates its owner, and makes n8n's own installer install the packed tarball. The result is the
 * same as after Settings > Community nodes > Install: the package is unpacked, recorded and listed. Without a tarball
 * nothing is installed.
 */
export async function openN8n(options: Omit<N8nOptions, 'packageName' | 'packageVersion'>): Promise<OpenN8n> {
	const identity = packageIdentity();
	const n8n = await startN8n({ ...options, ...identity });
	try {
		const client = new N8nClient(n8n.url);
		const login = { email: 'owner@rewards-engagement.example', password: freshPassword() };
		await client.setUpOwner(login);
		if (options.packageTarball !== undefined)
			await client.installPackage(identity.packageName, identity.packageVersion);
		return { n8n, client, login, close: async () => await n8n.stop() };
	} catch (error) {
		await n8n.stop();
		throw error;
	}
}

/**
 * Names a folder with an n8n instance that has run once. Its database and its owner exist, and its installer has installed the
 * package. Environments start with a copy of it, which takes half the time of the first start. `.ci/run` names a
 * folder for all its steps, and the first step that needs an n8n fills it.
 */
const PREPARED_VARIABLE = 'REWARDS_ENGAGEMENT_PREPARED_N8N';

const USER_FOLDER = 'n8n';
/** Written last, so a folder with this file is complete. */
const RECORD = 'prepared.json';

interface Prepared {
	/** The n8n and the tarball that it was made from. */
	madeOf: string;
	login: Login;
}

type Options = Pick<N8nOptions, 'host'> & { packageTarball: string };

/**
 * Prepares an n8n for all environments that this process and its child processes open with this tarball. Does nothing
 * when the variable names a folder that already has one.
 *
 * @param folder An existing folder that lives as long as they do. It is used when the variable names none.
 */
export async function prepareN8n(options: Options, folder: string): Promise<void> {
	const prepared = (process.env[PREPARED_VARIABLE] ??= path.join(folder, 'prepared-n8n'));
	// `.ci/run` has two lanes, and both may get here at once.
	const waiting = () => say('  Waiting for another process that is preparing n8n.');
	await withLock(`${prepared}.lock`, waiting, async () => {
		if (!findPrepared(options)) await prepareIn(prepared, options);
	});
}

async function prepareIn(prepared: string, options: Options): Promise<void> {
	fs.rmSync(prepared, { recursive: true, force: true });
	const userFolder = path.join(prepared, USER_FOLDER);
	fs.mkdirSync(userFolder, { recursive: true, mode: 0o700 });
	const { host, packageTarball } = options;
	const { login, close } = await openN8n({ host, packageTarball, userFolder, port: await freePort() });
	await close();
	const record: Prepared = { madeOf: identityOf(options), login };
	fs.writeFileSync(path.join(prepared, RECORD), JSON.stringify(record));
}

/** Like {@link openN8n}, but with a copy of the prepared n8n if it has the same version and the same tarball. */
export async function openPreparedN8n(
	options: Omit<N8nOptions, 'packageName' | 'packageVersion'> & Options,
): Promise<OpenN8n> {
	const prepared = findPrepared(options);
	if (!prepared) return await openN8n(options);
	const { login, folder } = prepared;
	fs.cpSync(path.join(folder, USER_FOLDER, '.n8n'), path.join(options.userFolder, '.n8n'), {
		recursive: true,
	});
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

/** The folder with the prepared n8n, which lives as long as the command. Undefined without one. */
export function runFolder(): string | undefined {
	const prepared = process.env[PREPARED_VARIABLE];
	return prepared === undefined ? undefined : path.dirname(prepared);
}

function findPrepared(options: Options): (Prepared & { folder: string }) | undefined {
	const folder = process.env[PREPARED_VARIABLE];
	const file = path.join(folder ?? '', RECORD);
	if (folder === undefined || !fs.existsSync(file)) return undefined;
	const record = JSON.parse(fs.readFileSync(file, 'utf8')) as Prepared;
	return record.madeOf === identityOf(options) ? { ...record, folder } : undefined;
}

function identityOf({ host, packageTarball }: Options): string {
	const hash = createHash('sha256').update(fs.readFileSync(packageTarball)).digest('hex');
	return `${path.basename(host.directory)} ${hash}`;
}
