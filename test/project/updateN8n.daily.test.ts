// Every day, because it installs other versions of n8n. At once: test/project/proposeN8n.test.ts.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { temporaryFolder } from '../../scripts/lib/folder';
import { newestVersions, presentVersions, writeVersions, type Versions } from '../../scripts/lib/n8nVersion';
import { root } from '../../scripts/lib/project';
import { listen, type Listener } from '../harness/http/receiver';

/** `npm run update-n8n`, with npm and pnpm and a small registry on this computer. */

/** The registry responds to requests for this package with an error. */
const AWAY = 'away';

/** The dependencies of each version. */
const PACKAGES: Record<string, Record<string, Record<string, string>>> = {
	n8n: {
		'1.9.0': ofN8n('1.9.0', '1.8.0'),
		'1.10.0': ofN8n('1.10.1', '1.10.0'),
		'1.10.1': ofN8n('1.10.1', '1.10.0'),
		'1.11.0': { ...ofN8n('1.10.1', '1.10.0'), lost: '1.0.0' },
		'1.11.2': ofN8n('1.11.2', '1.10.0'),
		'1.11.3': { ...ofN8n('1.10.1', '1.10.0'), [AWAY]: '1.0.0' },
		'1.11.1-beta.1': {},
		'1.12.0': ofN8n('^1.10.0', '1.10.0'),
	},
	'n8n-core': {
		'1.9.0': { deep: '^1.0.0' },
		'1.10.1': { deep: '^1.1.0' },
		'1.11.2': { other: '7.0.0' },
	},
	'n8n-workflow': { '1.8.0': {}, '1.10.0': {} },
	zod: { '3.0.0': {}, '3.1.0': {} },
	deep: { '1.0.0': {}, '1.0.1': {}, '1.1.0': {} },
	other: { '1.0.0': {}, '1.0.1': {} },
	node: { '22.9.0': {}, '24.9.0': {}, '24.10.0': {}, '26.0.0': {} },
};
/** The versions that the registry recommends. By default the last ones. */
const usual = () => ({ n8n: '1.10.1', other: '1.0.0' });
let tagged: Record<string, string> = usual();

function ofN8n(core: string, workflow: string): Record<string, string> {
	return {
		'n8n-core': core,
		'n8n-workflow': workflow,
		zod: core === '1.9.0' ? '3.0.0' : '3.1.0',
		deep: '^1.0.0',
	};
}

const folder = temporaryFolder('update-n8n');
const before = { ...process.env };
let registry: Listener;

beforeAll(async () => {
	registry = await listen(({ url = '' }, response) => {
		const name = decodeURIComponent(url.slice(1));
		const versions = Object.entries(PACKAGES[name] ?? {}).map(([version, dependencies]) => {
			const dist = {
				tarball: `${registry.url}/${name}/-/${name}-${version}.tgz`,
				integrity: `sha512-${'A'.repeat(86)}==`,
			};
			return [version, { name, version, dependencies, dist }] as const;
		});
		const newest = tagged[name] ?? versions.at(-1)?.[0];
		response.writeHead(name === AWAY ? 503 : versions.length > 0 ? 200 : 404, {
			'content-type': 'application/json',
		});
		response.end(
			JSON.stringify({
				...{ name, 'dist-tags': { latest: newest }, versions: Object.fromEntries(versions) },
				time: Object.fromEntries(versions.map(([version]) => [version, new Date().toISOString()])),
			}),
		);
	});
	// Settings of a user that would stop the command, or change the lock files.
	const settings = {
		registry: registry.url,
		cache: path.join(folder.path, 'npm-cache'),
		'fetch-retries': '0',
		loglevel: 'silent',
		'omit-lockfile-registry-resolved': 'false',
		'min-release-age': '100',
		'minimum-release-age': '100000',
		'frozen-lockfile': 'true',
		lockfile: 'false',
		'lockfile-include-tarball-url': 'true',
		'strict-peer-dependencies': 'true',
		'auto-install-peers': 'false',
	};
	const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
	fs.writeFileSync(path.join(folder.path, 'npmrc'), lines.join(''));
	Object.assign(process.env, {
		npm_config_userconfig: path.join(folder.path, 'npmrc'),
		XDG_CACHE_HOME: path.join(folder.path, 'cache'),
		CI: 'true',
	});
	for (const [name, value] of Object.entries(settings))
		process.env[`npm_config_${name.replaceAll('-', '_')}`] = value;
	project();
	await writeVersions(here, presentVersions(here), temporary(), []);
});
afterAll(async () => {
	for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
	Object.assign(process.env, before);
	await registry.stop();
	folder.remove();
});
beforeEach(() => {
	tagged = usual();
});

