import fs from 'node:fs';
import path from 'node:path';

import { analytics } from '../test/bench/analytics';
import { deliveries } from '../test/bench/deliveries';
import { compilePrograms } from '../test/bench/hostProgram';
import { keyed } from '../test/bench/keyed';
import { loading } from '../test/bench/loading';
import { describeMachine } from '../test/bench/machine';
import { reads } from '../test/bench/reads';
import { asMarkdown, forTerminal, type Findings } from '../test/bench/report';
import { ServiceProcess } from '../test/bench/serviceProcess';
import type { BenchContext } from '../test/bench/context';
import { signatures } from '../test/bench/signatures';
import { transfers } from '../test/bench/transfers';
import { installHost } from '../test/harness/n8n/install';
import { chosenFrom, command, UsageError, whole } from './lib/command';
import { packageTarball } from './lib/pack';
import { createSteps, say } from './lib/progress';
import { root } from './lib/project';
import { unpack } from './lib/tarball';

const README = path.join(root, 'test', 'bench', 'README.md');
const BEGIN = '<!-- the results of "npm run bench -- --write" begin here -->';
const END = '<!-- the results of "npm run bench -- --write" end here -->';
const REPETITIONS = 5;
const QUICK_REPETITIONS = 3;
const QUICK_SCALE = 0.1;

interface Part {
	title: string;
	run: (context: BenchContext, service: () => Promise<ServiceProcess>) => Promise<Findings>;
}

const parts: Record<string, Part> = {
	a: {
		title: 'Reads without a limit',
		run: async (context, service) => await reads(context, await service()),
	},
	b: {
		title: 'Transfers with a limit',
		run: async (context, service) => await transfers(context, await service()),
	},
	c: {
		title: 'The same analytics many times',
		run: async (context, service) => await analytics(context, await service()),
	},
	d: { title: 'Deliveries to a real n8n', run: deliveries },
	e: { title: 'The signature check', run: signatures },
	f: { title: 'Loading time and size', run: loading },
	g: { title: 'Payments by key', run: keyed },
};

const HELP = `npm run bench [-- options]

Measures the nodes against what a user would take in their place, in n8n's own engine and over HTTP, and prints the
ratios. It fails when something goes wrong, never because something is slow.

  --only LETTERS   some of: ${Object.entries(parts)
		.map(([letter, { title }]) => `${letter} ${title}`)
		.join(', ')}
  --repeat N       repetitions of each measurement (${REPETITIONS}, and ${QUICK_REPETITIONS} with --quick)
  --quick          a tenth of everything, to see that it works
  --write          puts the table and a description of the machine into test/bench/README.md
  --profile DIR    keeps a processor profile of every measured process of a, b, c, e and f; the numbers suffer
  --keep           leaves the folder with what was written
`;

/** `npm run bench`. */
export const main = command({
	name: 'bench',
	help: HELP,
	options: {
		only: { type: 'string' },
		repeat: { type: 'string' },
		quick: { type: 'boolean' },
		write: { type: 'boolean' },
		profile: { type: 'string' },
	},
	run: async ({ values, folder }) => {
		const chosen = chosenFrom(parts, '--only', values.only);
		if (values.write && (values.quick || values.profile || values.only)) {
			throw new UsageError('--write is for a whole run: leave out --only, --quick and --profile.');
		}
		const repeat = whole('--repeat', values.repeat, values.quick ? QUICK_REPETITIONS : REPETITIONS, 1);
		const host = await installHost();
		const machine = describeMachine(host, repeat);
		const tarball = await packageTarball(folder);
		const context: BenchContext = {
			host,
			folder,
			packageTarball: tarball,
			packageFolder: unpack(tarball, path.join(folder, 'package')),
			programs: compilePrograms(folder),
			repeat,
			scale: values.quick ? QUICK_SCALE : 1,
			profiles: values.profile && path.resolve(values.profile),
		};
		const all: Findings = { rows: [], notes: [] };
		let service: Promise<ServiceProcess> | undefined;
		try {
			const step = createSteps(chosen.length);
			for (const { title, run } of chosen) {
				step(title);
				const { rows, notes } = await run(context, () => (service ??= ServiceProcess.start()));
				all.rows.push(...rows);
				all.notes.push(...notes);
			}
		} finally {
			(await service)?.stop();
		}
		say();
		const facts = machine.map((fact) => fact.replace(/^- /, ''));
		for (const line of [...facts, '', ...forTerminal(all)]) say(line);
		if (values.write) write([...machine, '', ...asMarkdown(all)]);
	},
});

/** Replaces what stands between the two marks in the README. */
function write(lines: string[]): void {
	const text = fs.readFileSync(README, 'utf8');
	const [before, rest = ''] = text.split(BEGIN);
	const after = rest.split(END)[1];
	if (before === undefined || after === undefined) {
		throw new Error(`${README} has lost the marks between which the results stand.`);
	}
	fs.writeFileSync(README, `${before}${BEGIN}\n\n${lines.join('\n')}\n\n${END}${after}`);
	say(`The table is in ${path.relative(root, README)}.`);
}
