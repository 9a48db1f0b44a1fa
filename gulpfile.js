const { mkdir, rm, writeFile } = require('node:fs/promises');
const { dirname, join } = require('node:path');

const { dest, parallel, series, src } = require('gulp');
const { require: requireTs } = require('tsx/cjs/api');

const clean = () => rm('dist', { recursive: true, force: true });

/** Compiles the code, and joins the files that are loaded together. `npm run typecheck` checks the types. */
const compile = () => requireTs('./scripts/lib/bundle.ts', __filename).bundle('dist');

/** A JSON file takes the place of the module that computes the description of the operations. */
const description = async () => {
	const { writeDescription } = requireTs('./scripts/lib/derived/description.ts', __filename);
	await writeDescription('dist');
};

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

exports.build = series(clean, parallel(compile, description, icons, codex, schemas));
