import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { run } from '../../../scripts/lib/process';
import { freePort } from './ports';
import { findProgram, startServer, type ServerProcess } from './server';

const DEBIAN_FOLDER = '/usr/lib/postgresql';
const SUPERUSER = 'postgres';

/** A PostgreSQL with an empty database, for this machine only and without a password. */
export interface Postgres extends ServerProcess {
	/** Stops it and removes its data. */
	remove(): Promise<void>;
}

/**
 * Starts it in a separate temporary folder. Every user may enter the system's folder for temporary files, also the
 * user that root must run it as.
 */
export async function startPostgres(): Promise<Postgres> {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-postgres-'));
	const clear = () => fs.rmSync(folder, { recursive: true, force: true });
	process.once('exit', clear);
	const server = await startIn(folder);
	const remove = async () => {
		await server.stop();
		process.removeListener('exit', clear);
		clear();
	};
	return { ...server, remove };
}

async function startIn(folder: string): Promise<ServerProcess> {
	const user = await unprivilegedUser();
	const data = path.join(folder, 'data');
	if (user) fs.chownSync(folder, user.uid, user.gid);
	const setUp = ['-D', data, '-U', SUPERUSER, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
	await run(program('initdb'), setUp, { user, env: { LC_ALL: 'C' }, cwd: folder });
	const port = await freePort();
	const settings = {
		listen_addresses: '127.0.0.1',
		port: String(port),
		// The default folder for sockets belongs to the machine's own PostgreSQL.
		unix_socket_directories: '',
	};
	const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	const logFile = path.join(folder, 'postgres.log');
	return await startServer({
		program: program('postgres'),
		args: ['-D', data, ...args],
		port,
		logFile,
		user,
	});
}

/** The settings that make n8n use it. */
export function postgresSettings({ port }: ServerProcess): Record<string, string> {
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(port),
		DB_POSTGRESDB_USER: SUPERUSER,
		DB_POSTGRESDB_DATABASE: SUPERUSER,
	};
}

/** @throws Error that says how to install it */
export function findPostgres(): string {
	return program('postgres');
}

function program(name: string): string {
	return findProgram(name, 'postgresql', versionFolders());
}

/** Debian keeps each major version in a separate folder. The newest comes first. */
function versionFolders(): string[] {
	if (!fs.existsSync(DEBIAN_FOLDER)) return [];
	const versions = fs.readdirSync(DEBIAN_FOLDER).sort((left, right) => Number(right) - Number(left));
	return versions.map((version) => path.join(DEBIAN_FOLDER, version, 'bin'));
}

/** PostgreSQL refuses to run as root. So root runs it as the user that its Debian package creates. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const id = async (flag: string) => Number((await run('id', [flag, SUPERUSER])).stdout);
	return { uid: await id('-u'), gid: await id('-g') };
}
