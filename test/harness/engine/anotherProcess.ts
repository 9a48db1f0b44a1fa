import path from 'node:path';

import type { INodeType } from 'n8n-workflow';

import { computedModules } from '../../../scripts/lib/derived/computedModules';
import { manifest, root } from '../../../scripts/lib/project';
import { forgetProcessMemory } from '../processMemory';

/**
 * One of the nodes as another process of n8n loads it. It shares nothing in memory with this process, and neither do
 * the files that it imports later.
 *
 * @param type of a node of the package
 */
export function nodeOfAnotherProcess(type: string): INodeType {
	const name = type.replace(/^.*\.(\w)/, (_match, first: string) => first.toUpperCase());
	const built = manifest().n8n.nodes.find((file) => path.basename(file) === `${name}.node.js`);
	if (built === undefined) throw new Error(`The package has no node ${type}`);
	forgetProcessMemory();
	let node: INodeType | undefined;
	jest.isolateModules(() => {
		// The build replaces these modules by their values.
		for (const [module, values] of computedModules) jest.doMock(path.join(root, module), () => values);
		const source = path.join(root, path.relative('dist', built).replace(/\.js$/, ''));
		const Type = jest.requireActual<Record<string, new () => INodeType>>(source)[name]!;
		node = new Type();
	});
	return node!;
}
