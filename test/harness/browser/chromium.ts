import fs from 'node:fs';
import path from 'node:path';

import { chromium, type Browser } from 'playwright-core';

import { run } from '../../../scripts/lib/process';

const ON_THE_PATH = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ELSEWHERE = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
	'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** The machine has no browser for the tests. */
export class NoBrowser extends Error {
	constructor() {
		super(
			'The tests in a real browser need Chromium or Google Chrome, and none was found. ' +
				'On Debian run test/harness/browser/install-chromium.sh as root; elsewhere install either of them, or set CHROMIUM_PATH to its program.',
		);
		this.name = 'NoBrowser';
	}
}

/**
 * The path of a browser that tests can control: CHROMIUM_PATH, or Chromium or Chrome in their usual places.
 *
 * @throws {NoBrowser}
 */
export function findChromium(): string {
	const chosen = process.env.CHROMIUM_PATH;
	const folders = (process.env.PATH ?? '').split(path.delimiter);
	const usual = [
		...ON_THE_PATH.flatMap((name) => folders.map((folder) => path.join(folder, name))),
		...ELSEWHERE,
		chromium.executablePath(),
	];
	const found = (chosen ? [chosen] : usual).find((file) =>
		fs.statSync(file, { throwIfNoEntry: false })?.isFile(),
	);
	if (found === undefined) throw new NoBrowser();
	return found;
}

/**
 * Installs Chromium on a machine without a browser, if that needs no password.
 *
 * @throws Error with the missing programs when it cannot
 */
export async function ensureChromium(logFile: string): Promise<void> {
	try {
		findChromium();
	} catch (error) {
		if (process.env.CHROMIUM_PATH || process.platform !== 'linux') throw error;
		const script = path.join(__dirname, 'install-chromium.sh');
		const description = 'The installation of Chromium';
		await run('bash', [script], { cwd: __dirname, logFile, description });
		findChromium();
	}
}

/**
 * Starts the browser without a window. The caller must close it.
 *
 * @throws {NoBrowser}
 */
export async function openBrowser(): Promise<Browser> {
	const isRoot = process.getuid?.() === 0;
	// Chromium cannot start its sandbox as root. It opens only pages of this machine here.
	const args = [...(isRoot ? ['--no-sandbox'] : []), '--disable-dev-shm-usage', '--no-proxy-server'];
	return await chromium.launch({ executablePath: findChromium(), args });
}
