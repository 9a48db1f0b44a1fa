/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		{ name: 'no-circle-of-files', severity: 'error', from: {}, to: { circular: true } },
		{ name: 'no-circle-of-folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
	],
	options: {
		tsPreCompilationDeps: true,
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '(^|/)node_modules/|^dist/' },
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
