const { mkdir, rm, writeFile } = require('node:fs/promises');
const { dirname, join } = require('node:path');

const execa = require('execa');
const { dest, parallel, series, src } = require('gulp');
const { require: requireTs } = require('tsx/cjs/api');

const clean = () => rm('dist', { recursive: true, force: true });

/** Compiling file by file takes a fifth of the time. `npm run typecheck` checks the types. */
const compile = () =>
	execa(
		process.execPath,
		[
			...['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'],
			...['--noCheck', '--isolatedModules', '--noResolve'],
		],
		{ stdio: 'inherit' },
	);

const icons = () => src('icons/*.svg').pipe(dest('dist/icons'));

const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));

/** The editor shows these output schemas of the operations and triggers before the first execution. */
const schemas = async () => {
	const { outputSchemas } = requireTs('./scripts/lib/derived/outputSchemas.ts', __filename);
	for (const [path, schema] of outputSchemas()) {
		const file = join('dist', path);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, JSON.stringify(schema));
	}
};

/** Replaces each module that computes descriptions of the operations with a JSON file of its result. */
const computed = async () => {
	const { writeComputedModules } = requireTs('./scripts/lib/derived/computedModules.ts', __filename);
	await writeComputedModules('dist');
};

exports.build = series(clean, parallel(series(compile, computed), icons, codex, schemas));
