import { startTask } from '../../scripts/lib/progress';
import type { SignatureResult, SignatureTask } from './host/task';
import { runProgram, type BenchContext } from './measure';
import { compare, type Findings, type Row } from './report';

/** The sizes of the bodies, with so many checks per batch that it takes some milliseconds. */
const SIZES = [
	{ name: '1 KiB', size: 2 ** 10, batch: 1_000 },
	{ name: '64 KiB', size: 2 ** 16, batch: 100 },
	{ name: '1 MiB', size: 2 ** 20, batch: 8 },
];
const PAIRS_PER_PROCESS = 60;
const LONGEST = 1.2;

/** e) The trigger's check of a signature, compared with the one line of a short script. */
export async function signatures(context: BenchContext): Promise<Findings> {
	const task = startTask('Signature checks');
	const rows: Row[] = [];
	for (const { name, size, batch } of SIZES) {
		const times: SignatureResult = { ours: [], theirs: [] };
		for (let round = 0; round < context.repeat; round++) {
			task.update({ note: name });
			const pairs = Math.ceil(PAIRS_PER_PROCESS * context.scale);
			const more = await runProgram<SignatureResult>(context, 'checkSignature', {
				size,
				batch,
				pairs,
			} satisfies SignatureTask);
			times.ours.push(...more.ours);
			times.theirs.push(...more.theirs);
		}
		rows.push(
			compare({
				part: 'e',
				what: `Signature check of ${name}`,
				against: 'plain createHmac',
				...times,
				unit: ' µs',
				atMost: LONGEST,
			}),
		);
	}
	task.succeed();
	return { rows, notes: [] };
}
