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

/** The machine has no browser to test in. */
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
 * The program of a browser that can be driven: the one in CHROMIUM_PATH, else Chromium or Chrome where they usually are.
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
 * Installs Chromium where there is no browser and it can be done without asking.
 *
 * @throws Error with what to install when it cannot
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
 * Starts the browser without a window. The caller closes it.
 *
 * @throws {NoBrowser}
 */
export async function openBrowser(): Promise<Browser> {
	const isRoot = process.getuid?.() === 0;
	// Chromium refuses to put itself into a sandbox as root; it opens nothing here but pages of this machine.
	const args = [...(isRoot ? ['--no-sandbox'] : []), '--disable-dev-shm-usage', '--no-proxy-server'];
	return await chromium.launch({ executablePath: findChromium(), args });
}
