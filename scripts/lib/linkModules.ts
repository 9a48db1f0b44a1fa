import fs from 'node:fs';
import path from 'node:path';

import { root } from './project';

/**
 * Gives a copy of the project the packages that are installed here, by links.
 *
 * @param copy its folder, without node_modules
 * @returns The folder node_modules of the copy.
 */
export function linkModules(copy: string): string {
	const modules = path.join(copy, 'node_modules');
	fs.mkdirSync(modules);
	for (const name of fs.readdirSync(path.join(root, 'node_modules'))) {
		// Each copy packs with a separate lock.
		if (name !== '.packing.lock')
			fs.symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
	}
	return modules;
}
