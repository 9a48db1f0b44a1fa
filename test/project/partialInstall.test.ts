import fs from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import os from 'node:os';
import path from 'node:path';

import ts from 'typescript';

import { installPart, locationsOf } from '../../scripts/lib/partialInstall.cjs';
import { root } from '../../scripts/lib/project';
import { localPackage } from './localPackages';

const { demo } = JSON.parse(fs.readFileSync(path.join(root, 'scripts/commands.json'), 'utf8')) as {
	demo: { packages: string[] };
};

describe('what a command needs of the lock file', () => {
	const packages = {
		'': {},
		'node_modules/wanted': { dependencies: { shared: '2', 'of-wanted': '1' } },
		'node_modules/wanted/node_modules/shared': { version: '2' },
		'node_modules/of-wanted': { optionalDependencies: { shared: '1' }, peerDependencies: { absent: '1' } },
		'node_modules/shared': { version: '1', dependencies: { 'of-wanted': '1', '@a/b': '1' } },
		'node_modules/@a/b': { dependencies: { c: '1', shared: '3' } },
		'node_modules/@a/b/node_modules/c': { dependencies: { shared: '3' } },
		'node_modules/@a/b/node_modules/shared': { version: '3' },
		'node_modules/other': {},
	};

	it('is found where Node.js finds it, the nearest first', () => {
		expect([...locationsOf(packages, ['wanted'])].sort()).toEqual([
			'node_modules/@a/b',
			'node_modules/@a/b/node_modules/c',
			'node_modules/@a/b/node_modules/shared',
			'node_modules/of-wanted',
			'node_modules/shared',
			'node_modules/wanted',
			'node_modules/wanted/node_modules/shared',
		]);
	});

	it('is refused when it is not there', () => {
		expect(() => locationsOf(packages, ['absent'])).toThrow('package-lock.json has no "absent".');
	});
});

describe('a part of the dependencies', () => {
	let folder: string;

	beforeEach(() => {
		folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-partial-')));
		const devDependencies = {
			one: localPackage(path.join(folder, 'sources'), { name: 'one' }),
			two: localPackage(path.join(folder, 'sources'), { name: 'two' }),
		};
		const own = { name: 'project', version: '1.0.0', devDependencies };
		const write = (file: string, content: object) =>
			fs.writeFileSync(path.join(folder, file), JSON.stringify(content));
		write('package.json', own);
		write('package-lock.json', {
			...{ name: 'project', version: '1.0.0', lockfileVersion: 3, requires: true },
			packages: {
				'': own,
				'node_modules/one': { version: '1.0.0', resolved: devDependencies.one, dev: true },
				'node_modules/two': { version: '1.0.0', resolved: devDependencies.two, dev: true },
			},
		});
	});

	afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

	const installed = () =>
		fs.readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));

	it('is installed alone, and leaves nothing beside it', () => {
		expect(installPart(folder, ['two'])).toBe(true);
		expect(installed()).toEqual(['two']);
		expect(fs.readdirSync(folder).sort()).toEqual([
			'node_modules',
			'package-lock.json',
			'package.json',
			'sources',
		]);
	});

	it('that npm is not content with is told, and leaves nothing', () => {
		fs.rmSync(path.join(folder, 'sources'), { recursive: true });
		expect(installPart(folder, ['two'])).toBe(false);
		expect(fs.readdirSync(folder).sort()).toEqual(['package-lock.json', 'package.json']);
	});
});

describe('the demo', () => {
	/** Packages that the files of the project ask for when they run, from these files on. */
	const packagesFrom = (...entries: string[]): Set<string> => {
		const [packages, files] = [new Set<string>(), new Set<string>(entries)];
		for (const file of files) {
			const source = fs.readFileSync(file, 'utf8');
			const code = file.endsWith('.ts')
				? ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.CommonJS } }).outputText
				: source;
			for (const { fileName: name } of ts.preProcessFile(code, true, true).importedFiles) {
				if (isBuiltin(name)) continue;
				if (name.startsWith('.')) {
					const found = ts.resolveModuleName(name, file, { resolveJsonModule: true }, ts.sys).resolvedModule;
					files.add(found?.resolvedFileName ?? createRequire(file).resolve(name));
				} else packages.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
			}
		}
		return packages;
	};

	it('names every package that it and the build ask for', () => {
		const derived = path.join(root, 'scripts/lib/derived');
		const asked = packagesFrom(
			...['gulpfile.js', 'scripts/run.mjs', 'scripts/demo.ts'].map((file) => path.join(root, file)),
			...fs.readdirSync(derived).map((file) => path.join(derived, file)),
		);
		// The compiler is started as a program, and asks for the types by its settings.
		expect([...new Set([...asked, 'typescript', '@types/node'])].sort()).toEqual(demo.packages);
	});
});
