import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Service } from '../../../sandbox/service';
import { startFileStorage } from '../fileStorage';
import type { CredentialReference, Execution, N8nClient, WorkflowInput } from '../n8n/client';
import { memoryInUseOf } from '../n8n/memory';
import type { OpenN8n } from '../n8n/open';
import { waitFor } from '../process/wait';
import { MANUAL_TRIGGER, manualWorkflow, placeInRow, type NewNode } from './nodes';

/** n8n starts waiting executions at most a minute late. */
const RESUME_MS = 300_000;
/** The node holds its process for the first minute, and looks at growing gaps. */
const PAUSE_MS = 240_000;

const to = (node: string, index = 0) => ({ node, type: 'main', index });

/**
 * A webhook gets a file and the ID of an export job. When the job is done, the workflow reads the file, and gives its
 * text with the label of the request. The last node asks the service for its realm.
 */
export function exportWaitWorkflow(
	path: string,
	credential: CredentialReference,
	settings: Record<string, unknown> = {},
): WorkflowInput {
	const own = {
		type: 'n8n-nodes-rewards-engagement.rewardsEngagement',
		typeVersion: 1,
		credentials: { rewardsEngagementApi: credential },
	};
	const chain: NewNode[] = [
		{
			name: 'Start',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
			webhookId: randomUUID(),
		},
		{
			...own,
			name: 'Wait',
			parameters: { resource: 'export', operation: 'waitForCompletion', jobId: '={{ $json.query.job }}' },
			retryOnFail: true,
		},
		{
			name: 'Both',
			type: 'n8n-nodes-base.merge',
			typeVersion: 3.2,
			parameters: { mode: 'combine', combineBy: 'combineByPosition', options: {} },
		},
		{
			name: 'Read File',
			type: 'n8n-nodes-base.extractFromFile',
			typeVersion: 1,
			parameters: { operation: 'text', binaryPropertyName: 'data', destinationKey: 'text', options: {} },
		},
		{
			name: 'End',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: {
				mode: 'raw',
				jsonOutput: `={{ ({ text: $json.text, label: $('Start').item.json.query.label, job: $('Wait').item.json.jobId }) }}`,
				options: {},
			},
		},
		{ ...own, name: 'Tell', parameters: { resource: 'realm', operation: 'get' } },
	];
	return {
		name: `Wait for an export at ${path}`,
		nodes: placeInRow(chain),
		connections: {
			Start: { main: [[to('Wait'), to('Both', 1)]] },
			Wait: { main: [[to('Both')]] },
			Both: { main: [[to('Read File')]] },
			'Read File': { main: [[to('End')]] },
			End: { main: [[to('Tell')]] },
		},
		settings: { executionOrder: 'v1', ...settings },
	};
}

/** Starts the workflow with a file that has this text. */
export async function startWait(url: string, path: string, job: string, text: string): Promise<void> {
	const query = new URLSearchParams({ job, label: `label of ${text}` }).toString();
	const headers = { 'content-type': 'application/octet-stream' };
	const response = await fetch(`${url}/webhook/${path}?${query}`, { method: 'POST', headers, body: text });
	if (!response.ok) throw new Error(`The webhook responded with ${response.status}`);
}

/** The id of the execution, once n8n has paused it. */
export async function untilPaused(client: N8nClient, workflowId: string): Promise<string> {
	return await waitFor('the execution to be paused', PAUSE_MS, async () => {
		const [execution] = await client.listExecutions(workflowId);
		return execution?.status === 'waiting' ? execution.id : undefined;
	});
}

/** The execution, once n8n has continued and ended it. */
export async function untilContinued(client: N8nClient, id: string): Promise<Execution> {
	return await waitFor('the execution to end', RESUME_MS, async () => {
		const execution = await client.getExecution(id);
		return ['new', 'running', 'waiting'].includes(execution.status) ? undefined : execution;
	});
}

/** What an execution gave: its status, the runs of each node with the number of items, and the item at the end. */
export function resultOf({ status, data }: Execution): object {
	const { runData, error } = data.resultData;
	const runs = Object.entries(runData).map(([name, all]) => {
		return [name, all.map((run) => run.data?.main[0]?.length)];
	});
	return {
		status,
		error: error?.message,
		runs: Object.fromEntries(runs) as object,
		end: runData.End?.[0]?.data?.main[0]?.[0]?.json,
	};
}

/** The result of an execution that lost nothing. */
export function wholeResult(job: string, text: string): object {
	const names = ['Start', 'Wait', 'Both', 'Read File', 'End', 'Tell'];
	return {
		status: 'success',
		error: undefined,
		runs: Object.fromEntries(names.map((name) => [name, [1]])),
		end: { text, label: `label of ${text}`, job },
	};
}

