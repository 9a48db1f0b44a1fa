const { mkdir, rm, writeFile } = require('node:fs/promises');
const { dirname, join } = require('node:path');

const execa = require('execa');
const { dest, parallel, series, src } = require('gulp');
const { require: requireTs } = require('tsx/cjs/api');

const clean = () => rm('dist', { recursive: true, force: true });

/** Each file by itself, in a fifth of the time: `npm run typecheck` looks at the types. */
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

/** What each operation and the trigger give, for the editor to show before a first run. */
const schemas = async () => {
	const { outputSchemas } = requireTs('./scripts/lib/derived/outputSchemas.ts', __filename);
	for (const [path, schema] of outputSchemas()) {
		const file = join('dist', path);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, JSON.stringify(schema));
	}
};

/** What n8n shows of the operations, as JSON in the place of the module that works it out. */
const computed = async () => {
	const { writeComputedModules } = requireTs('./scripts/lib/derived/computedModules.ts', __filename);
	await writeComputedModules('dist');
};

exports.build = series(clean, parallel(series(compile, computed), icons, codex, schemas));
