import { execFileSync } from 'node:child_process';
import path from 'node:path';

import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { RewardsEngagementConsentTrigger } from '../../nodes/RewardsEngagement/consentTrigger/RewardsEngagementConsentTrigger.node';
import { RewardsEngagementPollTrigger } from '../../nodes/RewardsEngagement/pollTrigger/RewardsEngagementPollTrigger.node';
import { RewardsEngagementTrigger } from '../../nodes/RewardsEngagement/trigger/RewardsEngagementTrigger.node';
import { description } from '../../scripts/lib/derived/description';
import { temporaryFolder } from '../../scripts/lib/folder';
import { packageTarball } from '../../scripts/lib/pack';
import { contentsProblems } from '../../scripts/lib/packageContents';
import { manifest, root } from '../../scripts/lib/project';
import { readTarball, unpack } from '../../scripts/lib/tarball';

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
