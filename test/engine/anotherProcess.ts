import path from 'node:path';

import type { INodeType } from 'n8n-workflow';
import { Container } from '@n8n/di';
import { InstanceSettings } from 'n8n-core';

import { DESCRIPTION, description } from '../../scripts/lib/derived/description';
import { root } from '../../scripts/lib/project';
import { packageNode } from '../fixtures/generate/nodes';
import { forgetProcessMemory } from '../harness/processMemory';

/**
 * A node of the package as another process of n8n loads it. It shares nothing in memory with this process, and neither
 * do the files that it imports later.
 */
export function nodeOfAnotherProcess(type: string): INodeType {
	forgetProcessMemory();
	return nodeLoadedAgain(type);
}

/** One of the nodes as n8n loads it again after an update of the package, in the same process. */
export function nodeLoadedAgain(type: string): INodeType {
	let node: INodeType | undefined;
	jest.isolateModules(() => {
		// The build replaces this module by its values.
		jest.doMock(path.join(root, DESCRIPTION), () => description);
		node = packageNode(type);
	});
	return node!;
}

/** Runs the tests of a block, or of a file, as a worker of n8n's queue mode does. */
export function runAsWorker(): void {
	const settings = Container.get(InstanceSettings) as { instanceType: string };
	const { instanceType } = settings;
	beforeAll(() => (settings.instanceType = 'worker'));
	afterAll(() => (settings.instanceType = instanceType));
}
