import {
	contentsProblems,
	expectedFiles,
	MAX_BYTES,
	MAX_PACKED_BYTES,
	packedSizeProblems,
} from '../../scripts/lib/packageContents';
import { manifest, root } from '../../scripts/lib/project';
import type { TarEntry } from '../../scripts/lib/tarball';

const entry = (path: string, content = ''): TarEntry => ({
	path,
	content,
	size: content.length,
	mode: '000644',
});

const package_ = [...expectedFiles()].map((path) => entry(path));
const [anIcon = ''] = [...expectedFiles()].filter((path) => path.endsWith('.svg'));
const NODE = 'dist/nodes/RewardsEngagement/RewardsEngagement.node.js';

const without = (path: string) => package_.filter((other) => other.path !== path);
const withContent = (path: string, content: string) => [...without(path), entry(path, content)];

it('reports nothing for a package with the expected files', () => {
	expect(contentsProblems(package_)).toEqual([]);
	expect([...expectedFiles()]).toEqual(
		expect.arrayContaining([NODE, 'dist/nodes/RewardsEngagement/RewardsEngagement.node.json', 'LICENSE']),
	);
});

it.each([
	['a test', 'dist/test/unit/retry.test.js'],
	['a source map', `${NODE}.map`],
	['a declaration', 'dist/nodes/RewardsEngagement/RewardsEngagement.node.d.ts'],
	['a source file', 'nodes/RewardsEngagement/RewardsEngagement.node.ts'],
	['build information', 'dist/tsconfig.tsbuildinfo'],
	['a module of a source file that is gone', 'dist/nodes/RewardsEngagement/gone/index.js'],
	['settings', '.npmrc'],
])('refuses %s', (_what, path) => {
	expect(contentsProblems([...package_, entry(path)])).toEqual([`${path} does not belong in the package.`]);
});

it.each([
	'CHANGELOG.md',
	'dist/nodes/RewardsEngagement/start/index.js',
	'dist/nodes/RewardsEngagement/trigger/index.js',
	'dist/nodes/RewardsEngagement/resources/description.json',
	'dist/nodes/RewardsEngagement/host/processMemory.js',
	anIcon,
])('reports %s when it is missing', (path) => {
	expect(contentsProblems(without(path))).toContain(`${path} is missing.`);
});

it('reports a missing node of package.json', () => {
	expect(contentsProblems(without(NODE))).toEqual([
		`${NODE} is missing.`,
		`package.json names ${NODE}, which is missing.`,
	]);
});

it('follows what the code requires, and the icons that it names', () => {
	const code = `require('./gone'); require('./trigger/index.js'); icon = 'file:../../icons/gone.svg'`;
	expect(contentsProblems(withContent(NODE, code))).toEqual([
		`${NODE} names the icon ../../icons/gone.svg, which is missing.`,
		`${NODE} requires ./gone, which is missing.`,
	]);
});

it.each([`${root}/nodes`, '//# sourceMappingURL=receive.js.map'])('finds the trace %s', (trace) => {
	expect(contentsProblems(withContent(NODE, trace)).join()).toContain(`${NODE} contains "`);
});

it('allows no dependency of any kind', () => {
	const dependent = {
		...manifest(),
		dependencies: { axios: '1' },
		optionalDependencies: { ws: '1' },
		bundledDependencies: ['zod'],
	};
	expect(contentsProblems(package_, dependent)).toHaveLength(3);
});

it('limits the unpacked size', () => {
	expect(contentsProblems(withContent(NODE, 'x'.repeat(MAX_BYTES)))).toEqual([]);
	expect(contentsProblems(withContent(NODE, 'x'.repeat(MAX_BYTES + 1)))).toHaveLength(1);
});

it('limits the packed size', () => {
	expect(packedSizeProblems(MAX_PACKED_BYTES)).toEqual([]);
	expect(packedSizeProblems(MAX_PACKED_BYTES + 1)).toHaveLength(1);
});
