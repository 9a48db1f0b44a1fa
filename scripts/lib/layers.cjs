/**
 * The arrows of the layout (CONTRIBUTING.md, "Map"): which room may import which, and the ESLint rules that hold them.
 * An import stays in its room or goes to one that is named here. Circles are found by dependency-cruiser.
 */
'use strict';

const path = require('node:path').posix;

/** Files lie at most so many folders below their room. */
const MAX_DEPTH = 4;

const NODES = 'nodes/RewardsEngagement';

/** The rooms of the nodes, from the top floor to the ground: each may import all that stand below its own floor. */
const FLOORS = [
	['trigger', 'pollTrigger', 'consentTrigger'],
	['resources'],
	['run'],
	['fields'],
	['idempotency'],
	['api'],
	['errors'],
	['shared'],
];

/** What n8n gives a package without dependencies at run time. */
const SHIPPED_PACKAGES = ['n8n-workflow', 'zod', 'node:crypto'];

/** What tests run against and with. */
const TESTED = ['nodes', 'credentials', 'sandbox', 'scripts/lib', 'test/fixtures', 'test/harness'];

/** Suites, and what the commands of these names do; none imports another. */
const SUITES = ['unit', 'engine', 'e2e', 'sandbox', 'project', 'reliability', 'compatibility', 'bench'];
const COMMANDS = ['demo', 'mutation', 'screenshots'];

/**
 * A later room stands inside an earlier one, or beside it.
 * @type {import('./layers.cjs').Layer[]}
 */
const layers = [
	// What is a web address is said once, for the nodes and for the credential's test.
	{ room: 'credentials', mayImport: [`${NODES}/shared`], packages: ['n8n-workflow'] },
	{ room: NODES, mayImport: [], packages: SHIPPED_PACKAGES },
	...FLOORS.flatMap((rooms, floor) =>
		rooms.map((name) => ({
			room: `${NODES}/${name}`,
			mayImport: FLOORS.slice(floor + 1)
				.flat()
				.map((below) => `${NODES}/${below}`),
			packages: SHIPPED_PACKAGES,
		})),
	),
	{ room: 'sandbox', mayImport: [] },
	{ room: 'scripts/lib', mayImport: [] },
	// What follows from the declarations of the nodes and the API document: output schemas and tables.
	{ room: 'scripts/lib/derived', mayImport: ['nodes', 'sandbox', 'scripts/lib'] },
	{ room: 'test/fixtures', mayImport: ['nodes', 'sandbox', 'scripts/lib'] },
	{ room: 'test/harness', mayImport: ['sandbox', 'scripts/lib'] },
	...[...SUITES, ...COMMANDS].map((name) => ({ room: `test/${name}`, mayImport: TESTED })),
];

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Matches an import out of a room, as it is written `depth` folders below it, unless it leads where it may. */
function wayOut({ room, mayImport }, depth) {
	const parent = path.dirname(room);
	const allowed = mayImport.map((target) => {
		const way = path.relative(parent, target);
		// The room around this one: anything that does not leave that too.
		return way === '' ? '(?!\\.\\.(?:/|$))' : `${escaped(way)}(?:/|$)`;
	});
	return `^(?:\\.\\./){${depth}}\\.\\.(?:$|/(?!${allowed.join('|') || '(?!)'}))`;
}

function wallOf(layer, depth) {
	const { room, mayImport, packages } = layer;
	const patterns = [
		{
			regex: wayOut(layer, depth),
			message: `${room} may import only ${mayImport.join(', ') || 'what lies in it'}.`,
		},
	];
	if (packages) {
		patterns.push({
			regex: `^(?!\\.{1,2}(?:/|$)|(?:${packages.map(escaped).join('|')})$)`,
			message: `Shipped code may import only ${packages.join(', ')}.`,
		});
	}
	return patterns;
}

/** Configurations of ESLint, without parser or plugins. */
const layerRules = [
	...layers.flatMap((layer) =>
		Array.from({ length: MAX_DEPTH }, (_, depth) => ({
			files: [`${layer.room}/${'*/'.repeat(depth)}*.{ts,cjs,mjs}`],
			rules: { 'no-restricted-imports': ['error', { patterns: wallOf(layer, depth) }] },
		})),
	),
	{
		files: ['scripts/*.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{ patterns: [{ regex: '^\\./(?!lib/)', message: 'A command imports no other command.' }] },
			],
		},
	},
];

module.exports = { layers, layerRules };
