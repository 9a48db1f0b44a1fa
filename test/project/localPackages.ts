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
 * Makes a package on this disk, which npm and pnpm can install without a registry.
 *
 * @param folder of the package
 * @param files the files beside package.json, by name
 * @returns the version that asks for it, `file:…`
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
