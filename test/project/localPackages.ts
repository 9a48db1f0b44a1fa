import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

interface PackageManifest {
	name: string;
	version?: string;
	scripts?: Record<string, string>;
	dependencies?: Record<string, string>;
	engines?: { node: string };
}

/**
 * Makes a package that lies on this disk, for which npm and pnpm need no registry.
 *
 * @param folder where
 * @param files what lies in it beside package.json, by name
 * @returns what asks for it, `file:…`
 */
export function localPackage(
	folder: string,
	manifest: PackageManifest,
	files: Record<string, string> = {},
): string {
	const { name, version = '1.0.0' } = manifest;
	const file = `${path.basename(name)}-${version}.tgz`;
	const source = path.join(folder, 'package');
	fs.mkdirSync(source, { recursive: true });
	fs.writeFileSync(path.join(source, 'package.json'), JSON.stringify({ version, ...manifest }));
	for (const [name, content] of Object.entries(files)) fs.writeFileSync(path.join(source, name), content);
	execFileSync('tar', ['-czf', path.join(folder, file), '-C', folder, 'package']);
	fs.rmSync(source, { recursive: true });
	return `file:${path.join(folder, file)}`;
}
