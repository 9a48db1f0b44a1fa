import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { builtFrom } from './builtFiles';
import { outputSchemas } from './derived/outputSchemas';
import { manifest, root, type Manifest } from './project';
import type { TarEntry } from './tarball';

/**
 * The largest unpacked size. The code with its comments has 840 kB, the computed description 180 kB, and the output
 * schemas 70 kB. The rest is room for a dozen operations. A larger package contains files that do not belong in it.
 */
export const MAX_BYTES = 1_200_000;

/** The largest tarball. Version 0.1.0 has 259 kB. */
export const MAX_PACKED_BYTES = 280_000;

/** The files beside dist. */
const TOP_LEVEL = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];

/** The problems with the files of the packed package, in sentences. */
export function contentsProblems(entries: TarEntry[], { dependencies, ...others } = manifest()): string[] {
	const files = new Map(entries.map((entry) => [entry.path, entry]));
	const expected = expectedFiles();
	const size = totalSize(entries);
	return [
		...[...files.keys()]
			.filter((file) => !expected.has(file))
			.map((file) => `${file} does not belong in the package.`),
		...[...expected].filter((file) => !files.has(file)).map((file) => `${file} is missing.`),
		...[...others.n8n.credentials, ...others.n8n.nodes]
			.filter((file) => !files.has(file))
			.map((file) => `package.json names ${file}, which is missing.`),
		...entries.flatMap((entry) => [...brokenReferences(entry, files), ...tracesOfThisMachine(entry)]),
		...dependencyProblems({ dependencies, ...others }),
		...(size > MAX_BYTES ? [`The unpacked package has ${size} bytes, and the limit is ${MAX_BYTES}.`] : []),
	];
}

/** The problem with the size of the tarball, in a sentence. */
export function packedSizeProblems(bytes: number): string[] {
	if (bytes <= MAX_PACKED_BYTES) return [];
	return [`The packed package has ${bytes} bytes, and the limit is ${MAX_PACKED_BYTES}.`];
}

export function totalSize(entries: TarEntry[]): number {
	return entries.reduce((sum, { size }) => sum + size, 0);
}

/** Exactly the files that the source leads to: compiled code, codex files, icons and output schemas. */
export function expectedFiles(): Set<string> {
	const shipped = ['nodes', 'credentials', 'icons'].flatMap((folder) =>
		fs
			.readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')),
	);
	return new Set([
		...TOP_LEVEL,
		...shipped.map((file) => `dist/${builtFrom(file)}`),
		...[...outputSchemas().keys()].map((file) => `dist/${file}`),
	]);
}

/** The package must contain the icons that the code names and the modules that it requires, at those paths. */
function brokenReferences({ path: file, content }: TarEntry, files: Map<string, TarEntry>): string[] {
	if (!file.endsWith('.js')) return [];
	const problems: string[] = [];
	const resolve = (reference: string) => path.posix.join(path.posix.dirname(file), reference);
	for (const [, icon = ''] of content.matchAll(/['"]file:([^'"]+)['"]/g)) {
		if (!files.has(resolve(icon))) problems.push(`${file} names the icon ${icon}, which is missing.`);
	}
	for (const [, required = ''] of content.matchAll(/require\(['"](\.[^'"]*)['"]\)/g)) {
		const target = resolve(required);
		const found = ['', '.js', '.json', '/index.js'].some((ending) => files.has(`${target}${ending}`));
		if (!found) problems.push(`${file} requires ${required}, which is missing.`);
	}
	return problems;
}

/** Traces of a broken build in a file: the folder of the build, or a reference to a source map. */
function tracesOfThisMachine({ path: file, content }: TarEntry): string[] {
	const traces = [root, os.tmpdir(), `${os.homedir()}${path.sep}`, 'sourceMappingURL='];
	return traces.filter((trace) => content.includes(trace)).map((trace) => `${file} contains "${trace}".`);
}

function dependencyProblems({ dependencies, optionalDependencies, bundledDependencies }: Manifest): string[] {
	const names = [
		...Object.keys(dependencies ?? {}),
		...Object.keys(optionalDependencies ?? {}),
		...(bundledDependencies ?? []),
	];
	return names.map((name) => `${name} is a runtime dependency, and the package must have none.`);
}
