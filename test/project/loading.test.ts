import { execFileSync } from 'node:child_process';
import path from 'node:path';

import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { RewardsEngagementConsentTrigger } from '../../nodes/RewardsEngagement/consentTrigger/RewardsEngagementConsentTrigger.node';
import { RewardsEngagementPollTrigger } from '../../nodes/RewardsEngagement/pollTrigger/RewardsEngagementPollTrigger.node';
import { RewardsEngagementTrigger } from '../../nodes/RewardsEngagement/trigger/RewardsEngagementTrigger.node';
import { computedModules } from '../../scripts/lib/derived/computedModules';
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

/** Loads the package as n8n does at its start: one object of each node, in a separate process. */
const START = `
	const [folder, ...files] = process.argv.slice(1);
	const nodes = files.map((file) => new (Object.values(require(folder + '/' + file))[0])());
	const own = Object.keys(require.cache).filter((file) => file.startsWith(folder));
	console.log(JSON.stringify({
		descriptions: nodes.map(({ description }) => JSON.stringify(description)),
		lists: nodes.map(({ methods }) => Object.keys(methods?.listSearch ?? {})),
		loaded: own.map((file) => file.slice(folder.length + 1).replaceAll('\\\\', '/')),
	}));
`;

interface Started {
	descriptions: string[];
	lists: string[][];
	loaded: string[];
}

const folder = temporaryFolder('loading');
let started: Started;

beforeAll(async () => {
	const unpacked = unpack(await packageTarball(folder.path), path.join(folder.path, 'package'));
	const env = { ...process.env, NODE_PATH: path.join(root, 'node_modules') };
	const args = ['-e', START, unpacked, ...manifest().n8n.nodes];
	started = JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' })) as Started;
}, 120_000);

afterAll(() => folder.remove());

it.each([...computedModules])('%s holds nothing but JSON', (_module, values) => {
	expect(JSON.parse(JSON.stringify(values))).toEqual(values);
});

it('the packed nodes have the descriptions and lists of the source', () => {
	expect(started.descriptions).toEqual(sources.map(({ description }) => JSON.stringify(description)));
	expect(started.lists).toEqual(
		sources.map((node) => Object.keys('listSearch' in node.methods ? node.methods.listSearch : {})),
	);
});

it('the start of n8n loads no operation, and no code that runs one', () => {
	const [first = ''] = manifest().n8n.nodes;
	expect(started.loaded).toContain(first);
	const isWork = /\/(?:api|run)\/|\/resources\/(?:registry|index|\w+\/index)\.js$|\/(?:receive|poll)\.js$/;
	expect(started.loaded.filter((file) => isWork.test(file))).toEqual([]);
});
