import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/**
 * Makes a package that lies on this disk, for which npm needs no registry.
 *
 * @param folder where
 * @param manifest its package.json
 * @param file its tarball, in that folder
 * @returns what asks for it, `file:…`
 */
export function localPackage(
	folder: string,
	manifest: { name: string; version?: string; bin?: Record<string, string> },
	file = `${path.basename(manifest.name)}.tgz`,
): string {
	const source = path.join(folder, 'package');
	fs.mkdirSync(source, { recursive: true });
	fs.writeFileSync(path.join(source, 'package.json'), JSON.stringify({ version: '1.0.0', ...manifest }));
	for (const program of Object.values(manifest.bin ?? {}))
		fs.writeFileSync(path.join(source, program), '#!/usr/bin/env node\n');
	execFileSync('tar', ['-czf', path.join(folder, file), '-C', folder, 'package']);
	fs.rmSync(source, { recursive: true });
	return `file:${path.join(folder, file)}`;
}
