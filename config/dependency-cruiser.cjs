/** Says which folder may import which, as the arrows of the map in CONTRIBUTING.md do. */

const NODES = 'nodes/RewardsEngagement';

/** What keeps everything else going. */
const GROUND = ['api', 'errors.ts', 'shared'];
/** What happens at most once. */
const ONCE = ['once'];

/** What each folder of the nodes may import beside its own files, from the top to the ground. No arrow leads up. */
const ARROWS = {
	node: ['RewardsEngagement.node.ts', ['run', 'resources', 'shared']],
	triggers: [
		'(trigger|pollTrigger|consentTrigger)',
		['resources', 'declare', 'fields', ...ONCE, 'host', ...GROUND],
	],
	resources: ['(resources)', ['declare', 'fields', ...ONCE, 'host', ...GROUND]],
	run: ['(run)', ['declare', 'fields', ...ONCE, 'host', ...GROUND]],
	declare: ['(declare)', ['fields', ...GROUND]],
	fields: ['(fields)', GROUND],
	once: ['(once)', ['host', ...GROUND]],
	host: ['(host)', GROUND],
	api: ['(api)', ['errors.ts', 'shared']],
	errors: ['errors.ts', ['shared']],
	shared: ['(shared)', []],
};

/** The folders that tests use and check. */
const TESTED = ['nodes', 'credentials', 'sandbox', 'scripts/lib', 'test/fixtures', 'test/harness'];

/** Imports of types. They leave no trace in a running test. */
const TYPES = ['type-only', 'type-import'];

/** What a test of behavior may import from the nodes: the nodes themselves, and files with nothing but values. */
const SHOWN = [
	`${NODES}/.+\\.node\\.ts$`,
	`${NODES}/resources/(index|registry|description)\\.ts$`,
	`${NODES}/resources/event/record\\.ts$`,
];

/** What the package assumes about n8n. It is checked for the files in `host/`, so it falls with them. */
const ASSUMPTIONS = 'test/fixtures/host';

/** A pattern for the files of a folder, or for one file. */
const filesOf = (path) => (path.endsWith('.ts') ? `^${path.replace('.', '\\.')}$` : `^${path}/`);

/**
 * Files in `path` may import only from `path` and `mayImport`. There, `$1` is the match of the first group of `path`.
 */
const room = (name, path, mayImport, but) => ({
	name,
	severity: 'error',
	from: { path: filesOf(path), ...(but && { pathNot: `^${but}/` }) },
	to: { dependencyTypes: ['local'], pathNot: mayImport.map(filesOf) },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		{ name: 'no-circle-of-files', severity: 'error', from: {}, to: { circular: true } },
		{ name: 'no-circle-of-folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
		// The nodes and the test of the credential share the check of web addresses.
		room('credentials-import-what-is-shared', 'credentials', ['credentials', `${NODES}/shared`]),
		room('nodes-import-nodes', 'nodes', ['nodes']),
		...Object.entries(ARROWS).map(([name, [from, below]]) =>
			room(
				`${name}-imports-those-below`,
				`${NODES}/${from}`,
				[from.endsWith('.ts') ? from : '$1', ...below].map((one) => `${NODES}/${one}`),
			),
		),
		room('sandbox-imports-sandbox', 'sandbox', ['sandbox']),
		room('library-imports-library', 'scripts/lib', ['scripts/lib'], 'scripts/lib/derived'),
		// Output schemas and tables are generated from the declarations of the nodes and the API document.
		room('derived-imports-nodes-and-sandbox', 'scripts/lib/derived', ['scripts/lib', 'nodes', 'sandbox']),
		room('fixtures-import-nodes-and-sandbox', 'test/fixtures', [
			'test/fixtures',
			'nodes',
			'sandbox',
			'scripts/lib',
		]),
		room('harness-imports-sandbox', 'test/harness', ['test/harness', 'sandbox', 'scripts/lib']),
		room('suite-imports-no-other', 'test/([^/]+)', ['test/$1', ...TESTED], 'test/(fixtures|harness)'),
		{
			name: 'contract-imports-no-inside',
			severity: 'error',
			from: { path: '^test/(engine|e2e|sandbox|project|fixtures|harness)/', pathNot: `^${ASSUMPTIONS}/` },
			to: { path: '^nodes/', pathNot: SHOWN.map((file) => `^${file}`), dependencyTypesNot: TYPES },
		},
		{
			name: 'assumptions-import-host',
			severity: 'error',
			from: { path: `^${ASSUMPTIONS}/` },
			to: { path: '^nodes/', pathNot: `^${NODES}/host/`, dependencyTypesNot: TYPES },
		},
		{
			name: 'assumptions-have-their-own-suites',
			severity: 'error',
			from: {
				path: '^test/',
				pathNot: `^(${ASSUMPTIONS}/|test/compatibility/|test/engine/setup/hostAssumptions\\.test\\.ts$)`,
			},
			to: { path: `^${ASSUMPTIONS}/` },
		},
		{
			name: 'command-imports-no-other',
			severity: 'error',
			from: { path: '^scripts/[^/]+$' },
			to: { path: '^scripts/[^/]+\\.ts$' },
		},
	],
	options: {
		tsPreCompilationDeps: true,
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '(^|/)node_modules/|^dist/' },
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
