import fs from 'node:fs';
import path from 'node:path';

import type { N8nSetting } from '../environment';
import { N8nClient } from '../n8n/client';
import { startN8n } from '../n8n/instance';
import { freshPassword, packageIdentity, type OpenN8n } from '../n8n/open';
import { freePort } from '../process/ports';
import { startRegistryProxy } from './proxy';
import { npmWithoutSettings, publish, startRegistry } from './registry';

/**
 * Opens an n8n instance without the package, and an npm registry that has it. So a person can install it by name.
 *
 * @param setting its tarball is published
 */
export async function openByName({ host, packageTarball, folder, env }: N8nSetting): Promise<OpenN8n> {
	const stops: Array<() => Promise<void>> = [];
	const close = async () => {
		for (const stop of stops.splice(0).reverse()) await stop();
	};
	const { packageName, packageVersion } = packageIdentity();
	const userFolder = path.join(folder, 'n8n');
	fs.mkdirSync(userFolder);
	try {
		const registry = await startRegistry(host.node, folder);
		stops.push(async () => await registry.stop());
		await publish({ tarball: packageTarball, version: packageVersion }, registry);
		const proxy = await startRegistryProxy(folder, registry, packageName);
		stops.push(async () => await proxy.stop());
		const n8n = await startN8n({
			...{ host, userFolder, port: await freePort(), packageName, packageVersion },
			env: { ...env, ...proxy.env, ...npmWithoutSettings(folder) },
		});
		stops.push(async () => await n8n.stop());
		const client = new N8nClient(n8n.url);
		const login = { email: 'owner@rewards-engagement.example', password: freshPassword() };
		await client.setUpOwner(login);
		return { n8n, client, login, close };
	} catch (error) {
		await close();
		throw error;
	}
}
