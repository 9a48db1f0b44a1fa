// Every day, because it installs packages in a clone. At once: test/project/dependencies.test.ts.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';

import { buildSync } from 'esbuild';

import { MANIFEST } from '../../scripts/lib/cache';
import { temporaryFolder } from '../../scripts/lib/folder';
import { installLocked, npmCommand, runInstallScripts } from '../../scripts/lib/npm';
import { program, root } from '../../scripts/lib/project';

interface PackageManifest {
	name: string;
	version?: string;
	scripts?: Record<string, string>;
	dependencies?: Record<string, string>;
	engines?: { node: string };
}

/**
 * Makes a package on this disk, which npm and pnpm can install without a registry.
 *
 * @param folder of the package
 * @param files the files beside package.json, by name
 * @returns the version that asks for it, `file:…`
 */
function localPackage(folder: string, manifest: PackageManifest, files: Record<string, string> = {}): string {
	const { name, version = '1.0.0' } = manifest;
	const file = `${path.basename(name)}-${version}.tgz`;
	const source = path.join(folder, 'package');
	fs.mkdirSync(source, { recursive: true });
	fs.writeFileSync(path.join(source, 'package.json'), JSON.stringify({ version, ...manifest }));
	for (const [name, content] of Object.entries(files)) fs.writeFileSync(path.join(source, name), content);
	execFileSync('tar', ['-czf', path.join(folder, file), '-C', folder, 'package']);
	fs.rmSync(source, { recursive: true });
	return `file:${path.join(folder, file)}`;
}

interface Manifest {
	name: string;
	workspaces: string[];
	dependencies: Record<string, string>;
	devDependencies: Record<string, string>;
}

const readJson = <T>(...way: string[]) => JSON.parse(fs.readFileSync(path.join(root, ...way), 'utf8')) as T;
const own = readJson<Manifest>('package.json');

const folder = temporaryFolder('install');
const here = fs.realpathSync(folder.path);
afterAll(() => folder.remove());

const write = (file: string, content: object | string) => {
	fs.mkdirSync(path.dirname(path.join(here, file)), { recursive: true });
	fs.writeFileSync(path.join(here, file), typeof content === 'string' ? content : JSON.stringify(content));
};
const installed = (place: string) =>
	fs.readdirSync(path.join(here, place, 'node_modules')).filter((name) => !name.startsWith('.'));

