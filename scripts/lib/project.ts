import fs from 'node:fs';
import path from 'node:path';

/** The folder of package.json. */
export const root = path.join(__dirname, '..', '..');

/** The parts of package.json that the scripts read. */
export interface Manifest {
	name: string;
	version: string;
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
	bundledDependencies?: string[];
	n8n: { credentials: string[]; nodes: string[] };
}

export function manifest(): Manifest {
	return JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;
}

/** The JavaScript file of a program in a development dependency, for `process.execPath` to run. */
export function program(packageName: string, file: string): string {
	return path.join(root, 'node_modules', packageName, file);
}
