import { openTestEnvironment } from '../test/harness/environment';
import { measureDownload, MEBIBYTE } from '../test/harness/workflows/downloadMemory';
import { createCredential } from '../test/harness/workflows/questBonus';
import { command, whole } from './lib/command';
import { packageTarball, TARBALL_VARIABLE } from './lib/pack';
import { green, red, runTask, say } from './lib/progress';

const HELP = `Downloads a large export with the real node in a real n8n that keeps files on disk, and measures how much more
memory n8n uses meanwhile, garbage collected. The exit code is not 0 when it is 64 MiB or more, or when the stored file is not whole.

  --mebibytes <number>    size of the file (default 1024); it is made up while it is sent, and kept until the end
  --runs <number>         how often, each in a fresh n8n (default 3)
  --cold                  measure the first download after the start of n8n, which also loads code
  --help                  this text`;

const MOST_MORE = 64;

/** `npm run bench:download`. */
export const main = command({
	name: 'download',
	help: HELP,
	options: { mebibytes: { type: 'string' }, runs: { type: 'string' }, cold: { type: 'boolean' } },
	run: async ({ values, folder }) => {
		const mebibytes = whole('--mebibytes', values.mebibytes, 1024, 1);
		const runs = whole('--runs', values.runs, 3, 1);
		// Every environment takes the tarball that is named here.
		process.env[TARBALL_VARIABLE] = await packageTarball(folder);
		let isGood = true;
		for (let run = 1; run <= runs; run++) {
			const title = `Download of ${mebibytes} MiB, ${run} of ${runs}`;
			const result = await runTask(title, async () => await measure(mebibytes, values.cold ?? false));
			const isSmall = result.held < MOST_MORE;
			isGood &&= isSmall && result.isWhole;
			const mark = (isRight: boolean) => (isRight ? green('✔') : red('✘'));
			say(
				`  resident: before ${result.baseline.toFixed(1)} MiB, at the most ${result.peak.toFixed(1)} MiB, garbage and all`,
			);
			say(`  ${mark(isSmall)} ${result.held.toFixed(1)} MiB more in use (less than ${MOST_MORE} MiB wanted)`);
			say(
				`  ${mark(result.isWhole)} size and SHA-256 of the stored file, after ${result.seconds.toFixed(1)} s`,
			);
		}
		return isGood ? 0 : 1;
	},
});

async function measure(mebibytes: number, isCold: boolean) {
	const environment = await openTestEnvironment({ N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' });
	try {
		const { baseUrl, realmId, keys } = environment.service;
		const credential = await createCredential(environment.client, { baseUrl, realmId, apiKey: keys.admin });
		return await measureDownload(environment, credential, mebibytes * MEBIBYTE, isCold);
	} finally {
		await environment.close();
	}
}
