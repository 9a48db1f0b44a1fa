import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { ESLint } from 'eslint';

import { temporaryFolder } from '../../scripts/lib/folder';
import { linkModules } from '../../scripts/lib/linkModules';
import { LINTERS } from '../../scripts/lib/linters';
import { program, root } from '../../scripts/lib/project';

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const withoutSpace = (text: string) => text.replace(/\s+/g, ' ').trim();
const { n8n, scripts } = JSON.parse(read('package.json')) as {
	n8n: { strict?: boolean };
	scripts: Record<string, string>;
};

/** ESLint with the settings of n8n's tool in `npm run lint`. */
const eslint = new ESLint({ cwd: root, flags: ['unstable_config_lookup_from_file'] });

/** ESLint as a plain `npx n8n-node lint` starts it. It knows only the settings at the top, which n8n dictates. */
const plainEslint = new ESLint({ cwd: root });

/** The rules that this code would break in this file. */
async function rulesBroken(filePath: string, code: string, linter = eslint): Promise<string[]> {
	const results = await linter.lintText(code, { filePath });
	return results.flatMap(({ messages }) => messages.flatMap(({ ruleId }) => ruleId ?? []));
}

it("eslint.config.mjs is the one that n8n's strict mode asks for", () => {
	const official = 'node_modules/@n8n/node-cli/dist/template/templates/shared/default/eslint.config.mjs';
	expect(n8n.strict).toBe(true);
	expect(withoutSpace(read('eslint.config.mjs'))).toBe(withoutSpace(read(official)));
});

it("n8n's rules apply only to the shipped code", async () => {
	const code = "import fs from 'node:fs';\nsetTimeout(() => console.log(fs), 1);\n";
	const found = await rulesBroken('nodes/RewardsEngagement/shared/virtual.ts', code);
	expect(found.sort()).toEqual([
		'@n8n/community-nodes/no-restricted-globals',
		'@n8n/community-nodes/no-restricted-imports',
		'no-console',
	]);
	for (const folder of ['test/unit', 'sandbox', 'scripts'])
		expect(await rulesBroken(`${folder}/virtual.ts`, code)).toEqual([]);
}, 60_000);

it("a plain run of n8n's tool has findings in the folders that docs/releasing.md names", async () => {
	const code = "import fs from 'node:fs';\nexport const here = fs.existsSync('.');\n";
	const [, sentence = ''] =
		/A plain `npx n8n-node lint` in a clone also reads([^.]+)\./.exec(read('docs/releasing.md')) ?? [];
	const folders = [...sentence.matchAll(/`(\w+)\/`/g)].map(([, folder]) => folder!);
	expect(folders.sort()).toEqual(['sandbox', 'scripts', 'test']);
	for (const folder of folders)
		expect(await rulesBroken(`${folder}/virtual.ts`, code, plainEslint)).toEqual([
			'@n8n/community-nodes/no-restricted-imports',
		]);
	const shipped = 'nodes/RewardsEngagement/shared/record.ts';
	expect(await rulesBroken(shipped, read(shipped), plainEslint)).toEqual([]);
}, 60_000);

/**
 * The findings of oxlint, started as in `npm run lint`, for the same code in each of these folders. It is in a copy of
 * the project, because other tests read the project's files at the same time.
 */
function typeRulesBroken(folders: readonly string[], code: string): string[][] {
	const copy = temporaryFolder('strict-mode');
	try {
		linkModules(copy.path);
		fs.mkdirSync(path.join(copy.path, 'config'));
		for (const file of ['config/oxlintrc.json', 'tsconfig.json'])
			fs.copyFileSync(path.join(root, file), path.join(copy.path, file));
		const files = folders.map((folder) => path.join(folder, 'code.ts'));
		for (const file of files) {
			fs.mkdirSync(path.join(copy.path, path.dirname(file)), { recursive: true });
			fs.writeFileSync(path.join(copy.path, file), code);
		}
		const { args } = LINTERS.find(({ what }) => what === 'The rules of the language')!;
		const found = spawnSync(process.execPath, [...args, '--format', 'json', ...files], {
			cwd: copy.path,
			encoding: 'utf8',
		});
		const { diagnostics } = JSON.parse(found.stdout) as {
			diagnostics: Array<{ code: string; filename: string }>;
		};
		const findings = (file: string) => diagnostics.filter(({ filename }) => filename === file);
		return files.map((file) =>
			findings(file)
				.map((one) => one.code)
				.sort(),
		);
	} finally {
		copy.remove();
	}
}

it('a dropped promise and a value of type any are found in the shipped code', () => {
	const code = [
		'async function wait(): Promise<void> {}',
		'export async function work(text: string): Promise<string> {',
		'	wait();',
		'	const value = JSON.parse(text);',
		'	return value.name;',
		'}',
	].join('\n');
	expect(typeRulesBroken(['nodes', 'test/unit'], code)).toEqual([
		[
			'typescript(no-floating-promises)',
			'typescript(no-unsafe-assignment)',
			'typescript(no-unsafe-member-access)',
			'typescript(no-unsafe-return)',
			'typescript(require-await)',
		],
		[
			'typescript(no-floating-promises)',
			'typescript(no-unsafe-member-access)',
			'typescript(no-unsafe-return)',
		],
	]);
}, 60_000);

it('no comment turns a rule off', () => {
	const comment = String.raw`(/\*|//) *(eslint|oxlint)-disable`;
	const search = (...more: string[]) =>
		spawnSync('git', ['grep', '--untracked', '-lE', comment, '--', ...more], { cwd: root, encoding: 'utf8' })
			.stdout;
	// The test of the scan contains such comments in a text, to check that they suppress nothing.
	expect(search('*.ts', '*.[cm]ts', '*.js', '*.[cm]js')).toBe('test/project/scan.test.ts\n');
});

it('"npm run lint" asks our rules and n8n\'s tool', () => {
	const programs = LINTERS.map(({ args }) => args.join(' '));
	expect(programs).toContainEqual(
		expect.stringMatching(
			/eslint\.js -c config\/eslint\.house\.config\.mjs --max-warnings 0 nodes credentials package\.json$/,
		),
	);
	expect(programs).toContainEqual(expect.stringMatching(/n8n-node\.mjs lint$/));
});

it('the package cannot be published manually', () => {
	expect(scripts.prepublishOnly).toBe('n8n-node prerelease');
	const cli = program('@n8n/node-cli', 'bin/n8n-node.mjs');
	const env = { ...process.env, RELEASE_MODE: '' };
	expect(() =>
		execFileSync(process.execPath, [cli, 'prerelease'], { cwd: root, env, stdio: 'pipe' }),
	).toThrow(/Command failed/);
}, 30_000);
