import path from 'node:path';

import { analytics, reads } from '../test/bench/reads';
import { awards } from '../test/bench/awards';
import { deliveries } from '../test/bench/deliveries';
import { download } from '../test/bench/download';
import { compilePrograms, type BenchContext } from '../test/bench/measure';
import { keyed, remembering } from '../test/bench/remembering';
import { loading } from '../test/bench/loading';
import {
	asMarkdown,
	describeMeasurement,
	forTerminal,
	pageAsMarkdown,
	type Findings,
	type MeasuredPart,
} from '../test/bench/report';
import { ServiceProcess } from '../test/bench/serviceProcess';
import { scaling } from '../test/bench/scaling';
import { signatures } from '../test/bench/signatures';
import { transfers } from '../test/bench/transfers';
import { installHost } from '../test/harness/n8n/install';
import { chosenFrom, command, UsageError, whole } from './lib/command';
import { readGenerated, writeGenerated } from './lib/generatedSection';
import { packageTarball } from './lib/pack';
import { createSteps, say } from './lib/progress';
import { root } from './lib/project';
import { table } from './lib/table';
import { unpack } from './lib/tarball';

const README = 'test/bench/README.md';
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
	g: { title: 'Protected payments', run: keyed },
	h: { title: 'Deliveries to a trigger that remembers', run: remembering },
	i: {
		title: 'Awards with a narrow limit',
		run: async (context, service) => await awards(context, await service()),
	},
	j: { title: 'Deliveries to one process and to many', run: scaling },
	k: { title: 'The memory of a large download', run: download },
};

const lettered = Object.fromEntries(
	Object.entries(parts).map(([letter, part]) => [letter, { letter, ...part }]),
);

const HELP = `npm run bench [-- options]

Compares the nodes with the alternatives that a user has, in n8n's own engine and over HTTP. Prints the ratios. It
fails only after an error, and never because something is slow.

Parts
${Object.entries(parts)
	.map(([letter, { title }]) => `  ${letter}   ${title}.`)
	.join('\n')}

Options
  --only LETTERS   Runs only these parts.
  --repeat N       Repeats each measurement N times. The default is ${REPETITIONS}, or ${QUICK_REPETITIONS} with --quick.
  --quick          Runs a tenth of everything, to check that it works.
  --write          Writes the results and their conditions into test/bench/README.md, and those of part j into
                   docs/scaling.md. Results of other parts stay.
  --profile DIR    Saves a processor profile of every measured process, except in part d. This makes the numbers worse.
  --keep           Keeps the folder with all files.
`;

const WRITE = 'npm run bench -- --write';
const WRITE_PAGE = 'npm run bench -- --only j --write';

/** Writes the results into the documents. */
function keep(part: MeasuredPart): void {
	if (part.page) {
		write(part.page.file, WRITE_PAGE, pageAsMarkdown(part.page, part.measurement));
	} else {
		write(README, WRITE, asMarkdown(readGenerated(path.join(root, README), WRITE), [part]));
	}
}

function write(file: string, command: string, lines: string[]): void {
	writeGenerated(path.join(root, file), command, lines.join('\n'));
	say(`The table was written into ${file}.`);
}

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
		const chosen = chosenFrom(lettered, '--only', values.only);
		if (values.write && (values.quick || values.profile)) {
			throw new UsageError('--write works only without --quick and --profile.');
		}
		const repeat = whole('--repeat', values.repeat, values.quick ? QUICK_REPETITIONS : REPETITIONS, 1);
		const host = await installHost();
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
		const measured: MeasuredPart[] = [];
		let service: Promise<ServiceProcess> | undefined;
		try {
			const step = createSteps(chosen.length);
			for (const { letter, title, run } of chosen) {
				step(title);
				const measurement = describeMeasurement(host, repeat);
				const findings = await run(context, () => (service ??= ServiceProcess.start()));
				const part = { part: letter, measurement, ...findings };
				measured.push(part);
				// Saved after each part: a later part may fail, and these may have taken an hour.
				tell(part);
				if (values.write) keep(part);
			}
		} finally {
			(await service)?.stop();
		}
		if (chosen.length > 1) {
			const all = {
				rows: measured.flatMap(({ rows }) => rows),
				notes: measured.flatMap(({ notes }) => notes),
			};
			say();
			for (const line of forTerminal(all)) say(line);
		}
	},
});

function tell({ page, measurement, ...findings }: MeasuredPart): void {
	for (const line of page ? table(page.table) : forTerminal(findings)) say(line);
	say(`Measured on: ${Object.values(measurement).join(', ')}.`);
}
