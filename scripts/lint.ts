import { command } from './lib/command';
import { LINTERS, MENDERS, type Linter } from './lib/linters';
import { CommandError, run } from './lib/process';
import { runTask, say } from './lib/progress';
import { root } from './lib/project';

const HELP = `npm run lint            our own rules, the arrows of the map, the formatting, and n8n's official rules
npm run format          mends what a program can mend`;

/** `npm run lint`, and with --fix `npm run format`. */
export const main = command({
	name: 'lint',
	help: HELP,
	options: { fix: { type: 'boolean' } },
	run: async ({ values }) => {
		const waiting = [...(values.fix ? MENDERS : LINTERS)];
		const findings: string[] = [];
		const takeTurns = async () => {
			for (let linter = waiting.shift(); linter; linter = waiting.shift())
				findings.push(...(await findingsOf(linter)));
		};
		await Promise.all(Array.from({ length: values.fix ? 1 : 2 }, takeTurns));
		for (const finding of findings) say(`\n${finding}`);
		return findings.length > 0 ? 1 : 0;
	},
});

/** What a linter says when it is not content. */
async function findingsOf({ what, args }: Linter): Promise<string[]> {
	try {
		await runTask(what, async () => await run(process.execPath, args, { cwd: root, description: what }));
		return [];
	} catch (error) {
		if (!(error instanceof CommandError)) throw error;
		return [`${what}:\n${error.output}`];
	}
}
