import fs from 'node:fs';
import path from 'node:path';

import type { Manifest } from '../../scripts/lib/project';
import { startTask } from '../../scripts/lib/progress';
import { readTarball } from '../../scripts/lib/tarball';
import type { LoadResult, LoadTask } from './host/task';
import { runProgram, type BenchContext } from './measure';
import { median, pairedRatio, short } from '../harness/numbers';
import type { Findings } from './report';

const PROCESSES = 15;
const LONGEST_MS = 50;
const LARGEST_KB = 280;
const LARGEST_DESCRIPTION_KB = 200;
const LARGEST_WORKFLOW_RATIO = 3;
const LONGEST_FIRST_MS = 60;
const THEIRS = 'n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js';

/** f) The cost of the whole package for the start of n8n, and its size on disk. */
export async function loading(context: BenchContext): Promise<Findings> {
	const task = startTask('Loading time and size');
	const { packageFolder, packageTarball } = context;
	const manifest = fs.readFileSync(path.join(packageFolder, 'package.json'), 'utf8');
	const { n8n } = JSON.parse(manifest) as Manifest;
	const files = [...n8n.credentials, ...n8n.nodes].map((file) => path.join(packageFolder, file));
	const later = path.join(packageFolder, 'dist/nodes/RewardsEngagement/resources/index.js');
	const load = async (task: LoadTask) => await runProgram<LoadResult>(context, 'loadFiles', task);

	const loaded: LoadResult[] = [];
	const theirLoaded: LoadResult[] = [];
	const processes = Math.max(3, Math.ceil(PROCESSES * context.scale));
	for (let round = 0; round < processes; round++) {
		task.update({ done: round, total: processes, unit: 'pairs of processes' });
		if (round % 2 === 0) loaded.push(await load({ files, later }));
		theirLoaded.push(await load({ files: [THEIRS] }));
		if (round % 2 === 1) loaded.push(await load({ files, later }));
	}
	task.succeed();
	const [mine, theirs] = [loaded, theirLoaded].map((all) => all.map(({ wall }) => wall)) as [
		number[],
		number[],
	];
	const [made, theirMade] = [loaded, theirLoaded].map((all) => all.map(({ workflow = NaN }) => workflow)) as [
		number[],
		number[],
	];
	const madeRatio = pairedRatio(made, theirMade);
	const [description = 0, theirDescription = 0] = [loaded, theirLoaded].map(
		([first]) => (first?.descriptionBytes ?? 0) / 1_000,
	);

	const first = median(loaded.map((one) => one.later ?? NaN));
	const entries = readTarball(packageTarball);
	const packed = fs.statSync(packageTarball).size / 1_000;
	const unpacked = sum(entries.map(({ size }) => size)) / 1_000;
	return {
		rows: [
			{
				part: 'f',
				what: `Loading the package, ${files.length} files`,
				against: 'n8n loading its HTTP Request node',
				ours: `${short(median(mine))} ms`,
				theirs: `${short(median(theirs))} ms`,
				ratio: short(pairedRatio(mine, theirs)),
				goal: `ours under ${LONGEST_MS} ms`,
				met: median(mine) < LONGEST_MS,
			},
			{
				part: 'f',
				what: 'Loading all operations, before the first payment of a process',
				against: '',
				ours: `${short(first)} ms`,
				theirs: '',
				ratio: '',
				goal: `at most ${LONGEST_FIRST_MS} ms`,
				met: first <= LONGEST_FIRST_MS,
			},
			{
				part: 'f',
				what: 'The description that n8n sends to every editor',
				against: 'That of its HTTP Request node',
				ours: `${description.toFixed(0)} kB`,
				theirs: `${theirDescription.toFixed(0)} kB`,
				ratio: '',
				goal: `ours under ${LARGEST_DESCRIPTION_KB} kB`,
				met: description < LARGEST_DESCRIPTION_KB,
			},
			{
				part: 'f',
				what: 'Making a workflow with one node, which every execution does',
				against: 'With an HTTP Request node',
				ours: `${short(median(made))} ms`,
				theirs: `${short(median(theirMade))} ms`,
				ratio: short(madeRatio),
				goal: `ratio at most ${LARGEST_WORKFLOW_RATIO}`,
				met: madeRatio <= LARGEST_WORKFLOW_RATIO,
			},
			{
				part: 'f',
				what: `Size of the package, ${entries.length} files`,
				against: '',
				ours: `${packed.toFixed(0)} kB packed, ${unpacked.toFixed(0)} kB unpacked`,
				theirs: '',
				ratio: '',
				goal: `packed under ${LARGEST_KB} kB`,
				met: packed < LARGEST_KB,
			},
		],
		notes: [],
	};
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
