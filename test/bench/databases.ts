import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import type { Workflow } from '../harness/n8n/client';
import { openN8n, type OpenN8n } from '../harness/n8n/open';
import { freePort } from '../harness/process/ports';
import { postgresSettings, startPostgres } from '../harness/process/postgres';
import type { BenchContext } from './context';

/** A real n8n with the package and its database. */
export interface Opened {
	n8n: OpenN8n;
	/** Runs a statement in the database, and returns its rows. */
	query: (sql: string) => Promise<Array<Record<string, string>>>;
	close: () => Promise<void>;
}

/** Settings of n8n besides those of its database. */
type Env = Record<string, string>;

export async function openOnSqlite(context: BenchContext, env: Env = {}): Promise<Opened> {
	const { userFolder, n8n } = await open(context, env);
	const database = path.join(userFolder, '.n8n', 'database.sqlite');
	const run = `
		const db = new (require('sqlite3').Database)(${JSON.stringify(database)});
		db.configure('busyTimeout', 10000);
		db.all(sql, (error, rows) => { if (error) throw error; db.close(); console.log(JSON.stringify(rows)); });`;
	const query = async (sql: string) => await inDriver(context, userFolder, run, sql);
	return { n8n, query, close: async () => await n8n.close() };
}

export async function openOnPostgres(context: BenchContext, env: Env = {}): Promise<Opened> {
	const postgres = await startPostgres();
	try {
		const { userFolder, n8n } = await open(context, { ...env, ...postgresSettings(postgres) });
		const run = `
			const { Client } = require('pg');
			const db = new Client({ host: '127.0.0.1', port: ${postgres.port}, user: 'postgres', database: 'postgres' });
			db.connect().then(() => db.query(sql)).then(({ rows }) => db.end().then(() => console.log(JSON.stringify(rows))));`;
		const query = async (sql: string) => await inDriver(context, userFolder, run, sql);
		const close = async () => {
			await n8n.close();
			await postgres.remove();
		};
		return { n8n, query, close };
	} catch (error) {
		await postgres.remove();
		throw error;
	}
}

async function open(context: BenchContext, env: Env): Promise<{ userFolder: string; n8n: OpenN8n }> {
	const { host, folder, packageTarball, profiles } = context;
	const userFolder = fs.mkdtempSync(path.join(folder, 'n8n-'));
	const profiling = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` };
	const n8n = await openN8n({
		host,
		userFolder,
		port: await freePort(),
		packageTarball,
		env: profiles === undefined ? env : { ...env, ...profiling },
	});
	return { userFolder, n8n };
}

/** Runs a program with the driver of n8n's own database, and the statement as `sql`. */
async function inDriver(
	{ host: { node, directory } }: BenchContext,
	userFolder: string,
	program: string,
	sql: string,
): Promise<Array<Record<string, string>>> {
	const file = path.join(userFolder, 'statement.sql');
	fs.writeFileSync(file, sql);
	const read = `const sql = require('fs').readFileSync(${JSON.stringify(file)}, 'utf8');`;
	const { stdout } = await promisify(execFile)(node, ['-e', `${read}${program}`], { cwd: directory });
	return JSON.parse(stdout) as Array<Record<string, string>>;
}

/**
 * Makes n8n remember that many values for a node, in n8n's format: as hashes, in the row that the node has already
 * made. Earlier values are removed.
 */
export async function remember(
	query: Opened['query'],
	{ id, nodes }: Workflow,
	nodeName: string,
	count: number,
): Promise<void> {
	const nodeId = nodes.find(({ name }) => name === nodeName)?.id ?? '';
	const row = `context = 'n:${nodeId}' AND "workflowId" = '${id}'`;
	const rows = await query(`SELECT context FROM processed_data WHERE ${row}`);
	if (rows.length !== 1) throw new Error(`n8n has ${rows.length} rows for ${nodeName}.`);
	const data = Array.from({ length: count }, () => randomBytes(16).toString('base64'));
	await query(
		`UPDATE processed_data SET value = '${JSON.stringify({ mode: 'entries', data })}' WHERE ${row}`,
	);
}
