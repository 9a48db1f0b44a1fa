import fs from 'node:fs';
import path from 'node:path';

import { buildSync } from 'esbuild';
import type { IDataObject } from 'n8n-workflow';

import { run } from '../../scripts/lib/process';
import type { N8nHost } from '../harness/n8n/install';
import { byId } from '../harness/workflows/nodes';
import type { RunResult, RunTask } from './host/task';
import type { Preparation, ServiceProcess, ServiceReport } from './serviceProcess';

/** The input of every part of the benchmark. */
export interface BenchContext {
	host: N8nHost;
	/** For everything the benchmark writes. Removed at the end. */
	folder: string;
	packageTarball: string;
	/** The unpacked tarball. */
	packageFolder: string;
	/** The compiled programs of test/bench/host. */
	programs: string;
	/** How often each measurement is repeated. */
	repeat: number;
	/** Share of the usual number of items, above 0 and up to 1. */
	scale: number;
	/** A folder for processor profiles. With it the measured processes run with `--cpu-prof`. */
	profiles?: string;
}

type Node = RunTask['node'];

/** A node with the settings that a user would choose for a job. */
export interface Contender {
	name: string;
	node: Node;
}

const OURS = { type: 'n8n-nodes-rewards-engagement.rewardsEngagement', typeVersion: 1 };

/** The newest version that the installed n8n has, with the credential of our package. */
const HTTP_REQUEST = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.5 };
const SAME_CREDENTIAL = {
	authentication: 'predefinedCredentialType',
	nodeCredentialType: 'rewardsEngagementApi',
};

/** Our node. `settings` are those of the node itself, such as `onError`. */
export function ours(name: string, parameters: Node['parameters'], settings: Partial<Node> = {}): Contender {
	return { name, node: { ...OURS, parameters, ...settings } };
}

/** n8n's HTTP Request node. */
export function httpRequest(
	name: string,
	parameters: Node['parameters'],
	settings: Partial<Node> = {},
): Contender {
	const shared = { ...SAME_CREDENTIAL, options: {} };
	return { name, node: { ...HTTP_REQUEST, parameters: { ...shared, ...parameters }, ...settings } };
}

/** The parameters of our node for each job. */
export const ourParameters = {
	getNft: (contractAddress: string): Node['parameters'] => ({
		resource: 'nft',
		operation: 'get',
		contractAddress,
		tokenId: '={{ $json.tokenId }}',
	}),
	transfer: (sender: string, recipient: string): Node['parameters'] => ({
		resource: 'member',
		operation: 'transferBalance',
		serviceId: byId(sender),
		recipientId: byId(recipient),
		amount: '={{ $json.amount }}',
	}),
	award: (member: string): Node['parameters'] => ({
		resource: 'member',
		operation: 'updateBalance',
		serviceId: byId(member),
		amount: '={{ $json.amount }}',
	}),
	awardInBulk: (member: string): Node['parameters'] => ({
		resource: 'member',
		operation: 'updateBalances',
		serviceId: byId(member),
		amount: '={{ $json.amount }}',
	}),
	analytics: (currencyId: string): Node['parameters'] => ({
		resource: 'currency',
		operation: 'getAnalytics',
		currencyId: byId(currencyId),
	}),
};

/** The same jobs for the HTTP Request node. */
export const httpParameters = {
	getNft: (baseUrl: string, contractAddress: string): Node['parameters'] => ({
		method: 'GET',
		url: `=${baseUrl}/api/v1/web3-data/collections/${contractAddress}/nfts/{{ $json.tokenId }}`,
	}),
	transfer: (baseUrl: string, realmId: string, sender: string, recipient: string): Node['parameters'] => ({
		method: 'PATCH',
		url: `${baseUrl}/api/v1/realms/${realmId}/members/${sender}/transfer`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: `={{ { recipientId: '${recipient}', amount: $json.amount } }}`,
	}),
	award: (baseUrl: string, realmId: string, member: string): Node['parameters'] => ({
		method: 'PATCH',
		url: `${baseUrl}/api/v1/realms/${realmId}/members/${member}/balance`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ { amount: $json.amount } }}',
	}),
	analytics: (baseUrl: string, realmId: string, currencyId: string): Node['parameters'] => ({
		method: 'GET',
		url: `${baseUrl}/api/v1/realms/${realmId}/currencies/${currencyId}/analytics`,
	}),
};

