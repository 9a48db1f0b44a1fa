import { execFileSync } from 'node:child_process';
import path from 'node:path';

import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { RewardsEngagementConsentTrigger } from '../../nodes/RewardsEngagement/consentTrigger/RewardsEngagementConsentTrigger.node';
import { RewardsEngagementPollTrigger } from '../../nodes/RewardsEngagement/pollTrigger/RewardsEngagementPollTrigger.node';
import { RewardsEngagementTrigger } from '../../nodes/RewardsEngagement/trigger/RewardsEngagementTrigger.node';
import { description } from '../../scripts/lib/derived/description';
import { temporaryFolder } from '../../scripts/lib/folder';
import { packageTarball } from '../../scripts/lib/pack';
import {
	contentsProblems,
	expectedFiles,
	MAX_BYTES,
	MAX_PACKED_BYTES,
	packedSizeProblems,
} from '../../scripts/lib/packageContents';
import { manifest, root } from '../../scripts/lib/project';
import { readTarball, unpack, type TarEntry } from '../../scripts/lib/tarball';

describe('the check of the contents', () => {
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
});

describe('the packed package', () => {
	const sources = [
		RewardsEngagement,
		RewardsEngagementTrigger,
		RewardsEngagementPollTrigger,
		RewardsEngagementConsentTrigger,
	].map((Type) => new Type());

	const NODES = 'dist/nodes/RewardsEngagement';

	/**
	 * Loads the package as n8n does at its start: one object of each node, in a separate process. Then it makes an unsigned
	 * delivery to each webhook, and runs the first node without credentials.
	 */
	const START = `
	const [folder, ...files] = process.argv.slice(1);
	const loaded = () =>
		Object.keys(require.cache)
			.filter((file) => file.startsWith(folder))
			.map((file) => file.slice(folder.length + 1).replaceAll('\\\\', '/'));
	const nodes = files.map((file) => new (Object.values(require(folder + '/' + file))[0])());
	const result = {
		descriptions: nodes.map(({ description }) => description),
		lists: nodes.map(({ methods }) => Object.keys(methods?.listSearch ?? {})),
		atStart: loaded(),
		statuses: [],
	};
	const response = {
		status: (status) => (result.statuses.push(status), response),
		...{ json: () => response, setHeader: () => response, send: () => response, end: () => response },
	};
	const context = {
		getNode: () => ({ id: '1', name: 'Node', parameters: {} }),
		getWorkflow: () => ({ id: '1' }),
		getCredentials: async () => await Promise.reject(new Error('There are none.')),
		getNodeWebhookUrl: () => 'https://n8n.example/webhook',
		getWorkflowStaticData: () => ({}),
		getHeaderData: () => ({}),
		getRequestObject: () => ({ originalUrl: '/webhook', headers: {} }),
		getResponseObject: () => response,
		logger: { info: () => {}, warn: () => {}, error: () => {} },
	};
	(async () => {
		for (const node of nodes) await node.webhook?.call(context);
		result.afterDeliveries = loaded();
		await nodes[0].execute.call(context).catch(() => {});
		console.log(JSON.stringify({ ...result, afterExecution: loaded() }));
	})();
`;

	interface Started {
		descriptions: unknown[];
		lists: string[][];
		/** The files that n8n has loaded after its start, after the deliveries, and after the first execution. */
		atStart: string[];
		afterDeliveries: string[];
		afterExecution: string[];
		/** The status of the response to each delivery. */
		statuses: number[];
	}

	/** What the nodes show, and what handles a delivery. */
	const SHOWN = [`${NODES}/start/index.js`, `${NODES}/resources/description.json`];

	/** The code of all operations, and that of every execution. */
	const RUNNING = ['declare', 'resources', 'run'].map((name) => `${NODES}/${name}/index.js`);

	const folder = temporaryFolder('loading');
	let tarball: string;
	let started: Started;

	beforeAll(async () => {
		tarball = await packageTarball(folder.path);
		const unpacked = unpack(tarball, path.join(folder.path, 'package'));
		const args = ['-e', START, unpacked, ...manifest().n8n.nodes];
		const env = { ...process.env, NODE_PATH: path.join(root, 'node_modules') };
		started = JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' })) as Started;
	}, 120_000);

	afterAll(() => folder.remove());

	it('the package has the files that the source leads to', () => {
		expect(contentsProblems(readTarball(tarball))).toEqual([]);
	});

	it('the description of the operations holds nothing but JSON', () => {
		expect(JSON.parse(JSON.stringify(description))).toEqual(description);
	});

	it('the packed nodes have the descriptions and lists of the source', () => {
		expect(started.descriptions).toEqual(
			sources.map(({ description }) => JSON.parse(JSON.stringify(description)) as unknown),
		);
		expect(started.lists).toEqual(
			sources.map((node) => Object.keys('listSearch' in node.methods ? node.methods.listSearch : {})),
		);
	});

	it('the start of n8n loads the nodes, what they show, and what that needs from the floors below', () => {
		const below = new RegExp(`^${NODES}/(host/\\w+|(api|errors|shared)/index)\\.js$`);
		const others = started.atStart.filter((file) => !below.test(file));
		expect(others.sort()).toEqual([...manifest().n8n.nodes, ...SHOWN].sort());
	});

	it('the start of n8n loads what handles a delivery, so that an update of the package does not take it away', () => {
		expect(started.statuses).toEqual([503, 500]);
		expect(started.afterDeliveries).toEqual(started.atStart);
	});

	it('the first execution loads all operations at once, and no trigger', () => {
		const loaded = started.afterExecution.filter((file) => !started.atStart.includes(file));
		expect(loaded.filter((file) => !file.startsWith(`${NODES}/host/`)).sort()).toEqual(RUNNING);
	});
});
