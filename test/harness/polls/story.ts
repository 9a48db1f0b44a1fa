import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import type { Service } from '../../../sandbox/service';
import type { CredentialReference, N8nClient } from '../n8n/client';
import { installHost } from '../n8n/install';
import type { N8nInstance } from '../n8n/instance';
import type { OpenN8n } from '../n8n/open';
import { waitFor } from '../process/wait';
import { Random, SEED } from '../random';
import { EVERY_TEN_SECONDS } from '../workflows/nodes';
import { adminCredential } from '../workflows/questBonus';
import { ALL_HAPPENINGS, HAPPENINGS, Happenings, type Happening } from './happenings';

const MINUTE_MS = 60_000;
/** The longest wait for a poll. n8n's durable schedule takes over the work of a killed process after 100 s, or later. */
const POLL_MS = 6 * MINUTE_MS;
/** Minutes until everything has arrived, plus those that many events take. */
const PATIENCE = 6;
const EVENTS_A_POLL = 500;
/** By now no further events arrive. */
const QUIET_MS = 1.5 * MINUTE_MS;
const POLL = 'Poll';
/** The member who joins the other realm. */
const idOfLate = 'ad'.padEnd(24, '0');
const UNFINISHED = new Set(['new', 'running', 'waiting']);
const FAILED = new Set(['error', 'crashed']);
/** The highest number of executions per page of n8n's list. */
const MOST_EXECUTIONS = 100;

/** n8n's durable poll cursors: n8n stores the position of a poll and its execution together. */
export const DURABLE_CURSORS = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

/** An n8n instance and the service that it polls. */
export interface Polled extends Pick<OpenN8n, 'n8n' | 'client'> {
	service: Service;
}

/** The result of one event. */
export interface Emitted {
	event: Happening;
	/** The affected records. */
	happened: string[];
	/** The records in successful executions of the trigger, once per execution. */
	emitted: string[];
}

/** The processes to kill and restart, and a person's handling of failed executions. */
export interface Disturbances {
	/** Killed one after another. By default the n8n, twice. */
	killed?: ReadonlyArray<Pick<N8nInstance, 'kill' | 'restart'>>;
	/** Whether failed executions are retried at the end, one at a time, until nothing is missing. */
	isRetried?: boolean;
}

/**
 * Events happen while n8n is killed and the service is down once. One workflow per event polls for them.
 *
 * @param count how often each event happens
 */
export async function pollStory(
	{ service, n8n, client }: Polled,
	count: number,
	{ killed = [n8n, n8n], isRetried = false }: Disturbances = {},
): Promise<Emitted[]> {
	const happenings = new Happenings(service, count);
	const random = new Random(SEED);
	const happen = (share: number) => happenings.happen(Math.round(count * share));
	const workflowIds = await publishAll(client, service, happenings);
	happen(0.1);

	for (const process of killed) {
		happen(0.4 / killed.length);
		await untilPolled(service);
		await sleep(random.below(1_000));
		await process.kill();
		happen(0.2 / killed.length);
		await process.restart();
	}

	service.control.addFault({ operation: '*', kind: 'drop' });
	happen(0.1);
	await untilPolled(service);
	happen(0.1);
	service.control.clearFaults();
	happenings.happen(count - happenings.count);

	const reader = new EmissionReader(client);
	let quiet = { since: Date.now(), emitted: 0 };
	const deadline = Date.now() + (PATIENCE + count / EVENTS_A_POLL) * MINUTE_MS;
	for (;;) {
		await sleep(2_000);
		const found: Emitted[] = [];
		for (const [index, event] of ALL_HAPPENINGS.entries()) {
			const emitted = await reader.emittedBy(workflowIds[index]!, event);
			found.push({ event, happened: happenings.happened[event], emitted });
		}
		if (!found.some(isMissing) || Date.now() > deadline) return found;
		const emitted = found.reduce((sum, one) => sum + one.emitted.length, 0);
		if (emitted !== quiet.emitted) quiet = { since: Date.now(), emitted };
		if (!isRetried || Date.now() - quiet.since < QUIET_MS) continue;
		for (const [index, one] of found.entries()) {
			if (isMissing(one)) await reader.retryOne(workflowIds[index]!);
		}
	}
}

/**
 * The realm in the credential changes while the service is down, and n8n restarts. A few polls later the service is
 * up again, and a member joins the other realm.
 *
 * @returns the members who joined, and those who were emitted
 */
export async function changedRealmStory({ service, n8n, client }: Polled) {
	const { baseUrl, appUrl, keys, ids, state } = service;
	const credential = await adminCredential(client, service);
	const parameters = {
		pollTimes: EVERY_TEN_SECONDS,
		events: ['member.joined'],
	};
	const workflowId = await publish(client, credential, 'member.joined', parameters);
	await n8n.kill();
	await n8n.restart();
	const data = { baseUrl, appUrl, realmId: ids.otherRealm, apiKey: keys.otherRealm };
	await client.updateCredential(credential, {
		name: credential.name,
		type: 'rewardsEngagementApi',
		data,
	});
	service.control.addFault({ operation: '*', kind: 'status', status: 503 });
	await n8n.kill();
	await n8n.restart();
	// Other workflows also poll this service.
	for (let poll = 0; poll < 2; poll++) await untilPolled(service, ids.otherRealm);
	service.control.clearFaults();
	for (let poll = 0; poll < 2; poll++) await untilPolled(service, ids.otherRealm);
	const { members } = state.realms.get(ids.otherRealm)!;
	const id = idOfLate;
	members.set(id, { ...[...members.values()][0]!, id, joinedAt: new Date().toISOString() });
	const before = service.requests.length;
	/** Tells an event that was lost from one that is late. */
	const polls = () =>
		service.requests
			.slice(before)
			.filter(({ path }) => path.includes(ids.otherRealm))
			.map(({ at, status }) => `${at} with ${status}`);
	const missed = () => `the member to be emitted, polled at [${polls().join(', ')}]`;
	return { joined: [id], emitted: await untilJoined(missed, client, workflowId) };
}

