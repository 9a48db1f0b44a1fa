// Every day, because it builds the package twice and starts n8n. At once: test/project/package.test.ts.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { start, textOf, type Program } from '../../scripts/lib/process';
import { root } from '../../scripts/lib/project';
import { N8nClient } from '../harness/n8n/client';
import { freePort } from '../harness/process/ports';
import { waitFor } from '../harness/process/wait';

const START_MS = 300_000;
const RELOAD_MS = 240_000;
const SAVE_AGAIN_MS = 15_000;
/** n8n's list of nodes has 18 MB, and reading it takes a good part of a second. */
const ASK_AGAIN_MS = 2_000;
const BUILT = 'dist/nodes/RewardsEngagement/trigger/RewardsEngagementTrigger.node.js';
const NAME = /displayName: 'Rewards and Engagement Trigger'/;

let folder: string;
/** Other tests use the built files of this project, so the server builds those of a clone. */
let clone: string;
let dev: Program;

beforeAll(() => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-dev-test-'));
	clone = path.join(folder, 'clone');
	execFileSync('git', ['clone', '--quiet', root, clone]);
	fs.symlinkSync(path.join(root, 'node_modules'), path.join(clone, 'node_modules'));
});

afterAll(async () => {
	await dev?.stop();
	fs.rmSync(folder, { recursive: true, force: true });
});

/** The names of this package's nodes in n8n. There are none while n8n writes its list. */
async function shown(client: N8nClient): Promise<string[]> {
	const all = await client.listNodeTypes().catch(() => []);
	return all
		.filter(({ name }) => /^CUSTOM\.rewardsEngagement/.test(name))
		.map(({ displayName }) => displayName);
}

test(
	'"npm run dev" serves the nodes in n8n, and loads them again when one of their files changes',
	async () => {
		const port = await freePort();
		const logFile = path.join(folder, 'dev.log');
		const args = ['scripts/run.mjs', 'dev', '--port', String(port), '--data', path.join(folder, 'data')];
		// Like a developer's start. In the environment of a test, n8n logs nothing and behaves differently.
		const { NODE_ENV: _test, JEST_WORKER_ID: _worker, ...env } = process.env;
		const brokerPort = String(await freePort());
		dev = start(process.execPath, args, {
			cwd: clone,
			logFile,
			env: { ...env, N8N_RUNNERS_BROKER_PORT: brokerPort },
		});
		const url = `http://127.0.0.1:${port}`;
		await waitFor('n8n to be ready', START_MS, async () => {
			if (dev.hasEnded) throw new Error(`It ended:\n${textOf(logFile)}`);
			return await fetch(`${url}/healthz/readiness`).then(
				({ ok }) => ok || undefined,
				() => undefined,
			);
		});
		const client = new N8nClient(url);
		await client.setUpOwner({ email: 'owner@rewards-engagement.example', password: 'N8n-for-a-test-1' });
		const before = await waitFor(
			'the nodes',
			RELOAD_MS,
			async () => {
				const names = await shown(client);
				return names.length > 0 ? names.sort() : undefined;
			},
			ASK_AGAIN_MS,
		);
		expect(before).toEqual([
			'Rewards and Engagement',
			'Rewards and Engagement Consent Trigger',
			'Rewards and Engagement Poll Trigger',
			'Rewards and Engagement Tool',
			'Rewards and Engagement Trigger',
		]);

		const file = path.join(clone, BUILT);
		const built = fs.readFileSync(file, 'utf8');
		expect(built).toMatch(NAME);
		// n8n does not see a change while it starts to watch, and the first output of the compiler may undo it.
		let savedAt = -Infinity;
		await waitFor(
			'n8n to load the node again',
			RELOAD_MS,
			async () => {
				if (Date.now() - savedAt > SAVE_AGAIN_MS) {
					fs.writeFileSync(file, built.replace(NAME, "displayName: 'Changed while n8n runs'"));
					savedAt = Date.now();
				}
				return (await shown(client)).includes('Changed while n8n runs') ? true : undefined;
			},
			ASK_AGAIN_MS,
		);
	},
	START_MS + 2 * RELOAD_MS,
);