export const MEBIBYTE = 1024 * 1024;
const WARM_UP_BYTES = 8 * MEBIBYTE;
/** Time for n8n to finish its work after a start or an execution. */
const SETTLE_MS = 4_000;
const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;
const NODE = 'Download';
/** The sender pauses here, so that the memory that n8n uses for the file can be measured. */
const PAUSE_AFTER = 3 / 4;

/** Only Linux records the peak memory of a process. */
export const countsMemory = process.platform === 'linux';

/** The effect of one download on the n8n process. */
export interface DownloadMemory {
	/**
	 * The additional memory of n8n after garbage collection, when it had three quarters of the file. Mebibytes, or
	 * NaN where this cannot be measured.
	 */
	held: number;
	/** Whether the stored file has the size and the SHA-256 of the sent one. */
	isWhole: boolean;
}

/**
 * Downloads an export of this size in a real n8n that stores files on disk. Measures how much more memory n8n uses
 * meanwhile. The file is generated while it is sent. A small download comes first, because n8n also loads code for
 * it.
 */
export async function measureDownload(
	{ n8n, client, service }: OpenN8n & { service: Service },
	credential: CredentialReference,
	bytes: number,
): Promise<DownloadMemory> {
	const storage = await startFileStorage();
	try {
		const download = async (size: number, atPause?: () => Promise<void>) => {
			const hash = createHash('sha256');
			storage.answer('/export', (_request, response) => {
				response.writeHead(200, { 'content-type': 'text/csv', 'content-length': size });
				void sendMadeUp(response, size, (chunk) => hash.update(chunk), atPause);
			});
			const now = new Date().toISOString();
			const job = { jobId: 'big', status: 'completed', progress: 100, format: 'csv', completedAt: now };
			const { id } = service.control.addFault({
				operation: 'export.get',
				kind: 'status',
				status: 200,
				body: { ...job, fileName: 'big.csv', fileSize: size, blobUrl: `${storage.url}/export` },
			});
			const workflow = await client.createWorkflow(
				manualWorkflow('Download', [
					{
						name: NODE,
						items: [{}],
						node: {
							type: `${n8n.packageName}.rewardsEngagement`,
							typeVersion: 1,
							parameters: { resource: 'export', operation: 'download', jobId: 'big' },
							credentials: { rewardsEngagementApi: credential },
						},
					},
				]),
			);
			const { data } = await client.runToEnd(workflow, MANUAL_TRIGGER, DOWNLOAD_TIMEOUT_MS);
			service.control.clearFaults(id);
			if (data.resultData.error) throw new Error(data.resultData.error.message);
			const file = data.resultData.runData[NODE]?.[0]?.data?.main[0]?.[0]?.binary?.data;
			return { file: storedFile(n8n.userFolder, file?.id), sha256: hash.digest('hex') };
		};

		await download(WARM_UP_BYTES);
		await sleep(SETTLE_MS);
		const inUseBefore = await memoryInUse(n8n);
		let inUse = NaN;
		const { file, sha256 } = await download(bytes, async () => {
			inUse = await memoryInUse(n8n);
		});
		const isWhole = fs.statSync(file).size === bytes && (await hashOf(file)) === sha256;
		return { held: inUse - inUseBefore, isWhole };
	} finally {
		await storage.stop();
	}
}

/** Sends bytes that differ at every position, no faster than the receiver takes them, and pauses once. */
async function sendMadeUp(
	response: NodeJS.WritableStream,
	size: number,
	onChunk: (chunk: Buffer) => void,
	atPause?: () => Promise<void>,
): Promise<void> {
	const block = randomBytes(MEBIBYTE);
	let pause = atPause;
	for (let sent = 0; sent < size; sent += block.length) {
		if (sent >= size * PAUSE_AFTER) {
			await pause?.();
			pause = undefined;
		}
		const chunk = Buffer.from(block.subarray(0, Math.min(block.length, size - sent)));
		chunk.writeDoubleLE(sent);
		onChunk(chunk);
		if (!response.write(chunk)) await new Promise((resolve) => response.once('drain', resolve));
	}
	response.end();
}

/** The path of an execution's file in n8n's filesystem mode. */
function storedFile(userFolder: string, id = ''): string {
	const [mode, file] = id.split(':');
	if (mode !== 'filesystem-v2' || !file)
		throw new Error(`n8n did not keep the file on disk: its ID is "${id}".`);
	const folders = ['storage', 'binaryData'].map((name) => path.join(userFolder, '.n8n', name, file));
	const found = folders.find((candidate) => fs.existsSync(candidate));
	if (!found) throw new Error(`The stored file is at none of ${folders.join(', ')}.`);
	return found;
}

async function hashOf(file: string): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of fs.createReadStream(file)) hash.update(chunk as Buffer);
	return hash.digest('hex');
}

async function memoryInUse(n8n: OpenN8n['n8n']): Promise<number> {
	return countsMemory ? await memoryInUseOf(n8n) : NaN;
}
