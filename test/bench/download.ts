import { runTask } from '../../scripts/lib/progress';
import { openEnvironment } from '../harness/environment';
import { median, short } from '../harness/numbers';
import { measureDownload, MEBIBYTE } from '../harness/workflows/exports';
import { adminCredential } from '../harness/workflows/questBonus';
import type { BenchContext } from './measure';
import type { Findings } from './report';

const MEBIBYTES = 1_024;
const MOST_MORE = 64;

/** k) How much more memory a real n8n uses while it stores a large export on disk. Each round has a new n8n. */
export async function download(context: BenchContext): Promise<Findings> {
	const mebibytes = Math.ceil(MEBIBYTES * context.scale);
	const held: number[] = [];
	for (let round = 1; round <= context.repeat; round++) {
		const title = `Download of ${mebibytes} MiB, ${round} of ${context.repeat}`;
		held.push(await runTask(title, async () => await measure(context, mebibytes)));
	}
	return {
		rows: [
			{
				part: 'k',
				what: `Download of ${mebibytes} MiB: additional memory of n8n, after garbage collection`,
				against: '',
				ours: `${short(median(held))} MiB`,
				theirs: '',
				ratio: '',
				goal: `ours under ${MOST_MORE} MiB`,
				met: median(held) < MOST_MORE,
			},
		],
		notes: [],
	};
}

async function measure({ host, packageTarball }: BenchContext, mebibytes: number): Promise<number> {
	const env = { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' };
	const { opened, service, close } = await openEnvironment({ host, packageTarball, env });
	try {
		const credential = await adminCredential(opened.client, service);
		const result = await measureDownload({ ...opened, service }, credential, mebibytes * MEBIBYTE);
		if (!result.isWhole) throw new Error('The stored file differs from the sent one.');
		return result.held;
	} finally {
		await close();
	}
}
