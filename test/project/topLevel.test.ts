import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { root } from '../../scripts/lib/project';

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const isThere = (file: string) => fs.existsSync(path.join(root, file));
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** The first things that a newcomer sees. */
const MOST_ENTRIES = 24;
const MOST_LINES = 60;

it('the project has few files and folders at its top level', () => {
	const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trimEnd().split('\n');
	const entries = [...new Set(files.map((file) => file.split('/')[0]!))].filter(isThere);
	expect(entries).toEqual(expect.arrayContaining(['AGENTS.md', 'CONTRIBUTING.md', 'README.md', '.vscode']));
	expect(entries.length).toBeLessThanOrEqual(MOST_ENTRIES);
});

describe('AGENTS.md', () => {
	const page = read('AGENTS.md');
	const code = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text]) => text!);

	/** Words in code that name neither a file nor a command. */
	const WORDS = ['effect', 'once', 'n8n-workflow', 'zod', 'node:crypto', 'type(scope): imperative'];

	/** Whether what the page names in code exists: an npm command, the test of a command, or a path. */
	function exists(text: string): boolean {
		const [program, , name = ''] = text.split(' ');
		if (text === 'npm test' || text.startsWith('npm test -- --slow ')) return 'test' in scripts;
		if (text.startsWith('npm run ')) return name in scripts;
		if (program === 'npx') return text.startsWith('npx jest ') && isThere(`${name}.test.ts`);
		return isThere(text);
	}

	it('is short', () => {
		expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES);
	});

	it('names only paths and commands that exist', () => {
		expect(code.length).toBeGreaterThan(30);
		expect(code.filter((text) => !WORDS.includes(text) && !exists(text))).toEqual([]);
	});

	it('names a test file for the tests in a real n8n', () => {
		const [, name] = /`npm test -- --slow (\w+)`/.exec(page)!;
		expect(isThere(`test/e2e/${name}.test.ts`)).toBe(true);
	});

	it('a path or a command that does not exist is noticed', () => {
		const wrong = ['nodes/Other', 'npm run nothing', 'npx jest test/unit/nothing', 'npx rimraf', 'npm start'];
		expect(wrong.filter(exists)).toEqual([]);
	});
});

describe('.vscode/launch.json', () => {
	const { configurations } = JSON.parse(read('.vscode/launch.json')) as {
		configurations: Array<{ program: string; args: string[]; outFiles?: string[] }>;
	};

	it('starts programs that exist: one test file, and the nodes in n8n', () => {
		const programs = configurations.map(({ program }) => program.replace('${workspaceFolder}/', ''));
		expect(programs).toEqual(['node_modules/jest/bin/jest.js', 'scripts/run.mjs']);
		expect(programs.filter((file) => !isThere(file))).toEqual([]);
		expect(configurations[1]!.args.filter((name) => !(name in scripts))).toEqual([]);
	});

	it('finds the source of the nodes in n8n', () => {
		const { compilerOptions } = JSON.parse(read('config/tsconfig.build.json')) as {
			compilerOptions: { outDir: string; sourceMap: boolean };
		};
		expect(compilerOptions).toMatchObject({ outDir: '../dist', sourceMap: true });
		expect(configurations[1]!.outFiles).toEqual(['${workspaceFolder}/dist/**/*.js']);
	});
});
