import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import { N8nClient, type Login } from './client';
import { startN8n, type N8nInstance, type N8nOptions } from './instance';

export interface OpenN8n {
	n8n: N8nInstance;
	/** Logged in as the owner. */
	client: N8nClient;
	login: Login;
	/** Stops everything. */
	readonly close: () => Promise<void>;
}

/** Name and version of this package, which n8n's installer gets. */
export function packageIdentity(): { packageName: string; packageVersion: string } {
	const manifest = fs.readFileSync(path.join(__dirname, '..', '..', '..', 'package.json'), 'utf8');
	const { name, version } = JSON.parse(manifest) as { name: string; version: string };
	return { packageName: name, packageVersion: version };
}

/** A new password that n8n accepts. */
export function freshPassword(): string {
	return `N8n-${randomBytes(9).toString('base64url')}-1`;
}

/**
 * Starts a new n8n, creates its owner, and makes n8n's own installer install the packed tarball. The result is the
 * same as after Settings > Community nodes > Install: the package is unpacked, recorded and listed. Without a tarball
 * nothing is installed.
 */
export async function openN8n(options: Omit<N8nOptions, 'packageName' | 'packageVersion'>): Promise<OpenN8n> {
	const identity = packageIdentity();
	const n8n = await startN8n({ ...options, ...identity });
	try {
		const client = new N8nClient(n8n.url);
		const login = { email: 'owner@rewards-engagement.example', password: freshPassword() };
		await client.setUpOwner(login);
		if (options.packageTarball !== undefined)
			await client.installPackage(identity.packageName, identity.packageVersion);
		return { n8n, client, login, close: async () => await n8n.stop() };
	} catch (error) {
		await n8n.stop();
		throw error;
	}
}