/** What n8n logs when the database refuses an execution. */
const REFUSAL = 'this database stores no executions';

/**
 * A member joins while n8n's database stores no executions, as on a full disk. Once n8n has failed to store one, the
 * database works again.
 *
 * @returns the members who joined, and those who were emitted
 */
export async function fullDatabaseStory({ service, n8n, client }: Polled) {
	const credential = await adminCredential(client, service);
	const parameters = { pollTimes: EVERY_TEN_SECONDS, events: ['member.joined'] };
	const workflowId = await publish(client, credential, 'member.joined', parameters);
	await changeDatabase(
		n8n,
		`CREATE TRIGGER refuse BEFORE INSERT ON execution_entity WHEN NEW.workflowId = '${workflowId}'
		BEGIN SELECT RAISE(ABORT, '${REFUSAL}'); END`,
	);
	const { id } = service.control.joinMember('late');
	const hasFailed = () => fs.readFileSync(n8n.logFile, 'utf8').includes(REFUSAL) || undefined;
	await waitFor('n8n to fail to store an execution', POLL_MS, hasFailed);
	await changeDatabase(n8n, 'DROP TRIGGER refuse');
	return { joined: [id], emitted: await untilJoined('the member to be emitted', client, workflowId) };
}

/** Waits until a workflow gets members who joined. @param what names the wait, for the message */
async function untilJoined(what: string | (() => string), client: N8nClient, workflowId: string) {
	const reader = new EmissionReader(client);
	return await waitFor(what, POLL_MS, async () => {
		const found = await reader.emittedBy(workflowId, 'member.joined');
		return found.length > 0 ? found : undefined;
	});
}

/** Runs a statement in n8n's SQLite, beside n8n. */
async function changeDatabase({ userFolder }: N8nInstance, statement: string): Promise<void> {
	const { node } = await installHost();
	const file = path.join(userFolder, '.n8n', 'database.sqlite');
	const script = `
		const [file, statement] = process.argv.slice(1);
		const database = new (require('node:sqlite').DatabaseSync)(file, { timeout: 60_000 });
		database.exec(statement);
		database.close();`;
	await promisify(execFile)(node, ['-e', script, file, statement]);
}

const isMissing = ({ happened, emitted }: Emitted) => new Set(emitted).size < happened.length;

/** Publishes a workflow for each event, in the order of {@link ALL_HAPPENINGS}. */
async function publishAll(client: N8nClient, service: Service, happenings: Happenings): Promise<string[]> {
	const credential = await adminCredential(client, service);
	const ids: string[] = [];
	for (const event of ALL_HAPPENINGS) {
		ids.push(await publish(client, credential, event, happenings.parametersOf(event)));
	}
	return ids;
}

async function publish(
	client: N8nClient,
	credential: CredentialReference,
	event: Happening,
	parameters: Record<string, unknown>,
): Promise<string> {
	const workflow = await client.createWorkflow({
		name: `Poll for ${event}`,
		nodes: [
			{
				id: randomUUID(),
				name: POLL,
				type: 'n8n-nodes-rewards-engagement.rewardsEngagementPollTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters,
				credentials: { rewardsEngagementApi: credential },
			},
			{
				id: randomUUID(),
				name: 'Next',
				type: 'n8n-nodes-base.noOp',
				typeVersion: 1,
				position: [220, 0],
				parameters: {},
			},
		],
		connections: { [POLL]: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});
	await client.publish(workflow);
	return workflow.id;
}

/** @param realmId of the polled realm, if it matters */
async function untilPolled({ requests }: Service, realmId = ''): Promise<void> {
	const before = requests.length;
	await waitFor(
		'the next poll',
		POLL_MS,
		() => requests.slice(before).some(({ path }) => path.includes(realmId)) || undefined,
	);
}

/** Reads each execution once, after it has ended. */
class EmissionReader {
	private readonly known = new Map<string, string[]>();

	private readonly retried = new Set<string>();

	constructor(private readonly client: N8nClient) {}

	async emittedBy(workflowId: string, event: Happening): Promise<string[]> {
		const executions = await this.client.listExecutions(workflowId, MOST_EXECUTIONS);
		const emitted: string[] = [];
		for (const { id, status } of executions) {
			if (UNFINISHED.has(status)) continue;
			const known = this.known.get(id) ?? (await this.read(id, event));
			this.known.set(id, known);
			emitted.push(...known);
		}
		return emitted;
	}

	/** Retries the first failed or crashed execution without a retry, when no other is under way. */
	async retryOne(workflowId: string): Promise<void> {
		const executions = await this.client.listExecutions(workflowId, MOST_EXECUTIONS);
		if (executions.some(({ status }) => UNFINISHED.has(status))) return;
		const failed = executions.filter(
			({ id, status, mode }) => mode !== 'retry' && FAILED.has(status) && !this.retried.has(id),
		);
		const next = failed.at(-1);
		if (!next) return;
		this.retried.add(next.id);
		await this.client.retryExecution(next.id);
	}

	private async read(id: string, event: Happening): Promise<string[]> {
		const { data } = await this.client.getExecution(id);
		const items = data.resultData.runData[POLL]?.[0]?.data?.main[0] ?? [];
		// For a killed execution, n8n restores an item that says so.
		return items.flatMap(({ json }) => HAPPENINGS[event]((json.data ?? {}) as never) ?? []);
	}
}
