import fs from 'node:fs';
import path from 'node:path';

import { scenarios } from '../test/engine/conformance/scenarios';
import { startService } from '../sandbox/service';
import { build } from './lib/build';
import { say } from './lib/progress.cjs';
import { root } from './lib/project';
import { builtCredentials, builtNodes } from './saved-workflows/nodes';
import { vocabulary } from './saved-workflows/vocabulary';
import { savedWorkflows, type Given } from './saved-workflows/workflows';

/** Every release has a folder here, named after its version, and what no release holds yet is in `unreleased`. */
export const FOLDER = path.join(root, 'test', 'fixtures', 'saved-workflows');

const UNRELEASED = path.join(FOLDER, 'unreleased');

/**
 * `npm run saved-workflows`: makes the folder `unreleased` anew, with a workflow for each operation and trigger that no
 * release knows, and the vocabulary of the present code. What a release holds is never written again: it stands for what
 * users have saved.
 */
export async function main(): Promise<void> {
	await build();
	fs.rmSync(UNRELEASED, { recursive: true, force: true });
	const released = new Set(
		fs.readdirSync(FOLDER).flatMap((version) => fs.readdirSync(path.join(FOLDER, version))),
	);
	fs.mkdirSync(UNRELEASED, { recursive: true });
	const descriptions = builtNodes().map(({ description }) => description);
	for (const [name, workflow] of savedWorkflows(descriptions, await seededValues())) {
		if (!released.has(`${name}.json`)) keep(`${name}.json`, JSON.stringify(workflow, null, '\t'));
	}
	keep('vocabulary.txt', vocabulary(descriptions, builtCredentials()).join('\n'));
}

/** Makes what is unreleased that of a version. */
export async function releaseSavedWorkflows(version: string): Promise<void> {
	await main();
	fs.renameSync(UNRELEASED, path.join(FOLDER, `v${version}`));
}

function keep(name: string, content: string): void {
	const file = path.join(UNRELEASED, name);
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
