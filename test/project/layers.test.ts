import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

import { LINTERS } from '../../scripts/lib/linters';
import { layerRules, layers } from '../../scripts/lib/layers.cjs';
import { program, root } from '../../scripts/lib/project';

const eslint = new ESLint({
	cwd: root,
	overrideConfigFile: true,
	overrideConfig: [{ files: ['**/*.ts'], languageOptions: { parser: tseslint.parser } }, ...layerRules],
});

/** Which of these imports the rules refuse in a file that need not exist. */
async function refused(file: string, specifiers: string[]): Promise<string[]> {
	const code = specifiers.map((specifier) => `import '${specifier}';\n`).join('');
	const [result] = await eslint.lintText(code, { filePath: path.join(root, file) });
	return result!.messages.map(({ line }) => specifiers[line - 1]!);
}

const rooms = layers.map(({ room }) => room);
const targets = [...rooms, 'nodes/RewardsEngagement/RewardsEngagement.node', 'scripts/audit', 'jest.config'];

const isWithin = (target: string, folder: string) => target === folder || target.startsWith(`${folder}/`);

it.each(layers)(
	'$room imports only its own files and $mayImport, however deep a file lies',
	async (layer) => {
		const others = targets.filter((target) => !isWithin(target, layer.room));
		const isAllowed = (target: string) => layer.mayImport.some((folder) => isWithin(target, folder));
		for (const folder of ['', '/one', '/one/two']) {
			const way = (target: string) => {
				const relative = path.posix.relative(layer.room + folder, `${target}/file`);
				return relative.startsWith('.') ? relative : `./${relative}`;
			};
			const forbidden = others.filter((target) => !isAllowed(target)).map(way);
			const allowed = [layer.room, ...others.filter(isAllowed)].map(way);
			expect(forbidden.length).toBeGreaterThan(0);
			const file = `${layer.room}${folder}/virtual.ts`;
			expect(await refused(file, [...forbidden, ...allowed])).toEqual(forbidden);
		}
	},
);

it('a command imports what it likes, but no other command', async () => {
	const allowed = ['./lib/pack', '../nodes/x', '../sandbox/x', '../test/harness/x', '../test/bench/x'];
	expect(await refused('scripts/virtual.ts', [...allowed, './audit'])).toEqual(['./audit']);
});

it.each([
	'nodes/RewardsEngagement',
	'nodes/RewardsEngagement/api',
	'nodes/RewardsEngagement/resources/member',
])('%s imports no package but those that n8n gives it', async (folder) => {
	const given = ['n8n-workflow', 'zod', 'node:crypto'];
	const others = ['axios', 'node:fs', 'crypto', 'n8n-core', 'zod/v4', 'n8n-workflow/dist/x'];
	expect(await refused(`${folder}/virtual.ts`, [...given, ...others])).toEqual(others);
});

it('every folder of code is a room, and every room a folder', () => {
	const isToCome = (room: string) => room === 'nodes/RewardsEngagement/pollTrigger';
	const files = execFileSync('git', ['ls-files', 'nodes', 'test', 'scripts'], {
		cwd: root,
		encoding: 'utf8',
	});
	const folders = new Set(
		files.split('\n').flatMap((file) => {
			const [top, ...rest] = file.split('/');
			const depth = top === 'nodes' ? 2 : 1;
			return rest.length > depth ? [[top, ...rest.slice(0, depth)].join('/')] : [];
		}),
	);
	// The lock files of the n8n that are installed.
	folders.delete('test/n8n');
	expect([...folders].filter((folder) => !rooms.includes(folder))).toEqual([]);
	const isThere = (room: string) => fs.existsSync(path.join(root, room));
	expect(rooms.filter((room) => !isThere(room) && !isToCome(room))).toEqual([]);
});

it('"npm run lint" holds all of it, and looks for circles', () => {
	for (const [file, rule] of [
		['nodes/RewardsEngagement/api/client.ts', 'nodes/RewardsEngagement/api may import only'],
		['scripts/audit.ts', 'A command imports no other command'],
	] as const) {
		const args = [
			program('eslint', 'bin/eslint.js'),
			'-c',
			'eslint.house.config.mjs',
			'--print-config',
			file,
		];
		expect(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })).toContain(rule);
	}
	expect(LINTERS.map(({ args }) => args.join(' '))).toContainEqual(
		expect.stringMatching(/dependency-cruise\.mjs nodes credentials sandbox test scripts$/),
	);
});

describe('a circle', () => {
	let folder = '';
	beforeAll(() => {
		folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-circle-'));
		fs.writeFileSync(path.join(folder, 'tsconfig.json'), '{}');
	});
	afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

	function cruise(files: Record<string, string>) {
		for (const [file, imported] of Object.entries(files)) {
			fs.mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
			fs.writeFileSync(
				path.join(folder, file),
				`import type { X } from '${imported}';\nexport type Y = X;\n`,
			);
		}
		const config = path.join(root, '.dependency-cruiser.cjs');
		const cli = program('dependency-cruiser', 'bin/dependency-cruise.mjs');
		const { stdout, status } = spawnSync(process.execPath, [cli, 'test', '--config', config], {
			cwd: folder,
			encoding: 'utf8',
		});
		fs.rmSync(path.join(folder, 'test'), { recursive: true });
		return { status, stdout };
	}

	it('of files is found, of types too', () => {
		const { status, stdout } = cruise({ 'test/one.ts': './other', 'test/other.ts': './one' });
		expect(status).not.toBe(0);
		expect(stdout).toContain('no-circle-of-files');
	});

	it('of folders is found without one of files', () => {
		const { status, stdout } = cruise({
			'test/one/a.ts': '../other/b',
			'test/other/b.ts': 'fs',
			'test/other/c.ts': '../one/d',
			'test/one/d.ts': 'fs',
		});
		expect(status).not.toBe(0);
		expect(stdout).toContain('no-circle-of-folders');
		expect(stdout).not.toContain('no-circle-of-files');
	});

	it('is not seen where there is none', () => {
		const { status } = cruise({ 'test/one/a.ts': '../other/b', 'test/other/b.ts': 'fs' });
		expect(status).toBe(0);
	});
});
