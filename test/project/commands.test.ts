import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { temporaryFolder } from '../../scripts/lib/folder';
import { manifest, root } from '../../scripts/lib/project';

interface CommandEntry {
	says: string;
	section?: 'maintainers';
	script?: string;
	usage?: string;
}

const commands = JSON.parse(fs.readFileSync(path.join(root, 'scripts', 'commands.json'), 'utf8')) as Record<
	string,
	CommandEntry
>;
const { scripts } = manifest() as unknown as { scripts: Record<string, string> };

const typed = (...args: string[]) =>
	spawnSync(process.execPath, [path.join(root, 'scripts', 'run.mjs'), ...args], { encoding: 'utf8' });

/** Files of scripts/ that a person runs, without extension. */
const files = fs
	.readdirSync(path.join(root, 'scripts'))
	.filter((file) => file.endsWith('.ts'))
	.map((file) => path.basename(file, '.ts'));

it('every command of package.json has a line, and every line a command', () => {
	// npm runs prepublishOnly automatically, and pack would be npm's own.
	const ofPackage = Object.keys(scripts).filter((name) => name !== 'prepublishOnly');
	expect(Object.keys(commands).sort()).toEqual([...ofPackage, 'pack'].sort());
	for (const { says } of Object.values(commands)) expect(says).toMatch(/^.{10,90}[^.]$/);
});

it('the script of each line is the one that package.json runs', () => {
	for (const [name, { script = name }] of Object.entries(commands)) {
		const line = scripts[name];
		if (!line?.startsWith('node scripts/run.mjs')) continue;
		expect(line.split(' ')[2]).toBe(script);
	}
});

it('every script supports --help, with its own text or with its line', () => {
	const entries = Object.entries(commands);
	for (const file of files) {
		const entry = entries.find(([name, { script = name }]) => script === file)?.[1];
		const hasOwn = /\bhelp\b/i.test(fs.readFileSync(path.join(root, 'scripts', `${file}.ts`), 'utf8'));
		expect([file, hasOwn]).toEqual([file, entry?.usage === undefined]);
	}
});

it.each([['help'], ['--help']])('%s lists every command with its line', (word) => {
	const { stdout, status } = typed(word);
	expect(status).toBe(0);
	const lines = stdout.split('\n').map((line) => line.trim().split(/ {2,}/));
	for (const [name, { says }] of Object.entries(commands)) expect(lines).toContainEqual([name, says]);
});

it('the ten that contributors need come first, and those of maintainers under a heading', () => {
	const lines = typed('help')
		.stdout.split('\n')
		.map((line) => line.trim().split(/ {2,}/)[0]);
	const heading = lines.indexOf('For maintainers:');
	const isBefore = (name: string) => lines.indexOf(name) < heading;
	const [others, own] = [
		Object.keys(commands).filter(isBefore),
		Object.keys(commands).filter((name) => !isBefore(name)),
	];
	expect(others).toHaveLength(10);
	expect(own.filter((name) => commands[name]!.section !== 'maintainers')).toEqual([]);
});

it('npm run without a command starts with the one that explains all', () => {
	const [first] = Object.keys(scripts);
	expect([first, scripts[first!]]).toEqual(['help', expect.stringMatching(/ # says .*each command/)]);
	const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
	const { stdout } = spawnSync(npm, ['run', 'help'], { cwd: root, encoding: 'utf8' });
	expect(stdout).toContain(commands.demo!.says);
});

it('an unknown command is reported together with the list of commands', () => {
	const { stderr, status } = typed('pay');
	expect(status).toBe(1);
	expect(stderr).toContain('There is no command "pay".');
	expect(stderr).toContain('  test:fast');
});

describe('in a fresh clone', () => {
	/** Their help lists what the code has, so it needs the dependencies. Only maintainers run these. */
	const COMPUTED = ['bench', 'mutation', 'reliability', 'screenshots'];

	const clone = temporaryFolder('help');
	const inClone = path.join(clone.path, 'scripts');
	beforeAll(() => fs.cpSync(path.join(root, 'scripts'), inClone, { recursive: true }));
	afterAll(() => clone.remove());

	it.each(files.filter((file) => !COMPUTED.includes(file)))('%s --help installs nothing', (file) => {
		const args = [path.join(inClone, 'run.mjs'), file, '--help'];
		const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
		expect([status, stdout.includes('Installing'), stdout.length > 30]).toEqual([0, false, true]);
		expect(fs.readdirSync(clone.path)).toEqual(['scripts']);
	});

	it('the help names the ports that the commands use', () => {
		const portsOf = (file: string) =>
			[...fs.readFileSync(path.join(root, file), 'utf8').matchAll(/^const DEFAULT_\w*PORT = (\d+);/gm)].map(
				([, port]) => port!,
			);
		const [dev, demo] = [portsOf('scripts/dev.ts'), portsOf('test/demo/command.ts')];
		expect([dev.length, demo.length]).toEqual([1, 2]);
		expect(dev.filter((port) => !typed('dev', '--help').stdout.includes(port))).toEqual([]);
		expect(demo.filter((port) => !typed('demo', '--help').stdout.includes(port))).toEqual([]);
	});
});

it.each(['test', 'service', 'audit'])('%s --help describes the command without running it', (name) => {
	const { stdout, status } = typed(name, '--help');
	expect(status).toBe(0);
	expect(stdout.trim().split('\n')).toEqual([commands[name]!.usage, '', commands[name]!.says]);
});