describe('the workspaces', () => {
	/** Packages that these files and their imports use at run time. */
	const packagesFrom = (...entryPoints: string[]): Set<string> => {
		const { metafile } = buildSync({
			entryPoints,
			...{ absWorkingDir: root, outdir: here, write: false, logLevel: 'silent' },
			...{ bundle: true, format: 'esm', packages: 'external', metafile: true, platform: 'node' },
		});
		const names = Object.values(metafile.inputs)
			.flatMap(({ imports }) => imports)
			.flatMap(({ path: name, external }) => (external && !isBuiltin(name) ? name : []));
		return new Set(names.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')));
	};
	const namedIn = (workspace: string) =>
		Object.keys(readJson<Manifest>(workspace, 'package.json').devDependencies);

	it('of the demo lists every package that it and the build need', () => {
		const files = ['scripts/lib/writeDist.ts', 'scripts/run.mjs', 'scripts/demo.ts'];
		const asked = packagesFrom(...files.map((file) => path.join(root, file)));
		const { demo } = readJson<{ demo: { workspaces: string[] } }>('scripts/commands.json');
		// pnpm and the compiler run as programs, tsx loads the scripts, and the settings of the compiler name its types.
		const needed = new Set([...asked, 'pnpm', 'tsx', 'typescript', '@types/node']);
		expect([...new Set(demo.workspaces.flatMap(namedIn))].sort()).toEqual([...needed].sort());
	});

	it('of the sandbox lists every package that the sandbox needs', () => {
		expect(namedIn('sandbox')).toEqual([...packagesFrom(path.join(root, 'sandbox/service.ts'))].sort());
	});

	it.each(own.workspaces)(
		'%s takes all versions from the package, and has no additional packages',
		(workspace) => {
			for (const name of namedIn(workspace)) expect(Object.keys(own.devDependencies)).toContain(name);
			const { packages } = readJson<{ packages: object }>('package-lock.json');
			expect(Object.keys(packages).filter((place) => place.startsWith(`${workspace}/node_modules`))).toEqual(
				[],
			);
		},
	);
});

describe('in a fresh clone', () => {
	const run = (command: string) =>
		spawnSync(process.execPath, [path.join(here, 'clone/scripts/run.mjs'), command], { encoding: 'utf8' });

	it('a command that names a workspace installs only its packages, once, and the next command installs all', () => {
		const packages = path.join(here, 'packages');
		const tsx = localPackage(packages, { name: 'tsx' }, { 'cjs.js': '' });
		const other = localPackage(packages, { name: 'other' });
		write('clone/package.json', {
			...{ name: 'clone', version: '1.0.0', workspaces: ['part'] },
			devDependencies: { tsx, other },
		});
		write('clone/part/package.json', { name: 'part', version: '1.0.0', devDependencies: { tsx } });
		write('clone/scripts/commands.json', { small: { says: '', workspaces: ['part'] }, whole: { says: '' } });
		for (const name of ['small', 'whole'])
			write(`clone/scripts/${name}.ts`, `exports.main = () => console.log('${name} ran');`);
		fs.copyFileSync(path.join(root, 'scripts/run.mjs'), path.join(here, 'clone/scripts/run.mjs'));
		const { command, leading } = npmCommand();
		execFileSync(command, [...leading, 'install', '--package-lock-only', '--offline'], {
			cwd: path.join(here, 'clone'),
			stdio: 'pipe',
		});

		const first = run('small');
		expect(first.stdout).toMatch(/only those of this command[^]*small ran/);
		expect(installed('clone').sort()).toEqual(['part', 'tsx']);
		expect(run('small').stdout).toBe('small ran\n');
		expect(run('whole').stdout).toMatch(/Installing the dependencies \(npm ci\)[^]*whole ran/);
		expect(installed('clone').sort()).toEqual(['other', 'part', 'tsx']);
		expect(run('small').stdout).toBe('small ran\n');

		const elsewhere = path.join(here, 'elsewhere');
		fs.renameSync(path.join(here, 'clone/node_modules'), elsewhere);
		fs.symlinkSync(elsewhere, path.join(here, 'clone/node_modules'));
		expect(run('small').stdout).toBe('small ran\n');
		fs.writeFileSync(path.join(elsewhere, '.package-lock.json'), '{ "packages": {} }');
		expect(run('whole').stderr).toContain('Nothing was installed: node_modules is a link');
		expect(fs.readdirSync(elsewhere)).toContain('other');
		fs.rmSync(elsewhere, { recursive: true });
	});
});

describe('the lock files of n8n', () => {
	const folders = execFileSync('git', ['ls-files', 'test/n8n/**package.json', 'test/n8n/package.json'], {
		cwd: root,
		encoding: 'utf8',
	});
	const manifests = [...new Set(folders.trim().split('\n'))].map((file) => path.dirname(file));

	it.each(manifests)('in %s name no registry', (manifest) => {
		for (const file of MANIFEST)
			expect(fs.readFileSync(path.join(root, manifest, file), 'utf8')).not.toMatch(/:\/\/|tarball:/);
	});
});

describe('what pnpm installs', () => {
	const before = { ...process.env };
	const task = { update: jest.fn(), succeed: jest.fn(), fail: jest.fn() };
	const place = () => ({ cwd: path.join(here, 'host'), logFile: path.join(here, 'pnpm.log') });
	const store = path.join(here, 'store');

	beforeAll(() => {
		const packages = path.join(here, 'packages');
		const mark = `node -e "require('fs').writeFileSync('built', '')"`;
		const deep = localPackage(packages, { name: 'deep', engines: { node: '<1' } });
		const extra = localPackage(packages, { name: 'extra' });
		const wanted = localPackage(packages, {
			name: 'wanted',
			scripts: { install: mark },
			dependencies: { deep },
		});
		const others = localPackage(packages, { name: 'others', scripts: { install: mark } });
		write('host/package.json', {
			name: 'host',
			version: '1.0.0',
			dependencies: { wanted, others },
			optionalDependencies: { extra },
		});
		// pnpm can name only packages from a registry, so this allows the scripts of all packages.
		write('host/pnpm-workspace.yaml', 'dangerouslyAllowAllBuilds: true\n');
		const args = [program('pnpm', 'bin/pnpm.cjs'), 'install', '--lockfile-only', '--offline'];
		execFileSync(process.execPath, args, { cwd: place().cwd, stdio: 'pipe' });
		// A workspace in a parent folder, as when a user clones the project into another one.
		write('pnpm-workspace.yaml', "packages: ['**']\nnodeLinker: isolated\n");
		write('package.json', { name: 'above', version: '1.0.0' });
	});
	afterAll(() => {
		for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
		Object.assign(process.env, before);
	});

	/** As if the user had these settings, in a file and in the environment. */
	const prefer = (more: Record<string, string>) => {
		const settings = {
			'node-linker': 'isolated',
			'auto-install-peers': 'false',
			'store-dir': path.join(here, 'elsewhere'),
			'modules-dir': 'elsewhere',
			'package-lock': 'false',
			'engine-strict': 'true',
			dev: 'true',
			optional: 'false',
			lockfile: 'false',
			'enable-modules-dir': 'false',
			...more,
		};
		const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
		write('npmrc', lines.join(''));
		process.env.npm_config_userconfig = path.join(here, 'npmrc');
		for (const [name, value] of Object.entries(settings))
			process.env[`npm_config_${name.replaceAll('-', '_')}`] = value;
	};

	it('is flat for any settings of the user, and has run no script', async () => {
		prefer({ 'ignore-scripts': 'false' });
		await installLocked(store, task, place());
		expect(installed('host').sort()).toEqual(['deep', 'extra', 'others', 'wanted']);
		expect(fs.existsSync(store)).toBe(true);
		expect(fs.readdirSync(here).sort()).not.toContain('elsewhere');
		for (const name of ['wanted', 'others'])
			expect(fs.existsSync(path.join(here, 'host/node_modules', name, 'built'))).toBe(false);
	});

	it('runs the install scripts of one package when it is asked to', async () => {
		prefer({ 'ignore-scripts': 'true' });
		await runInstallScripts('wanted', place());
		expect(fs.existsSync(path.join(here, 'host/node_modules/wanted/built'))).toBe(true);
		expect(fs.existsSync(path.join(here, 'host/node_modules/others/built'))).toBe(false);
	});
});
