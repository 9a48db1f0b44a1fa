import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { installationFolder } from '../../scripts/lib/cache.cjs';
import { startEarlyInstall, takeEarlyInstall } from '../../scripts/lib/earlyInstall.cjs';
import { localPackage } from './localPackages';

/** With a package that lies on this disk in the place of n8n: npm needs no registry for it. */

let folder: string;
let manifest: string;
const cacheBefore = process.env.REWARDS_ENGAGEMENT_CACHE;

const write = (file: string, content: object) => {
	fs.mkdirSync(path.dirname(path.join(manifest, file)), { recursive: true });
	fs.writeFileSync(path.join(manifest, file), JSON.stringify(content));
};

beforeEach(() => {
	folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-early-')));
	manifest = path.join(folder, 'manifest');
	process.env.REWARDS_ENGAGEMENT_CACHE = path.join(folder, 'cache');
	const small = localPackage(path.join(folder, 'packages'), { name: 'small' });
	const dependencies = { small };
	write('package.json', { name: 'host', version: '1.0.0', dependencies });
	write('package-lock.json', {
		name: 'host',
		version: '1.0.0',
		lockfileVersion: 3,
		requires: true,
		packages: {
			'': { name: 'host', version: '1.0.0', dependencies },
			'node_modules/small': { version: '1.0.0', resolved: small },
		},
	});
});

afterEach(() => {
	if (cacheBefore === undefined) delete process.env.REWARDS_ENGAGEMENT_CACHE;
	else process.env.REWARDS_ENGAGEMENT_CACHE = cacheBefore;
	fs.rmSync(folder, { recursive: true, force: true });
});

const temporary = () => `${installationFolder(manifest, 'n8n')}.tmp-${process.pid}`;

it('what begins early is there when its turn comes, once', async () => {
	startEarlyInstall(manifest);
	const early = takeEarlyInstall(temporary());
	expect(await early?.succeeded).toBe(true);
	expect(fs.existsSync(path.join(temporary(), 'node_modules/small/package.json'))).toBe(true);
	expect(takeEarlyInstall(temporary())).toBeUndefined();
});

it('an npm that is not content is told, and stays no longer than that', async () => {
	write('package.json', { name: 'host', version: '1.0.0', dependencies: { other: '1.0.0' } });
	startEarlyInstall(manifest);
	expect(await takeEarlyInstall(temporary())?.succeeded).toBe(false);
});

it('one that is stopped ends', async () => {
	startEarlyInstall(manifest);
	const early = takeEarlyInstall(temporary());
	early?.stop();
	expect(await early?.succeeded).toBe(false);
});

it.each(['', '.lock'])('nothing begins where "n8n…%s" is there already', (ending) => {
	fs.mkdirSync(`${installationFolder(manifest, 'n8n')}${ending}`, { recursive: true });
	startEarlyInstall(manifest);
	expect(takeEarlyInstall(temporary())).toBeUndefined();
	expect(fs.existsSync(temporary())).toBe(false);
});
