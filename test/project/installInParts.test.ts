import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { installInParts, partsOf } from '../../scripts/lib/installInParts.cjs';
import { npmCommand, npmEnvironment } from '../../scripts/lib/npmCommand.cjs';
import { root } from '../../scripts/lib/project';
import { localPackage } from './localPackages';

describe('the parts of the lock file of n8n', () => {
	const lock = path.join(root, 'test/n8n/package-lock.json');
	const { packages } = JSON.parse(fs.readFileSync(lock, 'utf8')) as {
		packages: Record<string, { version: string }>;
	};
	const parts = partsOf(packages, 3);
	const placesOf = (part: object) => Object.keys(part).filter((location) => location !== '');

	it('hold each package once, in the very place and version', () => {
		expect(parts.flatMap(placesOf).sort()).toEqual(placesOf(packages).sort());
		for (const part of parts) {
			for (const location of placesOf(part))
				expect([location, part[location]?.version]).toEqual([location, packages[location]?.version]);
		}
	});

	it('are of much the same size', () => {
		const sizes = parts.map((part) => placesOf(part).length);
		expect(Math.max(...sizes) / Math.min(...sizes)).toBeLessThan(1.5);
	});
});

describe('what is installed in parts', () => {
	let folder: string;
	let own: { name: string; version: string; dependencies: Record<string, string> };
	const args = ['--ignore-scripts'];

	const write = (file: string, content: object) =>
		fs.writeFileSync(path.join(folder, 'manifest', file), JSON.stringify(content));
	const filesBelow = (modules: string) =>
		fs
			.readdirSync(path.join(folder, modules), { recursive: true, withFileTypes: true })
			.filter((entry) => !entry.isDirectory() && entry.name !== '.package-lock.json')
			.map(({ parentPath, name }) => path.relative(path.join(folder, modules), path.join(parentPath, name)))
			.sort();

	beforeEach(() => {
		folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-parts-')));
		const of = path.join(folder, 'packages');
		const one = localPackage(of, { name: 'one', bin: { one: 'one.js' } });
		const two = localPackage(of, { name: '@scope/two' });
		const three = localPackage(of, { name: '@scope/three', bin: { three: 'three.js' } });
		const newer = localPackage(of, { name: 'one', version: '2.0.0', bin: { one: 'new.js' } }, 'newer.tgz');
		own = {
			name: 'host',
			version: '1.0.0',
			dependencies: { one, '@scope/two': two, '@scope/three': three, other: newer },
		};
		fs.mkdirSync(path.join(folder, 'manifest'));
		write('package.json', own);
		write('package-lock.json', {
			...{ name: 'host', version: '1.0.0', lockfileVersion: 3, requires: true },
			packages: {
				'': own,
				'node_modules/@scope/three': {
					version: '1.0.0',
					resolved: three,
					bin: { three: 'three.js' },
					dependencies: { one: newer },
				},
				'node_modules/@scope/three/node_modules/one': {
					version: '2.0.0',
					resolved: newer,
					bin: { one: 'new.js' },
				},
				'node_modules/@scope/two': { version: '1.0.0', resolved: two },
				'node_modules/one': { version: '1.0.0', resolved: one, bin: { one: 'one.js' } },
				'node_modules/other': { name: 'one', version: '2.0.0', resolved: newer, bin: { one: 'new.js' } },
			},
		});
	});

	afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

	it('is what one npm would install', async () => {
		const target = path.join(folder, 'target');
		const installing = installInParts(path.join(folder, 'manifest'), target, args);
		expect(await installing.succeeded).toBe(true);

		const { command, leading } = npmCommand();
		const whole = { cwd: path.join(folder, 'manifest'), env: npmEnvironment() };
		execFileSync(command, [...leading, 'ci', ...args, '--no-audit', '--no-fund'], {
			...whole,
			stdio: 'pipe',
		});
		const files = filesBelow('target/node_modules');
		expect(files).toEqual(filesBelow('manifest/node_modules'));
		expect(files).toEqual(
			expect.arrayContaining([
				'.bin/one',
				'.bin/three',
				'@scope/three/node_modules/one/new.js',
				'one/one.js',
			]),
		);
		expect(fs.readdirSync(target)).toEqual(['node_modules']);

		// npm finds nothing to mend in it.
		for (const file of ['package.json', 'package-lock.json'])
			fs.copyFileSync(path.join(folder, 'manifest', file), path.join(target, file));
		const listed = execFileSync(command, [...leading, 'ls', '--all', '--json'], { ...whole, cwd: target });
		expect(Object.keys((JSON.parse(String(listed)) as { dependencies: object }).dependencies).sort()).toEqual(
			Object.keys(own.dependencies).sort(),
		);
	});

	it('is not there when one of the parts cannot be had', async () => {
		fs.rmSync(path.join(folder, 'packages', 'two.tgz'));
		const target = path.join(folder, 'target');
		expect(await installInParts(path.join(folder, 'manifest'), target, args).succeeded).toBe(false);
		expect(fs.existsSync(path.join(target, 'node_modules'))).toBe(false);
	});

	it('is not taken for that of a package.json that asks for something else', async () => {
		write('package.json', { ...own, dependencies: { ...own.dependencies, more: '1.0.0' } });
		const target = path.join(folder, 'target');
		expect(await installInParts(path.join(folder, 'manifest'), target, args).succeeded).toBe(false);
	});
});
