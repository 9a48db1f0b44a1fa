import { stripVTControlCharacters } from 'node:util';

import { command } from './lib/command';
import { tellFailures } from './lib/failures';
import { LINTERS, MENDERS, type Linter } from './lib/linters';
import { CommandError, run } from './lib/process';
import { runTask, say } from './lib/progress';
import { root } from './lib/project';

const HELP = `npm run lint     Checks n8n's official rules, our own rules, the imports, the prose and the formatting.
npm run format   Fixes everything that a program can fix.`;

/** `npm run lint`, and with --fix `npm run format`. */
export const main = command({
	name: 'lint',
	help: HELP,
	options: { fix: { type: 'boolean' } },
	run: async ({ values }) => {
		const waiting = [...(values.fix ? MENDERS : LINTERS)];
		const findings: Array<{ what: string; text: string }> = [];
		const takeTurns = async () => {
			for (let linter = waiting.shift(); linter; linter = waiting.shift())
				findings.push(...(await findingsOf(linter)));
		};
		await Promise.all(Array.from({ length: values.fix ? 1 : 2 }, takeTurns));
		for (const { what, text } of findings) say(`\n${what}:\n${text}`);
		tellFailures(
			findings.map(({ what, text }) => ({ what: `${what}: ${firstOf(text)}`, again: 'npm run lint' })),
		);
		return findings.length > 0 ? 1 : 0;
	},
});

/** The output of a linter with findings. */
async function findingsOf({ what, args, env }: Linter): Promise<Array<{ what: string; text: string }>> {
	const options = { cwd: root, description: what, env: { ...process.env, ...env } };
	try {
		await runTask(what, async () => await run(process.execPath, args, options));
		return [];
	} catch (error) {
		if (!(error instanceof CommandError)) throw error;
		return [{ what, text: error.output }];
	}
}

/** The first finding: the line that names a file, and the line after it. */
function firstOf(text: string): string {
	const lines = stripVTControlCharacters(text).split('\n');
	const at = Math.max(
		0,
		lines.findIndex((line) => /\.([cm]?[jt]s|json)\b/.test(line)),
	);
	return lines
		.slice(at, at + 2)
		.join(' ')
		.replace(/\s+/g, ' ')
		.trim();
}
