import { execFileSync } from 'node:child_process';
import path from 'node:path';

import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { RewardsEngagementConsentTrigger } from '../../nodes/RewardsEngagement/consentTrigger/RewardsEngagementConsentTrigger.node';
import { RewardsEngagementPollTrigger } from '../../nodes/RewardsEngagement/pollTrigger/RewardsEngagementPollTrigger.node';
import { RewardsEngagementTrigger } from '../../nodes/RewardsEngagement/trigger/RewardsEngagementTrigger.node';
import { resources } from '../../nodes/RewardsEngagement/resources';
import { description } from '../../scripts/lib/derived/description';
import { temporaryFolder } from '../../scripts/lib/folder';
import { packageTarball } from '../../scripts/lib/pack';
import { manifest, root } from '../../scripts/lib/project';
import { unpack } from '../../scripts/lib/tarball';

const sources = [
	RewardsEngagement,
	RewardsEngagementTrigger,
	RewardsEngagementPollTrigger,
	RewardsEngagementConsentTrigger,
].map((Type) => new Type());

/**
 * Loads the package as n8n does at its start: one object of each node, in a separate process. Then it runs the first
 * node without credentials.
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
	};
	const context = {
		getNodeParameter: (name, _index, fallback) => fallback,
		getCredentials: async () => await Promise.reject(new Error('There are none.')),
	};
	(async () => {
		await nodes[0].execute.call(context).catch(() => {});
		console.log(JSON.stringify({ ...result, afterExecution: loaded() }));
	})();
`;

interface Started {
	descriptions: unknown[];
	lists: string[][];
	/** The files that n8n has loaded after its start, and after the first execution. */
	atStart: string[];
	afterExecution: string[];
}

const RESOURCES = 'dist/nodes/RewardsEngagement/resources';
const indexes = Object.keys(resources).map((name) => `${RESOURCES}/${name}/index.js`);

const folder = temporaryFolder('loading');
let started: Started;

beforeAll(async () => {
	const unpacked = unpack(await packageTarball(folder.path), path.join(folder.path, 'package'));
	const args = ['-e', START, unpacked, ...manifest().n8n.nodes];
	const env = { ...process.env, NODE_PATH: path.join(root, 'node_modules') };
	started = JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' })) as Started;
}, 120_000);

afterAll(() => folder.remove());

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

it('the start of n8n loads the nodes, the description of the operations, and no resource', () => {
	expect(started.atStart).toEqual(
		expect.arrayContaining([...manifest().n8n.nodes, `${RESOURCES}/description.json`]),
	);
	expect(started.atStart.filter((file) => indexes.includes(file))).toEqual([]);
});

it('the start of n8n loads what handles a delivery, so that an update of the package does not take it away', () => {
	const handlers = ['trigger', 'consentTrigger'].map(
		(name) => `dist/nodes/RewardsEngagement/${name}/receive.js`,
	);
	expect(started.atStart).toEqual(expect.arrayContaining(handlers));
});

it('the first execution loads all resources', () => {
	expect(started.afterExecution).toEqual(expect.arrayContaining(indexes));
});
