import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { openStage } from '../test/harness/environment';
import { measureDownload, MEBIBYTE } from '../test/harness/n8n/downloadMemory';
import { createCredential } from '../test/harness/n8n/quest-bonus';
import { parse, UsageError } from './lib/arguments';
import { packTarball } from './lib/pack';
import { green, red, runTask, say } from './lib/progress.cjs';
import { exitOnSignals } from './lib/signals.cjs';

const HELP = `Downloads a large export with the real node in a real n8n that keeps files on disk, and measures how much more
memory n8n holds meanwhile. The exit code is not 0 when it is 64 MiB or more, or when the stored file is not whole.

  --mebibytes <number>    size of the file (default 1024); it is made up while it is sent, and kept until the end
  --runs <number>         how often, each in a fresh n8n (default 3)
  --cold                  measure the first download after the start of n8n, which also loads code
  --help                  this text`;

const MOST_MORE = 64;

/** `node scripts/run.mjs download-memory`. Returns the exit code. */
export async function main(args: string[]): Promise<number> {
	const { values } = parse({
		args,
		options: {
			mebibytes: { type: 'string' },
			runs: { type: 'string' },
			cold: { type: 'boolean' },
			help: { type: 'boolean', short: 'h' },
		},
	});
	if (values.help) {
		say(HELP);
		return 0;
	}
	const mebibytes = count('--mebibytes', values.mebibytes, 1024);
	const runs = count('--runs', values.runs, 3);
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-download-'));
	process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
	exitOnSignals();
	// Every stage takes the tarball that is named here.
	process.env.REWARDS_ENGAGEMENT_TARBALL ??= await packTarball(folder);
	let isGood = true;
	for (let run = 1; run <= runs; run++) {
		const title = `Download of ${mebibytes} MiB, ${run} of ${runs}`;
		const result = await runTask(title, async () => await measure(mebibytes, values.cold ?? false));
		const isSmall = result.difference < MOST_MORE;
		isGood &&= isSmall && result.isWhole;
		const mark = (isRight: boolean) => (isRight ? green('✔') : red('✘'));
		say(`  before ${result.baseline.toFixed(1)} MiB, at the most ${result.peak.toFixed(1)} MiB`);
		say(`  ${mark(isSmall)} ${result.difference.toFixed(1)} MiB more (less than ${MOST_MORE} MiB wanted)`);
		say(
			`  ${mark(result.isWhole)} size and SHA-256 of the stored file, after ${result.seconds.toFixed(1)} s`,
		);
	}
	return isGood ? 0 : 1;
}

async function measure(mebibytes: number, isCold: boolean) {
	const stage = await openStage({ N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' });
	try {
		const { baseUrl, realmId, keys } = stage.service;
		const credential = await createCredential(stage.client, { baseUrl, realmId, apiKey: keys.admin });
		return await measureDownload(stage, credential, mebibytes * MEBIBYTE, isCold);
	} finally {
		await stage.close();
	}
}

function count(flag: string, value: string | undefined, fallback: number): number {
	const number = Number(value ?? fallback);
	if (Number.isSafeInteger(number) && number >= 1) return number;
	throw new UsageError(`${flag} must be a whole number above 0, and is "${value}".`);
}
