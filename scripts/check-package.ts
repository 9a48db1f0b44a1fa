import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { packTarball } from './pack';
import { bold, say } from './progress.cjs';
import { manifest } from './project';
import { readTarball, type TarEntry } from './tarball';

const MAX_UNPACKED_BYTES = 400 * 1024;
/** What may lie beside dist; all but the change log must. */
const TOP_LEVEL = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];
const OPTIONAL = ['CHANGELOG.md'];
/** Kinds of files that have a reason to be in dist: code, codex and output schemas, icons. */
const SHIPPED = /\.(js|json|svg|png)$/;
const NOT_SHIPPED = /(\.test\.js|\.tsbuildinfo|\.map|(^|\/)tsconfig[^/]*\.json)$/;

/** Packs the package and says what a user would get, or what is wrong with it. Returns the exit code. */
export async function main(): Promise<number> {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-pack-'));
	try {
		const entries = readTarball(await packTarball(folder));
		const problems = check(entries);
		report(entries, problems);
		return problems.length === 0 ? 0 : 1;
	} finally {
		fs.rmSync(folder, { recursive: true, force: true });
	}
}

function check(entries: TarEntry[]): string[] {
	const files = new Map(entries.map((entry) => [entry.path, entry]));
	return [
		...unexpectedFiles(files),
		...missingFiles(files),
		...brokenReferences(files),
		...dependencyProblems(),
		...sizeProblem(entries),
	];
}

function unexpectedFiles(files: Map<string, TarEntry>): string[] {
	const expected = (file: string) =>
		TOP_LEVEL.includes(file) || (file.startsWith('dist/') && SHIPPED.test(file) && !NOT_SHIPPED.test(file));
	return [...files.keys()]
		.filter((file) => !expected(file))
		.map((file) => `${file} does not belong into the package.`);
}

function missingFiles(files: Map<string, TarEntry>): string[] {
	const { n8n } = manifest();
	const codex = n8n.nodes.map((node) => node.replace(/\.js$/, '.json'));
	const required = [
		...TOP_LEVEL.filter((file) => !OPTIONAL.includes(file)),
		...n8n.credentials,
		...n8n.nodes,
		...codex,
	];
	return required.filter((file) => !files.has(file)).map((file) => `${file} is missing.`);
}

/** Icons that the code names, and modules it requires, must be in the package at the place it says. */
function brokenReferences(files: Map<string, TarEntry>): string[] {
	const problems: string[] = [];
	for (const { path: file, content } of files.values()) {
		if (!file.endsWith('.js')) continue;
		const resolve = (reference: string) => path.posix.join(path.posix.dirname(file), reference);
		for (const [, icon = ''] of content.matchAll(/['"]file:([^'"]+)['"]/g)) {
			if (!files.has(resolve(icon))) problems.push(`${file} names the icon ${icon}, which is not there.`);
		}
		for (const [, required = ''] of content.matchAll(/require\(['"](\.[^'"]*)['"]\)/g)) {
			const target = resolve(required);
			const found = ['', '.js', '.json', '/index.js'].some((ending) => files.has(`${target}${ending}`));
			if (!found) problems.push(`${file} requires ${required}, which is not there.`);
		}
	}
	return problems;
}

function dependencyProblems(): string[] {
	const { dependencies = {}, optionalDependencies = {}, bundledDependencies = [] } = manifest();
	const names = [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...bundledDependencies];
	return names.map((name) => `${name} is a runtime dependency, and the package must have none.`);
}

function sizeProblem(entries: TarEntry[]): string[] {
	const size = totalSize(entries);
	if (size <= MAX_UNPACKED_BYTES) return [];
	return [`The package is ${kilobytes(size)} unpacked; the limit is ${kilobytes(MAX_UNPACKED_BYTES)}.`];
}

function report(entries: TarEntry[], problems: string[]): void {
	say();
	for (const { path: file, size } of entries) say(`  ${String(size).padStart(7)}  ${file}`);
	say();
	say(
		`${entries.length} files, ${kilobytes(totalSize(entries))} unpacked (limit ${kilobytes(MAX_UNPACKED_BYTES)})`,
	);
	for (const problem of problems) say(`✘ ${problem}`);
	say(
		bold(
			problems.length === 0 ? 'The package is in order.' : `The package has ${problems.length} problem(s).`,
		),
	);
}

function totalSize(entries: TarEntry[]): number {
	return entries.reduce((sum, { size }) => sum + size, 0);
}

function kilobytes(bytes: number): string {
	return `${(bytes / 1024).toFixed(1)} KB`;
}
