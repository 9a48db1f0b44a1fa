import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { runJest } from '../../scripts/lib/jest';
import { say } from '../../scripts/lib/progress';
import { root } from '../../scripts/lib/project';
import { planted, type PlantedDefect } from './planted';

/** Longer than any of the test files takes, also with a defect. */
const HANGS_AFTER_MS = 4 * 60_000;

/**
 * Plants each defect in a clone, and runs the test that must notice it.
 *
 * @param folder gets the clone
 * @returns those that the test did not notice
 */
export async function plantAll(folder: string): Promise<PlantedDefect[]> {
	const clone = path.join(folder, 'clone');
	execFileSync('git', ['clone', '--quiet', root, clone]);
	fs.symlinkSync(path.join(root, 'node_modules'), path.join(clone, 'node_modules'));
	const missed: PlantedDefect[] = [];
	for (const defect of planted) {
		const isNoticed = await plant(defect, clone, folder);
		say(`${isNoticed ? 'noticed' : 'MISSED '}  ${defect.effect} (${defect.noticedBy})`);
		if (!isNoticed) missed.push(defect);
	}
	return missed;
}

async function plant({ file, from, to, noticedBy }: PlantedDefect, clone: string, folder: string) {
	const place = path.join(clone, 'nodes', 'RewardsEngagement', file);
	const text = fs.readFileSync(place, 'utf8');
	fs.writeFileSync(
		place,
		text.replace(from, () => to),
	);
	try {
		const { failures } = await runJest(['-i', '--forceExit', noticedBy], {
			root: clone,
			folder,
			hangsAfterMs: HANGS_AFTER_MS,
			isQuiet: true,
		});
		// A file that cannot be loaded, or hangs, notices no particular defect.
		return failures.some(({ again }) => again.includes(' -t '));
	} finally {
		fs.writeFileSync(place, text);
	}
}
