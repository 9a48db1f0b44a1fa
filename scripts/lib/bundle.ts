import fs from 'node:fs';
import path from 'node:path';

import { rollup, type ManualChunkMeta, type Plugin } from 'rollup';
import ts from 'typescript';

import { APART, entryFiles, JOINED, joinedInto, START } from './builtFiles';
import { DESCRIPTION } from './derived/description';
import { root } from './project';

/**
 * Compiles the shipped code and joins the files of each folder. n8n loads few large files faster than many small ones:
 * its start takes half the time, and the first execution a third. What n8n needs at its start is in a separate file, so
 * that it loads nothing else. The code keeps its comments, so that people can compare it with the source. The same
 * source always gives the same files.
 *
 * @param dist the folder for the compiled files
 * @throws for anything that Rollup warns of, such as a file that is missing
 */
export async function bundle(dist: string): Promise<void> {
	const apart = fs.readdirSync(path.join(root, APART)).map((file) => `${APART}${path.parse(file).name}`);
	const built = await rollup({
		input: Object.fromEntries([...entryFiles(), ...apart].map((file) => [file, sourceOf(file)])),
		plugins: [typescript],
		onwarn: ({ message }) => {
			throw new Error(message);
		},
	});
	let atStart: Set<string> | undefined;
	await built.write({
		dir: dist,
		format: 'cjs',
		exports: 'named',
		interop: 'default',
		esModule: false,
		externalLiveBindings: false,
		freeze: false,
		generatedCode: { constBindings: true, objectShorthand: true },
		hoistTransitiveImports: false,
		dynamicImportInCjs: false,
		entryFileNames: '[name].js',
		chunkFileNames: JOINED,
		manualChunks: (file, modules) => {
			const source = inProject(file);
			if (modules.getModuleInfo(file)?.isEntry) return source.replace(/\.ts$/, '');
			atStart ??= filesOfStart(apart, modules);
			return atStart.has(file) ? START : joinedInto(source);
		},
	});
	await built.close();
}

/**
 * What goes into the file of the start. This file imports the files that stay apart. If it also had what they import,
 * they would import each other in a circle. So the folders that these files import from have their own joined files.
 */
function filesOfStart(apart: string[], modules: ManualChunkMeta): Set<string> {
	const joined = (file: string) => joinedInto(inProject(file));
	const below = new Set([...withImported(apart, modules)].map(joined));
	return new Set([...withImported(entryFiles(), modules)].filter((file) => !below.has(joined(file))));
}

/** These files and what they import, directly or not, without what they import at the first use. */
function withImported(files: string[], { getModuleInfo }: ManualChunkMeta): Set<string> {
	const found = new Set(files.map(sourceOf));
	for (const file of found)
		for (const imported of getModuleInfo(file)?.importedIds ?? []) found.add(imported);
	return found;
}

const sourceOf = (file: string) => path.join(root, `${file}.ts`);

const inProject = (file: string) => path.relative(root, file).replaceAll(path.sep, '/');

const compilerOptions: ts.CompilerOptions = {
	target: ts.ScriptTarget.ES2022,
	module: ts.ModuleKind.ES2022,
};

/** Finds the files that TypeScript finds, and compiles each without its types: `npm run typecheck` checks them. */
const typescript: Plugin = {
	name: 'typescript',
	resolveId(source, importer) {
		if (!importer) return source;
		if (!source.startsWith('.')) return { id: source, external: true };
		const module = path.resolve(path.dirname(importer), source);
		if (inProject(module) === DESCRIPTION) return { id: `${module}.json`, external: true };
		return [`${module}.ts`, path.join(module, 'index.ts')].find((file) => fs.existsSync(file));
	},
	load: (file) => ts.transpileModule(fs.readFileSync(file, 'utf8'), { compilerOptions }).outputText,
};
