import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { RewardsEngagementConsentTrigger } from '../../nodes/RewardsEngagement/consentTrigger/RewardsEngagementConsentTrigger.node';
import { RewardsEngagementPollTrigger } from '../../nodes/RewardsEngagement/pollTrigger/RewardsEngagementPollTrigger.node';
import { RewardsEngagementTrigger } from '../../nodes/RewardsEngagement/trigger/RewardsEngagementTrigger.node';
import { resources } from '../../nodes/RewardsEngagement/resources';
import type { Resource } from '../../nodes/RewardsEngagement/run/resource';
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

/**
 * Loads the package as n8n does at its start: one object of each node, in a separate process. Then it loads the first
 * node again for each use, and runs it without credentials.
 */
const START = `
	const [folder, ...files] = process.argv.slice(1);
	const start = () => files.map((file) => new (Object.values(require(folder + '/' + file))[0])());
	const own = () => Object.keys(require.cache).filter((file) => file.startsWith(folder));
	const loaded = () => own().map((file) => file.slice(folder.length + 1).replaceAll('\\\\', '/'));
	const use = async (run) => {
		for (const file of own()) delete require.cache[file];
		const before = (start(), loaded());
		await run(start()[0]).catch(() => {});
		return loaded().filter((file) => !before.includes(file));
	};
	const contextOf = (resource) => ({
		getNodeParameter: (name, _index, fallback) => (name === 'resource' ? resource : fallback),
		getCredentials: async () => await Promise.reject(new Error('There are none.')),
	});
	const nodes = start();
	const result = {
		descriptions: nodes.map(({ description }) => description),
		lists: nodes.map(({ methods }) => Object.keys(methods?.listSearch ?? {})),
		loaded: loaded(),
		run: {},
		listed: {},
	};
	const { properties } = nodes[0].description;
	const choices = properties.find(({ name }) => name === 'resource').options.map(({ value }) => value);
	(async () => {
		for (const resource of [...choices, '={{ $json.resource }}'])
			result.run[resource] = await use((node) => node.execute.call(contextOf(resource)));
		for (const name of result.lists[0])
			result.listed[name] = await use((node) => node.methods.listSearch[name].call(contextOf()));
		console.log(JSON.stringify(result));
	})();
`;

interface Started {
	descriptions: unknown[];
	lists: string[][];
	loaded: string[];
	/** What the first execution loads, by the resource that the node has. */
	run: Record<string, string[]>;
	/** What the first use of a list loads. */
	listed: Record<string, string[]>;
}

const NODES = 'dist/nodes/RewardsEngagement';

/** The folders with the code of every execution. */
const RUNNERS = ['api', 'errors', 'fields', 'host', 'idempotency', 'resources', 'run', 'shared'];

/** The resources whose fields, paths or requests another one uses. They are loaded with it. */
const USES: Record<string, string[]> = {
	activation: ['member'],
	activationConfig: ['activation'],
	collection: ['nft', 'activation'],
	member: ['account', 'currency'],
	memberCredential: ['member', 'currency'],
	memberWeb3: ['activation', 'member', 'nft'],
	nft: ['activation'],
	quest: ['task', 'taskAction', 'taskCondition', 'taskTransition', 'taskTrigger', 'member'],
	raffle: ['member', 'storeItem'],
	realm: ['consent', 'member', 'purchase', 'quest', 'webhook'],
	storeItem: ['member', 'purchase'],
	taskAction: ['task'],
	taskCondition: ['task'],
	taskTransition: ['task'],
	taskTrigger: ['task'],
	token: ['nft'],
	wallet: ['nft', 'token'],
};

/** The resource, and those that it uses, directly or not. */
function withUsed(resource: string): string[] {
	const all = new Set([resource]);
	for (const one of all) for (const used of USES[one] ?? []) all.add(used);
	return [...all].sort();
}

const resourcesIn = (files: string[] = []) =>
	files.flatMap((file) => new RegExp(`^${NODES}/resources/(\\w+)/`).exec(file)?.[1] ?? []).sort();

const folder = temporaryFolder('loading');
let started: Started;
let unpacked: string;
let packedResources: unknown;

const env = { ...process.env, NODE_PATH: path.join(root, 'node_modules') };

beforeAll(async () => {
	unpacked = unpack(await packageTarball(folder.path), path.join(folder.path, 'package'));
	const args = ['-e', START, unpacked, ...manifest().n8n.nodes];
	started = JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' })) as Started;
	const file = path.join(unpacked, NODES, 'start/index.js');
	packedResources = JSON.parse(
		execFileSync(process.execPath, ['-e', OUTLINE, file], { env, encoding: 'utf8', maxBuffer: 1e9 }),
	);
}, 120_000);

/** A value as JSON, with the names of its functions, without the ending that Rollup gives to equal names. */
function outlineOf(value: unknown): string {
	return JSON.stringify(value, (_key, held: unknown) => {
		if (typeof held === 'function') return `function ${held.name.replace(/\$\d+$/, '')}`;
		return held instanceof RegExp ? String(held) : held;
	});
}

