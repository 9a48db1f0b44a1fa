import fs from 'node:fs';
import path from 'node:path';

import { checks } from '../test/compatibility/checks';
import { document, nameOf, pairings, type Findings, type Pairing } from '../test/compatibility/document';
import { measurements } from '../test/compatibility/measurements';
import { openCompatibility, type Environment } from '../test/compatibility/environment';
import { command } from './lib/command';
import { packageTarball } from './lib/pack';
import { createSteps, runTask, say } from './lib/progress';
import { manifest, root } from './lib/project';

const PAGE = path.join(root, 'docs', 'compatibility.md');

const HELP = `npm run compatibility [-- options]

Installs the packed package into each supported n8n, with each supported Node.js, and checks what users rely on.
Writes docs/compatibility.md. The first call downloads three versions of n8n (about 8 GB).

Options
  --only TEXT   Checks only the pairings whose name contains TEXT, such as "n8n 1.123". This does not write the page.
  --keep        Keeps the folder with the logs and databases.
`;

/** `npm run compatibility`. */
export const main = command({
	name: 'compatibility',
	help: HELP,
	options: { only: { type: 'string' } },
	run: async ({ values, folder }) => {
		const chosen = pairings.filter((pairing) => nameOf(pairing).includes(values.only ?? ''));
		const tarball = await packageTarball(folder);
		const step = createSteps(chosen.length);
		const findings: Findings[] = [];
		for (const [index, pairing] of chosen.entries()) {
			step(nameOf(pairing));
			findings.push(await lookAt(pairing, tarball, path.join(folder, String(index))));
		}
		if (values.only === undefined) fs.writeFileSync(PAGE, document(findings, manifest().version));
		return summarize(findings);
	},
});

async function lookAt(pairing: Pairing, tarball: string, folder: string): Promise<Findings> {
	const host = await pairing.install();
	const environment = await runTask('Starting n8n and installing the package', async () => {
		return await openCompatibility(host, tarball, folder);
	});
	try {
		return {
			pairing,
			checks: await each(checks, async ({ run }) => {
				await run(environment);
				return 'yes';
			}),
			measurements: await each(measurements, async ({ run }) => await run(environment)),
		};
	} finally {
		await environment.close();
	}
}

/** The result of each check or measurement, by title. After a failure the others still run. */
async function each<T extends { title: string; run: (environment: Environment) => Promise<unknown> }>(
	list: T[],
	look: (one: T) => Promise<string>,
): Promise<Map<string, string>> {
	const results = new Map<string, string>();
	for (const one of list) {
		const result = await runTask(one.title, async () => await look(one)).catch(
			(error: unknown) => `**no**: ${error instanceof Error ? error.message : String(error)}`,
		);
		if (result !== 'yes') say(`      ${result}`);
		results.set(one.title, result);
	}
	return results;
}

function summarize(findings: Findings[]): number {
	say();
	const failed = findings.flatMap(({ pairing, ...found }) =>
		[...found.checks, ...found.measurements]
			.filter(([, result]) => result.startsWith('**no**'))
			.map(([title, result]) => `${nameOf(pairing)}: ${title}: ${result}`),
	);
	for (const line of failed) say(`✘ ${line}`);
	say(
		failed.length === 0
			? `Every check passed with all ${findings.length} pairings: ${findings.map(({ pairing }) => nameOf(pairing)).join('; ')}.`
			: `${failed.length} checks failed.`,
	);
	return failed.length === 0 && findings.length > 0 ? 0 : 1;
}
