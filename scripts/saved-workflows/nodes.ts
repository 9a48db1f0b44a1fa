import { createRequire } from 'node:module';
import path from 'node:path';

import type { ICredentialType, INodeType } from 'n8n-workflow';

import { manifest, root } from '../lib/project';

const load = createRequire(__filename);

/** The nodes of the package, each made from its compiled file in dist, as n8n does it. */
export function builtNodes(): INodeType[] {
	return manifest().n8n.nodes.map((file) => instanceOf<INodeType>(file, '.node.js'));
}

/** The credential types of the package, from dist as well. */
export function builtCredentials(): ICredentialType[] {
	return manifest().n8n.credentials.map((file) => instanceOf<ICredentialType>(file, '.credentials.js'));
}

/** n8n takes the class that is named as the file is. */
function instanceOf<T>(file: string, ending: string): T {
	const exported = load(path.join(root, file)) as Record<string, new () => T>;
	const Class = exported[path.basename(file, ending)];
	if (!Class) throw new Error(`${file} has no class of its name.`);
	return new Class();
}