/** The resources of the package, as JSON. */
const OUTLINE = `
	const outlineOf = ${outlineOf.toString()};
	const loaded = Object.entries(require(process.argv[1]).loaders).map(async ([name, load]) => [name, await load()]);
	Promise.all(loaded).then((entries) => console.log(outlineOf(Object.fromEntries(entries))));
`;

afterAll(() => folder.remove());

it.each([...computedModules])('%s holds nothing but JSON', (_module, values) => {
	expect(JSON.parse(JSON.stringify(values))).toEqual(values);
});

it('the packed nodes have the descriptions and lists of the source', () => {
	expect(started.descriptions).toEqual(
		sources.map(({ description }) => JSON.parse(JSON.stringify(description)) as unknown),
	);
	expect(started.lists).toEqual(
		sources.map((node) => Object.keys('listSearch' in node.methods ? node.methods.listSearch : {})),
	);
});

it('the start of n8n loads the nodes, and one file for all that they show', () => {
	const shown = [`${NODES}/start/index.js`, `${NODES}/resources/description.json`];
	expect(started.loaded.sort()).toEqual([...manifest().n8n.nodes, ...shown].sort());
});

it.each(Object.keys(resources))(
	'the first execution with %s loads no resource that it does not use',
	(name) => {
		expect(resourcesIn(started.run[name])).toEqual(withUsed(name));
	},
);

it('the first execution loads no trigger', () => {
	const folders = (started.run.member ?? []).map((file) => file.slice(NODES.length + 1).split('/')[0]);
	expect([...new Set(folders)].sort()).toEqual(RUNNERS);
});

it('an execution that chooses the resource by an expression loads all resources', () => {
	expect(resourcesIn(started.run['={{ $json.resource }}'])).toEqual(Object.keys(resources).sort());
});

it('a list loads the resource that it belongs to', () => {
	const owners = Object.entries<Resource>(resources).flatMap(([name, { listSearch = {} }]) =>
		Object.keys(listSearch).map((list) => [list, withUsed(name)]),
	);
	const listed = Object.entries(started.listed).map(([list, files]) => [list, resourcesIn(files)]);
	expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(owners));
	expect(listed.length).toBeGreaterThan(10);
});

describe('what only the editor shows', () => {
	const LOOKS: Readonly<Record<string, string[]>> = {
		resource: ['description'],
		operation: ['action', 'description', 'source'],
		property: ['description', 'hint', 'placeholder'],
		options: ['description'],
		modes: ['hint', 'placeholder'],
	};

	/** The names in these are no places. */
	const MEMBERS: Readonly<Record<string, string>> = { resources: 'resource', operations: 'operation' };

	/** @param place the name of the member that holds the value, or the list with it */
	function withoutLooks(value: unknown, place: string): unknown {
		if (Array.isArray(value)) return value.map((one) => withoutLooks(one, place));
		if (typeof value !== 'object' || value === null) return value;
		const entries = Object.entries(value).filter(([name]) => !LOOKS[place]?.includes(name));
		return Object.fromEntries(
			entries.map(([name, held]) => [name, withoutLooks(held, MEMBERS[place] ?? name)]),
		);
	}

	it('is all that the packed operations lack', () => {
		const source = JSON.parse(outlineOf(resources)) as unknown;
		expect(withoutLooks(packedResources, 'resources')).toEqual(withoutLooks(source, 'resources'));
		expect(packedResources).not.toEqual(source);
	});

	it('is all that the packed code lacks of the texts of the source, and the editor still gets it', () => {
		const source = Object.values<Resource>(resources).flatMap(({ operations }) =>
			Object.values(operations).map((operation) => operation.source),
		);
		const shown = [...textsIn(`(${read(path.join(unpacked, NODES, 'resources/description.json'))})`)].join(
			'\n',
		);
		const packed = textsOf(path.join(unpacked, 'dist'), '.js');
		const lacking = [...textsOf(path.join(root, 'nodes'), '.ts')].filter((text) => !packed.has(text));
		expect(lacking.length).toBeGreaterThan(300);
		expect(lacking.filter((text) => !shown.includes(text) && !source.includes(text))).toEqual([]);
	});
});

const read = (file: string) => fs.readFileSync(file, 'utf8');

/** The texts in the code of a folder. */
function textsOf(where: string, ending: string): Set<string> {
	const files = fs.readdirSync(where, { recursive: true, encoding: 'utf8' });
	return new Set(
		files
			.filter((file) => file.endsWith(ending))
			.flatMap((file) => [...textsIn(read(path.join(where, file)))]),
	);
}

/** The texts in code, and the parts of those with expressions. */
function textsIn(code: string): Set<string> {
	const texts = new Set<string>();
	const visit = (node: ts.Node): void => {
		if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
		if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return;
		if (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)) texts.add(node.text);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('code.ts', code, ts.ScriptTarget.ES2022));
	return texts;
}
