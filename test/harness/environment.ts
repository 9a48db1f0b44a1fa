import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { packTarball } from '../../scripts/lib/pack';
import { installHost } from './n8n/install';
import { openN8n, type OpenN8n } from './n8n/open';
import { freePort } from './ports';
import { startService, type Service } from '../../sandbox/service';

/** A real n8n with the packed package installed, and a sandbox service of its own. */
export interface TestStage extends OpenN8n {
	service: Service;
	close(): Promise<void>;
}

/** Installing n8n may come first when the tests are not run through `npm test`. */
export const OPEN_TIMEOUT_MS = 15 * 60_000;

/**
 * Opens the stage. `npm test` has packed the tarball already and says where it is in REWARDS_ENGAGEMENT_TARBALL;
 * otherwise it is packed here.
 *
 * @param env more settings for n8n
 */
export async function openStage(env: Record<string, string> = {}): Promise<TestStage> {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-e2e-'));
	const packageTarball = process.env.REWARDS_ENGAGEMENT_TARBALL ?? (await packInto(folder));
	const host = await installHost();
	// A delivery that is not acknowledged comes again after 200 ms, five times, so that a test sees repeats soon.
	const service = await startService({ retryDelays: [200, 200, 200, 200, 200] });
	const userFolder = path.join(folder, 'n8n');
	fs.mkdirSync(userFolder);
	try {
		const opened = await openN8n({ host, userFolder, port: await freePort(), packageTarball, env });
		const close = async () => {
			await opened.n8n.stop();
			await service.stop();
			fs.rmSync(folder, { recursive: true, force: true });
		};
		return { ...opened, service, close };
	} catch (error) {
		await service.stop();
		throw error;
	}
}

/** Leaves nothing behind when the code does not compile. */
async function packInto(folder: string): Promise<string> {
	try {
		return await packTarball(folder);
	} catch (error) {
		fs.rmSync(folder, { recursive: true, force: true });
		throw error;
	}
}
