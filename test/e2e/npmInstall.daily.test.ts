// Every day, because it installs with npm. At once: test/project/package.test.ts.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { packageTarball } from '../../scripts/lib/pack';
import { root } from '../../scripts/lib/project';
import { N8nClient } from '../harness/n8n/client';
import { installHost } from '../harness/n8n/install';
import { startN8n, type N8nInstance } from '../harness/n8n/instance';
import { packageIdentity } from '../harness/n8n/open';
import { freePort } from '../harness/process/ports';
import { OPEN_TIMEOUT_MS } from '../harness/environment';

/** Installs the package with npm, with the commands of docs/install.md, like a person in a container. */

const { packageName, packageVersion } = packageIdentity();
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-npm-'));
const modules = path.join(home, '.n8n', 'nodes', 'node_modules');
let n8n: N8nInstance | undefined;

/** The shell block of docs/install.md that installs the package, unchanged. */
function installCommands(): string {
	const page = fs.readFileSync(path.join(root, 'docs/install.md'), 'utf8');
	const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code]) => code!);
	return blocks.find((code) => code.includes('npm install')) ?? '';
}

/** Runs commands in a shell with a new home folder and the npm settings of this machine. */
async function inShell(commands: string): Promise<{ code: number | null; output: string }> {
	const settings = {
		npm_config_userconfig: process.env.npm_config_userconfig ?? path.join(os.homedir(), '.npmrc'),
		npm_config_cache: process.env.npm_config_cache ?? path.join(os.homedir(), '.npm'),
	};
	const child = spawn('sh', ['-e', '-c', commands], { env: { ...process.env, ...settings, HOME: home } });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
	}
	const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
	return { code, output };
}

let tarball: string;

beforeAll(async () => {
	tarball = await packageTarball(home);
	// The registry does not have this version yet, so the package comes from its tarball. All else is as on the page.
	const commands = installCommands().replaceAll(packageName, `'${tarball}'`);
	expect(commands).toContain(tarball);
	expect(await inShell(commands)).toMatchObject({ code: 0 });
}, OPEN_TIMEOUT_MS);

afterAll(async () => {
	await n8n?.stop();
	fs.rmSync(home, { recursive: true, force: true });
});

it('puts the package, and nothing beside it, where n8n looks', () => {
	const installed = fs.readdirSync(modules).filter((name) => !name.startsWith('.'));
	expect(installed).toEqual([packageName]);
});

it(
	'n8n loads every node and the credential from there, and says of a webhook it does not know what the page quotes',
	async () => {
		n8n = await startN8n({
			host: await installHost(),
			userFolder: home,
			port: await freePort(),
			packageTarball: tarball,
			packageName,
			packageVersion,
		});
		const client = new N8nClient(n8n.url);
		await client.setUpOwner({ email: 'owner@rewards-engagement.example', password: 'N8n-in-a-container-1' });
		const types = (await client.listNodeTypes()).map(({ name }) => name);
		expect(types).toEqual(
			expect.arrayContaining(
				[
					'rewardsEngagement',
					'rewardsEngagementTool',
					'rewardsEngagementTrigger',
					'rewardsEngagementPollTrigger',
					'rewardsEngagementConsentTrigger',
				].map((name) => `${packageName}.${name}`),
			),
		);
		const credentials = (await client.listCredentialTypes()).map(({ name }) => name);
		expect(credentials).toContain('rewardsEngagementApi');

		const answer = await fetch(`${n8n.url}/webhook/nowhere`, { method: 'POST' });
		const { message } = (await answer.json()) as { message: string };
		expect([answer.status, message]).toEqual([
			404,
			expect.stringMatching(/^The requested webhook ".*nowhere" is not registered\.$/),
		]);
	},
	OPEN_TIMEOUT_MS,
);