/** The HTTP Request node's own way to keep a limit: so many items, then a pause. */
export function inBatches(
	parameters: Node['parameters'],
	batchSize: number,
	batchInterval: number,
): Node['parameters'] {
	return { ...parameters, options: { batching: { batch: { batchSize, batchInterval } } } };
}

const PROGRAMS = path.join(__dirname, 'host');

/**
 * Compiles the programs that run with n8n's own Node.js. They are outside the project, so that they find n8n's
 * packages on NODE_PATH, as community packages do.
 *
 * @returns the folder they are in
 */
export function compilePrograms(folder: string): string {
	const outdir = path.join(folder, 'programs');
	buildSync({
		entryPoints: fs.readdirSync(PROGRAMS).map((file) => path.join(PROGRAMS, file)),
		...{ outdir, bundle: true, packages: 'external', platform: 'node', target: 'es2022', logLevel: 'silent' },
	});
	return outdir;
}

/** Runs one of the programs in a new process and returns its result. */
export async function runProgram<Result>(
	context: BenchContext,
	name: string,
	task: unknown,
): Promise<Result> {
	const { host, programs, folder, profiles } = context;
	const profiling = profiles ? ['--cpu-prof', '--cpu-prof-dir', profiles] : [];
	const { stdout, stderr } = await run(host.node, [...profiling, path.join(programs, `${name}.js`)], {
		cwd: folder,
		env: {
			NODE_PATH: path.join(host.directory, 'node_modules'),
			NODE_ENV: 'production',
			HOME: folder,
			N8N_USER_FOLDER: folder,
			N8N_ENCRYPTION_KEY: 'only-for-measuring',
			N8N_LOG_LEVEL: 'silent',
		},
		input: JSON.stringify(task),
		description: `The program ${name}`,
	});
	const line = stdout.trim().split('\n').at(-1) ?? '';
	if (line.startsWith('{')) return JSON.parse(line) as Result;
	throw new Error(`The program ${name} returned no result:\n${stderr}${stdout}`);
}

/** One run of a contender, and the requests that the service received. */
export interface Measurement {
	run: RunResult;
	service: ServiceReport;
}

export interface Race {
	context: BenchContext;
	service: ServiceProcess;
	/** The state of the service before each run. */
	preparation: Preparation;
	items: IDataObject[];
	warmUp?: number;
	/** Checks a run. An error that it throws ends the benchmark. */
	check: (measurement: Measurement, contender: Contender) => void;
	progress: (note: string) => void;
}

/**
 * Runs the contenders one after another in several rounds, each time in a new process. Every second round has the
 * opposite order.
 *
 * @returns the measurements of each contender, in the order of the rounds
 */
export async function race(contenders: readonly Contender[], race: Race): Promise<Measurement[][]> {
	const { context, service, preparation, items, warmUp = 0, check, progress } = race;
	const results = contenders.map((): Measurement[] => []);
	for (let round = 0; round < context.repeat; round++) {
		const order = contenders.map((contender, index) => ({ contender, index }));
		if (round % 2 === 1) order.reverse();
		for (const { contender, index } of order) {
			progress(`round ${round + 1} of ${context.repeat}: ${contender.name}`);
			await service.prepare(preparation);
			const task: RunTask = {
				packageFolder: context.packageFolder,
				node: contender.node,
				credential: service.credential,
				items,
				warmUp,
			};
			const run = await runProgram<RunResult>(context, 'runNode', task);
			const measurement = { run, service: await service.report() };
			check(measurement, contender);
			results[index]?.push(measurement);
		}
	}
	return results;
}
