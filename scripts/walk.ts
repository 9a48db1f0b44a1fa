import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Editor } from '../test/harness/browser/editor';
import { openBrowser } from '../test/harness/browser/chromium';
import { Presenter } from '../test/harness/browser/presenter';
import { freePort } from '../test/harness/process/ports';
import { awardPoints } from '../test/harness/browser/awardPoints';
import { command } from './lib/command';
import { writeGenerated } from './lib/generatedSection';
import { npmCommand, npmEnvironment } from './lib/npm';
import { run, start, type Program } from './lib/process';
import { root } from './lib/project';
import { runTask, say } from './lib/progress';
import { table } from './lib/table';

const HELP = `Measures the time from a fresh clone to a new user's first payout. It clones the last commit and runs its demo with
empty caches. Then it awards points to an email address in the editor, at the pace of a person. It fails when the output
does not show the award.

  npm run walk               Prints the table.
  npm run walk -- --write    Also writes it into test/bench/README.md.
  npm run walk -- --cached   Uses the n8n in the cache, and npm's own cache.

n8n's database needs a prebuilt binary of SQLite. A machine that cannot download it compiles it, which takes two minutes
more. You can set npm_config_sqlite3_binary_host to another server that has it.`;

const DEMO_MS = 20 * 60_000;
const DEMO_END_MS = 30_000;
const LOOK_MS = 50;

/** The output panel after the payout: the hint, then the first fields of the item with their values. */
const PAID =
	/1 awarded, 25 Stars in total\..* name email amount previousBalance newBalance .*\bAda Lindqvist\b.*\b25\b/;

/** The lines of the demo that start a part, and the words of the printed table for each. */
const MOMENTS: ReadonlyArray<readonly [RegExp, string]> = [
	[/^Installing the dependencies/, 'Installing the packages of the demo'],
	[/^\[1\/7\]/, 'Building and packing the package'],
	[/^\[2\/7\]/, 'Installing n8n, with its Node.js and SQLite'],
	[/^\[3\/7\]/, 'Starting the sandbox and n8n, with the package in it'],
	[/^\[5\/7\]/, 'The story of the demo, with its payout'],
];

interface Moment {
	what: string;
	at: number;
}

/** `npm run walk`. */
export const main = command({
	name: 'walk',
	help: HELP,
	options: { write: { type: 'boolean' }, cached: { type: 'boolean' } },
	run: async ({ values, folder }) => {
		const began = Date.now();
		const moments: Moment[] = [];
		const begin = (what: string) => {
			if (moments.at(-1)?.what !== what) moments.push({ what, at: Date.now() });
		};
		begin('Cloning');
		const clone = path.join(folder, 'clone');
		await run('git', ['clone', '--quiet', root, clone]);

		const env = npmEnvironment();
		if (!values.cached) {
			env.npm_config_cache = path.join(folder, 'npm');
			env.REWARDS_ENGAGEMENT_CACHE = path.join(folder, 'cache');
		}
		const ports = { n8n: await freePort(), service: await freePort() };
		const { command: npm, leading } = npmCommand();
		const logFile = path.join(folder, 'demo.log');
		const demo = start(
			npm,
			[
				...leading,
				...['run', 'demo', '--', '--n8n-port', String(ports.n8n), '--service-port', String(ports.service)],
			],
			{ cwd: clone, env, logFile },
		);
		try {
			const text = await runTask('The demo', async () => await untilReady(demo, logFile, begin));
			begin('The first payout, in the editor');
			const balance = await runTask('The first payout', async () => await pay(text, ports));
			const ended = Date.now();
			say(`  ${balance}`);

			const lines = told(moments, began, ended);
			say(`\n${lines.join('\n')}`);
			if (values.write) {
				const words = [...machine(values.cached ?? false), '', '```text', ...lines, '```'].join('\n');
				writeGenerated(path.join(root, 'test/bench/README.md'), 'npm run walk -- --write', words);
			}
		} finally {
			await end(demo);
		}
	},
});

/** Ctrl-C in a terminal reaches npm and the demo. npm alone would not pass it on. */
async function end(demo: Program): Promise<void> {
	if (demo.pid !== undefined && !demo.hasEnded && process.platform !== 'win32')
		process.kill(-demo.pid, 'SIGINT');
	await Promise.race([demo.ended, sleep(DEMO_END_MS, undefined, { ref: false })]);
	await demo.stop();
}

/** Reports each part when the demo starts it, until n8n stays open. Returns the demo's whole output. */
async function untilReady(demo: Program, logFile: string, begin: (what: string) => void): Promise<string> {
	const end = Date.now() + DEMO_MS;
	let text = '';
	for (let known = 0; ;) {
		text = fs.readFileSync(logFile, 'utf8');
		const lines = text.split('\n');
		for (const line of lines.slice(known, -1)) {
			const moment = MOMENTS.find(([pattern]) => pattern.test(line));
			if (moment) begin(moment[1]);
		}
		known = lines.length - 1;
		if (text.includes('Stop with Ctrl-C')) return text;
		if (demo.hasEnded || Date.now() > end) throw new Error(`The demo did not finish:\n${text}`);
		await sleep(LOOK_MS);
	}
}

/**
 * Signs in and awards points with a new node. Returns the text of the output panel.
 *
 * @throws Error when the output does not show the award
 */
async function pay(text: string, ports: { n8n: number; service: number }): Promise<string> {
	const url = `http://127.0.0.1:${ports.n8n}`;
	const [email = '', password = ''] = ['Email', 'Password'].map(
		(label) => new RegExp(`^ *${label} +(\\S+)$`, 'm').exec(text)?.[1] ?? '',
	);
	const browser = await openBrowser();
	try {
		const editor = await Editor.open(browser, { url, session: '' }, 'light');
		const { page } = editor;
		const presenter = await Presenter.open(page, false);
		await page.goto(`${url}/signin`);
		await presenter.type(
			page.locator('input[type="email"], input[name="emailOrLdapLoginId"]').first(),
			email,
		);
		await presenter.type(page.locator('input[type="password"]').first(), password);
		await presenter.click(page.getByTestId('form-submit-button'));
		await page.waitForURL(/home/);
		await awardPoints(presenter, { n8n: { url } });
		const output = (await page.getByTestId('output-panel').innerText()).replace(/\s+/g, ' ');
		if (!PAID.test(output)) throw new Error(`The output does not show the award: ${output}`);
		return output;
	} finally {
		await browser.close();
	}
}

function told(moments: Moment[], began: number, ended: number): string[] {
	const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(0);
	const rows = moments.map(({ what, at }, index) => [
		what,
		seconds(at, moments[index + 1]?.at ?? ended),
		seconds(began, moments[index + 1]?.at ?? ended),
	]);
	return table([['Step', 'Seconds', 'Since the start'], ...rows]);
}

function machine(isCached: boolean): string[] {
	const day = new Date().toISOString().slice(0, 10);
	const cores = os.availableParallelism();
	const sqlite = process.env.npm_config_sqlite3_binary_host
		? 'fetched from a server on this machine'
		: 'downloaded by npm';
	return [`${day}, ${cores} cores, ${isCached ? 'filled caches' : 'empty caches'}, SQLite ${sqlite}.`];
}
