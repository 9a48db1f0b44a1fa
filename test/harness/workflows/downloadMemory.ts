import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { manualWorkflow, MANUAL_TRIGGER } from './manualWorkflow';
import { startFileStorage } from '../fileStorage';
import type { Service } from '../../../sandbox/service';
import type { CredentialReference } from '../n8n/client';
import { memoryInUseOf } from '../n8n/memory';
import type { OpenN8n } from '../n8n/open';

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
