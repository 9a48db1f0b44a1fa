import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.join(__dirname, '..', '..');
const run = promisify(execFile);

/** A packed node that breaks rules and suppresses them in comments. */
const SUPPRESSED = `/* eslint-disable */
"use strict";
// eslint-disable-next-line no-console
console.log(process.env.SECRET);
setTimeout(() => undefined, 1);
require('axios');
`;

let folder: string;

beforeAll(() => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-scan-test-'));
	const code = path.join(folder, 'dist', 'nodes', 'Bad', 'Bad.node.js');
	fs.mkdirSync(path.dirname(code), { recursive: true });
	fs.writeFileSync(code, SUPPRESSED);
	const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as object;
	const { homepage: _left, ...others } = manifest as { homepage: string };
	const spoiled = { ...others, dependencies: { axios: '1.18.0' } };
	fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(spoiled));
});

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/**
 * The scan of `npm run check:package`, in a separate process. n8n's scanner is an ES module, which Jest cannot load.
 */
async function scanOutput(): Promise<string> {
	const code = `
		const { scanPackage, scanReport } = require('./scripts/lib/scan/scan.ts');
		scanPackage(process.argv[1]).then((looks) => console.log(scanReport(looks).join('\\n')));
	`;
	const { stdout } = await run(process.execPath, ['--require', 'tsx/cjs', '--eval', code, folder], {
		cwd: root,
	});
	return stdout;
}

it('finds errors and warnings of a packed package, despite suppressing comments', async () => {
	const output = await scanOutput();
	const ofScanner = output.slice(
		output.indexOf("n8n's scanner, over the tarball"),
		output.indexOf('All official rules'),
	);
	const ofUs = output.slice(output.indexOf('All official rules'));
	for (const part of [ofScanner, ofUs]) {
		expect(part).toMatch(/Bad\.node\.js/);
		expect(part).toMatch(/\b4\b.* no-console/);
		expect(part).toMatch(/\b4\b.*@n8n\/community-nodes\/no-restricted-globals/);
		expect(part).toMatch(/\b5\b.*@n8n\/community-nodes\/no-restricted-globals/);
		expect(part).toMatch(/\b6\b.*@n8n\/community-nodes\/no-restricted-imports/);
		expect(part).toContain('@n8n/community-nodes/no-runtime-dependencies');
		// n8n only warns about this rule.
		expect(part).toContain('@n8n/community-nodes/require-homepage');
	}
}, 180_000);
