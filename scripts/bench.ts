import path from 'node:path';

import { analytics } from '../test/bench/analytics';
import { awards } from '../test/bench/awards';
import { deliveries } from '../test/bench/deliveries';
import { compilePrograms } from '../test/bench/hostProgram';
import { keyed } from '../test/bench/keyed';
import { loading } from '../test/bench/loading';
import { describeMachine } from '../test/bench/machine';
import { reads } from '../test/bench/reads';
import { asMarkdown, forTerminal, pageAsMarkdown, type Findings, type Page } from '../test/bench/report';
import { remembering } from '../test/bench/remembering';
import { ServiceProcess } from '../test/bench/serviceProcess';
import type { BenchContext } from '../test/bench/context';
import { scaling } from '../test/bench/scaling';
import { signatures } from '../test/bench/signatures';
import { transfers } from '../test/bench/transfers';
import { installHost } from '../test/harness/n8n/install';
import { chosenFrom, command, UsageError, whole } from './lib/command';
import { drawTables } from './lib/drawnTables';
import { writeGenerated } from './lib/generatedSection';
import { packageTarball } from './lib/pack';
import { createSteps, say } from './lib/progress';
import { root } from './lib/project';
import { table } from './lib/table';
import { unpack } from './lib/tarball';

const README = 'test/bench/README.md';
const PAGES = [README, 'docs/scaling.md'];
const REPETITIONS = 5;
const QUICK_REPETITIONS = 3;
const QUICK_SCALE = 0.1;

interface Part {
	title: string;
	run: (context: BenchContext, service: () => Promise<ServiceProcess>) => Promise<Findings>;
	/** Whether it has a document of its own, and nothing in the table. */
	hasPage?: boolean;
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
	h: { title: 'Deliveries to a trigger that remembers', run: remembering },
	i: {
		title: 'Awards with a narrow limit',
		run: async (context, service) => await awards(context, await service()),
	},
	j: { title: 'Deliveries to one process and to many', run: scaling, hasPage: true },
};

const HELP = `npm run bench [-- options]

Measures the nodes against what a user would take in their place, in n8n's own engine and over HTTP, and prints the
ratios. It fails when something goes wrong, never because something is slow.

  --only LETTERS   some of: ${Object.entries(parts)
		.map(([letter, { title }]) => `${letter} ${title}`)
		.join(', ')}
  --repeat N       repetitions of each measurement (${REPETITIONS}, and ${QUICK_REPETITIONS} with --quick)
  --quick          a tenth of everything, to see that it works
  --write          puts the table and a description of the machine into test/bench/README.md, and that of part j
                   into docs/scaling.md, and draws their charts
  --draw           measures nothing: draws the charts anew from the tables as they are
  --profile DIR    keeps a processor profile of every measured process of all parts but d; the numbers suffer
  --keep           leaves the folder with what was written
`;

function write(file: string, command: string, lines: string[]): void {
	writeGenerated(path.join(root, file), command, lines.join('\n'));
	say(`The table is in ${file}.`);
	draw(file);
}

function draw(document: string): void {
	for (const picture of drawTables(document)) say(`Its chart is in ${picture}.`);
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
		draw: { type: 'boolean' },
		profile: { type: 'string' },
	},
	run: async ({ values, folder }) => {
		if (values.draw) {
			PAGES.forEach(draw);
			return;
		}
		const chosen = chosenFrom(parts, '--only', values.only);
		const inTable = Object.values(parts).filter(({ hasPage }) => !hasPage);
		const isTable = inTable.every((part) => chosen.includes(part));
		const isPages = chosen.every(({ hasPage }) => hasPage);
		if (values.write && (values.quick || values.profile || (!isTable && !isPages))) {
			throw new UsageError(
				'--write is for all parts of the table (a,b,c,d,e,f,g,h,i), or for a part with a document of its own (j), without --quick and --profile.',
			);
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
		const pages: Page[] = [];
		let service: Promise<ServiceProcess> | undefined;
		try {
			const step = createSteps(chosen.length);
			for (const { title, run } of chosen) {
				step(title);
				const { rows, notes, page } = await run(context, () => (service ??= ServiceProcess.start()));
				all.rows.push(...rows);
				all.notes.push(...notes);
				if (page) pages.push(page);
				// A part that fails takes nothing with it of those before, which may have taken an hour.
				for (const line of forTerminal({ rows, notes })) say(line);
			}
		} finally {
			(await service)?.stop();
		}
		say();
		const machineLines = machine.map((line) => line.replace(/^- /, ''));
		for (const line of [...machineLines, '', ...forTerminal(all)]) say(line);
		for (const page of pages) for (const line of table(page.table)) say(line);
		if (!values.write) return;
		if (isTable) write(README, 'npm run bench -- --write', [...machine, '', ...asMarkdown(all)]);
		for (const page of pages) {
			const lines = [...pageAsMarkdown(page), '', ...machine];
			write(page.file, 'npm run bench -- --only j --write', lines);
		}
	},
});
