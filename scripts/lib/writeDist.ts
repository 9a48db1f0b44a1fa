import fs from 'node:fs';
import path from 'node:path';

import { bundle } from './bundle';
import { writeDescription } from './derived/description';
import { outputSchemas } from './derived/outputSchemas';
import { root } from './project';

const dist = path.join(root, 'dist');

/** Compiles the code, and joins the files that are loaded together. `npm run typecheck` checks the types. */
async function writeCode(): Promise<void> {
	await bundle(dist);
	// A JSON file takes the place of the module that computes the description of the operations.
	await writeDescription(dist);
}

/** Copies the files with this ending into the same folders of `dist`. */
function copy(folder: string, ending: string): void {
	const files = fs.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
	for (const file of files.filter((name) => name.endsWith(ending)))
		fs.cpSync(path.join(root, folder, file), path.join(dist, folder, file));
}

/** The editor shows these output schemas of the operations and triggers before the first execution. */
function writeSchemas(): void {
	for (const [name, schema] of outputSchemas()) {
		const file = path.join(dist, name);
		fs.mkdirSync(path.dirname(file), { recursive: true });
		fs.writeFileSync(file, JSON.stringify(schema));
	}
}

/** The program that `build()` starts. */
async function main(): Promise<void> {
	fs.rmSync(dist, { recursive: true, force: true });
	await writeCode();
	copy('icons', '.svg');
	copy('nodes', '.node.json');
	writeSchemas();
}

void main();
