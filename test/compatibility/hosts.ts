import fs from 'node:fs';
import path from 'node:path';

import { installHost, installNode, type N8nHost } from '../harness/n8n/install';

const N8N = path.join(__dirname, '..', 'n8n');

/** An n8n version with the Node.js that runs it. */
export interface Pairing {
	n8n: string;
	node: string;
	install: () => Promise<N8nHost>;
}

/** The package is tested with these: the oldest n8n that still gets patches, one between, and the newest. */
export const pairings: Pairing[] = [
	withNode('hosts/1.123.81', 'hosts/node-22'),
	withOwnNode('hosts/1.123.81'),
	withNode('hosts/2.20.12', 'hosts/node-22'),
	withOwnNode('hosts/2.20.12'),
	withOwnNode('.'),
];

/** The name of a pairing in the table. */
export function nameOf({ n8n, node }: Pairing): string {
	return `n8n ${n8n}, Node.js ${node}`;
}

/** The part of a version that names its features: 2.41 of 2.41.3. */
export function lineOf(version: string): string {
	return version.split('.').slice(0, 2).join('.');
}

/** Uses the Node.js that is installed with the n8n. */
function withOwnNode(folder: string): Pairing {
	return { ...pinned(folder), install: async () => await installHost(path.join(N8N, folder)) };
}

function withNode(folder: string, nodeFolder: string): Pairing {
	return {
		n8n: pinned(folder).n8n,
		node: pinned(nodeFolder).node,
		install: async () => {
			const node = await installNode(path.join(N8N, nodeFolder));
			return { ...(await installHost(path.join(N8N, folder))), node };
		},
	};
}

function pinned(folder: string): { n8n: string; node: string } {
	const manifest = fs.readFileSync(path.join(N8N, folder, 'package.json'), 'utf8');
	return (JSON.parse(manifest) as { dependencies: { n8n: string; node: string } }).dependencies;
}