const here = path.join(folder.path, 'project');
const read = (file: string) => fs.readFileSync(path.join(here, file), 'utf8');
const temporary = () => fs.mkdtempSync(path.join(folder.path, 'made-'));

/** A project with n8n 1.9.0. */
function project(): void {
	const files: Record<string, object | string> = {
		'package.json': {
			...{ name: 'project', version: '1.0.0', workspaces: ['sandbox'] },
			devDependencies: { 'n8n-core': '1.9.0', 'n8n-workflow': '1.8.0', other: '^1.0.0', zod: '3.0.0' },
		},
		'package-lock.json': { name: 'project', version: '1.0.0', lockfileVersion: 3, packages: {} },
		'.npmrc': 'ignore-scripts=true\n',
		'README.md': 'It is [tested](docs/compatibility.md) with 1.2, 1.5 and 1.9. More text 1.9.\n',
		'sandbox/package.json': { name: 'sandbox', version: '1.0.0', devDependencies: { zod: '*' } },
		'test/n8n/package.json': { name: 'n8n-host', dependencies: { n8n: '1.9.0', node: '24.9.0' } },
		'test/n8n/pnpm-workspace.yaml': 'overrides:\n  deep: 1.0.0\n',
		'test/n8n/pnpm-lock.yaml': "lockfileVersion: '9.0'\n",
	};
	for (const [file, content] of Object.entries(files)) {
		fs.mkdirSync(path.dirname(path.join(here, file)), { recursive: true });
		const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, '\t')}\n`;
		fs.writeFileSync(path.join(here, file), text);
	}
}

/** Every file of the project, by path. */
const contents = () =>
	fs
		.readdirSync(here, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.join(entry.parentPath, entry.name))
		.map((file) => [path.relative(here, file), fs.readFileSync(file, 'utf8')]);

describe('the newest versions', () => {
	const present = () => presentVersions(here);

	it('are those of the registry, with the packages that this n8n depends on and the Node.js of the same line', async () => {
		expect(await newestVersions(here, present())).toEqual({
			...{ n8n: '1.10.1', node: '24.10.0' },
			packages: { 'n8n-core': '1.10.1', 'n8n-workflow': '1.10.0', zod: '3.1.0' },
		});
	});

	it('are the present ones when those are the newest, or newer than what the registry recommends', async () => {
		for (const latest of ['1.10.0', '1.9.0']) {
			tagged.n8n = latest;
			const newest: Versions = {
				...{ n8n: '1.10.0', node: '24.10.0' },
				packages: { 'n8n-core': '1.10.1', 'n8n-workflow': '1.10.0', zod: '3.1.0' },
			};
			expect(await newestVersions(here, newest)).toEqual(newest);
		}
	});

	it('are those of an earlier n8n when the registry lacks a package that the newest one needs, directly or not', async () => {
		const said: string[] = [];
		jest.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
		tagged.n8n = '1.11.2';
		const found = await newestVersions(here, present());
		jest.restoreAllMocks();
		expect(found).toMatchObject({ n8n: '1.10.1', packages: { 'n8n-core': '1.10.1' } });
		const leftOut = said.flatMap(
			(text) => /n8n (\S+) is left out, because .* have (\S+)\./.exec(text)?.slice(1) ?? [],
		);
		expect(leftOut).toEqual(['1.11.2', 'other@7.0.0', '1.11.0', 'lost']);
	});

	it('are not known while the registry does not answer', async () => {
		tagged.n8n = '1.11.3';
		await expect(newestVersions(here, present())).rejects.toThrow(/503/);
	});

	it('can be those of a given n8n, also an earlier one, but no prerelease', async () => {
		expect(await newestVersions(here, { ...present(), n8n: '1.10.1' }, '1.9.0')).toMatchObject({
			n8n: '1.9.0',
			packages: { 'n8n-core': '1.9.0' },
		});
		await expect(newestVersions(here, present(), '1.11.1-beta.1')).rejects.toThrow(
			/must be a number such as/,
		);
	});

	it('are refused when there is no such n8n, or when it leaves the version of a package open', async () => {
		await expect(newestVersions(here, present(), '7.7.7')).rejects.toThrow(/n8n@7\.7\.7[^]*No match found/);
		await expect(newestVersions(here, present(), '1.12.0')).rejects.toThrow(
			'n8n 1.12.0 depends on n8n-core ^1.10.0, which is not one version.',
		);
	});
});

it('a step that fails leaves every file as it was', async () => {
	const unchanged = contents();
	const lost = await newestVersions(here, presentVersions(here), '1.11.0');
	await expect(writeVersions(here, lost, temporary(), [])).rejects.toThrow(/pnpm install failed[^]*lost/);
	const next = await newestVersions(here, presentVersions(here));
	const unknown = { ...next, packages: { ...next.packages, zod: '9.9.9' } };
	await expect(writeVersions(here, unknown, temporary(), [])).rejects.toThrow(/npm install[^]*zod@9\.9\.9/);
	expect(contents()).toEqual(unchanged);
});

it('writes the versions into the manifests, the lock files and the README, and changes nothing else', async () => {
	const old = new Map(contents().map(([file = '', text = '']) => [file, text]));
	tagged.other = '1.0.1';
	await writeVersions(here, await newestVersions(here, presentVersions(here)), temporary(), []);
	expect(
		contents()
			.flatMap(([file = '', text]) => (old.get(file) === text ? [] : [file]))
			.sort(),
	).toEqual(
		[
			'README.md',
			'package-lock.json',
			'package.json',
			'test/n8n/package.json',
			'test/n8n/pnpm-lock.yaml',
		].sort(),
	);
	expect(read('README.md')).toBe(
		'It is [tested](docs/compatibility.md) with 1.2, 1.5 and 1.10. More text 1.9.\n',
	);
	expect(read('package.json')).toBe(
		old.get('package.json')!.replace('1.9.0', '1.10.1').replace('1.8.0', '1.10.0').replace('3.0.0', '3.1.0'),
	);
	expect(presentVersions(here)).toMatchObject({ n8n: '1.10.1', node: '24.10.0' });
	expect(await newestVersions(here, presentVersions(here))).toEqual(presentVersions(here));

	const { packages } = JSON.parse(read('package-lock.json')) as {
		packages: Record<string, { version: string }>;
	};
	const locked = ['n8n-core', 'n8n-workflow', 'zod', 'deep', 'other'].map(
		(name) => packages[`node_modules/${name}`],
	);
	expect(locked.map((entry) => entry?.version)).toEqual(['1.10.1', '1.10.0', '3.1.0', '1.1.0', '1.0.0']);
	const pnpmLock = read('test/n8n/pnpm-lock.yaml');
	for (const name of ['n8n@1.10.1', 'node@24.10.0', 'n8n-core@1.10.1', 'deep@1.0.0'])
		expect(pnpmLock).toContain(`\n  ${name}:\n`);
	for (const lock of [pnpmLock, read('package-lock.json')]) expect(lock).not.toContain(registry.url);
});

it('only the manifests, lock files and results name the n8n of the tests', () => {
	const results = [
		'docs/compatibility.md',
		'docs/poll-trigger.md',
		'docs/scaling.md',
		'test/bench/README.md',
	];
	const manifests = ['package.json', 'package-lock.json', 'test/n8n'];
	const files = [...results, ...manifests].map((file) => `:!${file}`);
	const { n8n } = presentVersions(root);
	// git grep exits with 1 when it finds nothing.
	const found = execFileSync('sh', ['-c', 'git grep -lwF "$0" -- . "$@" || [ $? -eq 1 ]', n8n, ...files], {
		cwd: root,
		encoding: 'utf8',
	});
	expect(found).toBe('');
});
