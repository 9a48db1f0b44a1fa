import fs from 'node:fs';
import path from 'node:path';

import { scenarios } from '../test/engine/conformance/scenarios';
import { startService } from '../sandbox/service';
import { build } from './lib/build';
import { say } from './lib/progress.cjs';
import { manifest, root } from './lib/project';
import { builtCredentials, builtNodes } from './saved-workflows/nodes';
import { vocabulary } from './saved-workflows/vocabulary';
import { savedWorkflows, type Given } from './saved-workflows/workflows';

/** Every release has a folder here, named after its version. */
export const FOLDER = path.join(root, 'test', 'fixtures', 'saved-workflows');

/**
 * `npm run saved-workflows`: keeps, for the version in package.json, a workflow for each operation and trigger, and
 * the vocabulary. What was kept once is never written again: it stands for what users have saved. So this only adds
 * what is new.
 */
export async function main(): Promise<void> {
	await build();
	const folder = path.join(FOLDER, `v${manifest().version}`);
	fs.mkdirSync(folder, { recursive: true });
	const descriptions = builtNodes().map(({ description }) => description);
	for (const [name, workflow] of savedWorkflows(descriptions, await seededValues())) {
		const file = `${name}.json`;
		if (!isKept(file)) keep(path.join(folder, file), JSON.stringify(workflow, null, '\t'));
	}
	const words = path.join(folder, 'vocabulary.txt');
	if (!fs.existsSync(words)) keep(words, vocabulary(descriptions, builtCredentials()).join('\n'));
}

/** Whether any version has a file of this name. */
function isKept(name: string): boolean {
	return fs.readdirSync(FOLDER).some((version) => fs.existsSync(path.join(FOLDER, version, name)));
}

function keep(file: string, content: string): void {
	fs.writeFileSync(file, `${content}\n`);
	say(`  ${path.relative(root, file)}`);
}

/** The values of the first item that the conformance suite runs each operation with, and its realm. */
async function seededValues(): Promise<Given> {
	const service = await startService();
	const { realmId } = service;
	const values = new Map(Object.entries(scenarios).map(([name, scenario]) => [name, scenario(service)[0]]));
	await service.stop();
	return (name) => ({ events: ['quest.completed'], ...values.get(name), realmId });
}
