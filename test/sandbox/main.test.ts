import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Runs the program until it prints `until`, or to its end. */
async function run(args: string[], until?: string) {
	const child = spawn(process.execPath, [
		'--import',
		'tsx',
		join(__dirname, '..', '..', 'sandbox', 'main.ts'),
		...args,
	]);
	let output = '';
	const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
	const printed = new Promise<void>((resolve) => {
		const read = (chunk: Buffer) => {
			output += chunk.toString();
			if (until !== undefined && output.includes(until)) resolve();
		};
		child.stdout.on('data', read);
		child.stderr.on('data', read);
	});
	await Promise.race([printed, ended]);
	return { child, ended, output: () => output };
}

test.each(['SIGINT', 'SIGTERM'] as const)('it says how to begin, and %s stops it cleanly', async (signal) => {
	const { child, ended, output } = await run(['--port', '0'], 'Press Ctrl+C to stop.');
	const baseUrl = /Base URL +(\S+)/.exec(output())?.[1];
	const key = /API key +(\S+)/.exec(output())?.[1];
	const realmId = /Realm ID +(\S+)/.exec(output())?.[1];
	const response = await fetch(`${baseUrl}/api/v1/realms/${realmId}`, {
		headers: { authorization: `Bearer ${key}` },
	});
	expect(response.status).toBe(200);
	const [, body = '', address = ''] = /-d '(\{"redirectUri":[^']+)' '([^']+)'/.exec(output()) ?? [];
	const registered = await fetch(address, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: body.replace('…', 'abc'),
	});
	expect(await registered.json()).toMatchObject({
		redirectUri: 'http://127.0.0.1:5678/webhook/abc/consent',
		returnsState: true,
	});
	expect(address).toContain(`/sandbox/apps/${/Client ID +(\S+)/.exec(output())?.[1]}`);
	child.kill(signal);
	expect(await ended).toBe(0);
	expect(output()).toContain(`GET /api/v1/realms/${realmId} 200`);
});

test('a port in use is reported', async () => {
	const other = createServer();
	await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
	const { port } = other.address() as AddressInfo;
	const { ended, output } = await run(['--port', String(port)]);
	expect(await ended).toBe(1);
	expect(output().trim()).toBe(
		`Port ${port} is in use. Stop the program that uses it, or choose another port with --port.`,
	);
	await new Promise((resolve) => other.close(resolve));
});

test('an invalid port is reported', async () => {
	const { ended, output } = await run(['--port', 'seven']);
	expect(await ended).toBe(1);
	expect(output().trim()).toBe('--port must be a number from 0 to 65535, but is "seven".');
});
