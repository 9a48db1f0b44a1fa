const { createHash } = require('node:crypto');
const fs = require('node:fs');

const esbuild = require('esbuild');

/** @type {import('esbuild').TransformOptions} */
const OPTIONS = {
	loader: 'ts',
	format: 'cjs',
	platform: 'node',
	target: 'es2022',
	// Node.js runs `import()` only in a module that Jest has linked. As `require` it uses Jest's own registry.
	supported: { 'dynamic-import': false },
	sourcemap: 'external',
	sourcesContent: false,
};

const OURS = [esbuild.version, fs.readFileSync(__filename, 'utf8')];

/**
 * Converts a TypeScript file to CommonJS without checking its types: `npm run typecheck` does that for all files at
 * once. esbuild moves every import to the top, so a file that must act before its imports imports a module for that.
 */
module.exports = {
	process(source, file) {
		const { code, map } = esbuild.transformSync(source, { ...OPTIONS, sourcefile: file });
		return { code, map };
	},
	/** Jest caches the result until this key changes. */
	getCacheKey(source, file, { instrument }) {
		const hash = createHash('sha256');
		for (const part of [...OURS, source, file, String(instrument)]) hash.update(part).update('\0');
		return hash.digest('hex');
	},
};
