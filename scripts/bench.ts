import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { analytics } from '../test/bench/analytics';
import { deliveries } from '../test/bench/deliveries';
import { compilePrograms, unpack } from '../test/bench/hostProgram';
import { keyed } from '../test/bench/keyed';
import { loading } from '../test/bench/loading';
import { describeMachine } from '../test/bench/machine';
import { reads } from '../test/bench/reads';
import { asMarkdown, forTerminal, type Findings } from '../test/bench/report';
import { ServiceProcess } from '../test/bench/serviceProcess';
import type { Setting } from '../test/bench/setting';
import { signatures } from '../test/bench/signatures';
import { transfers } from '../test/bench/transfers';
import { installHost } from '../test/harness/n8n/install';
import { parse, UsageError } from './lib/arguments';
import { packTarball } from './lib/pack';
import { createSteps, say } from './lib/progress.cjs';
import { root } from './lib/project';
import { exitOnSignals } from './lib/signals.cjs';

const README = path.join(root, 'test', 'bench', 'README.md');
const BEGIN = '<!-- the results of "npm run bench -- --write" begin here -->';
const END = '<!-- the results of "npm run bench -- --write" end here -->';
const REPETITIONS = 5;
const QUICK_REPETITIONS = 3;
const QUICK_SCALE = 0.1;

const HELP = `npm run bench [-- options]

Measures the nodes against what a user would take in their place, in n8n's own engine and over HTTP, and prints the
ratios. It fails when something goes wrong, never because something is slow.

  --only LETTERS   some of: LETTERS_AND_TITLES
  --repeat N       repetitions of each measurement (${REPETITIONS}, and ${QUICK_REPETITIONS} with --quick)
  --quick          a tenth of everything, to see that it works
  --write          puts the table and a description of the machine into test/bench/README.md
  --profile DIR    keeps a processor profile of every measured process of a, b, c, e and f; the numbers suffer
  --keep           leaves the folder with what was written
`;

interface Part {
	title: string;
	run: (setting: Setting, service: () => Promise<ServiceProcess>) => Promise<Findings>;
}

const parts: Record<string, Part> = {
	a: {
		title: 'Reads without a limit',
		run: async (setting, service) => await reads(setting, await service()),
	},
	b: {
		title: 'Transfers with a limit',
		run: async (setting, service) => await transfers(setting, await service()),
	},
	c: {
		title: 'The same analytics many times',
		run: async (setting, service) => await analytics(setting, await service()),
	},
	d: { title: 'Deliveries to a real n8n', run: deliveries },
	e: { title: 'The signature check', run: signatures },
	f: { title: 'Loading time and size', run: loading },
	g: { title: 'Payments by key', run: keyed },
};

/** `npm run bench`. */
export async function main(args: string[]): Promise<void> {
	exitOnSignals();
	const { values } = parse({
		args,
		options: {
			only: { type: 'string' },
			repeat: { type: 'string' },
			quick: { type: 'boolean', default: false },
			write: { type: 'boolean', default: false },
			profile: { type: 'string' },
			keep: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		const list = Object.entries(parts).map(([letter, { title }]) => `${letter} ${title}`);
		say(HELP.replace('LETTERS_AND_TITLES', list.join(', ')));
		return;
	}
	const chosen = choose(values.only);
	if (values.write && (values.quick || values.profile || chosen.length < Object.keys(parts).length)) {
		throw new UsageError('--write is for a whole run: leave out --only, --quick and --profile.');
	}
	const repeat = repetitions(values.repeat, values.quick ? QUICK_REPETITIONS : REPETITIONS);
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-bench-'));
	const all: Findings = { rows: [], notes: [] };
	let service: Promise<ServiceProcess> | undefined;
	try {
		const host = await installHost();
		const machine = describeMachine(host, repeat);
		const packageTarball = process.env.REWARDS_ENGAGEMENT_TARBALL ?? (await packTarball(folder));
		const setting: Setting = {
			host,
			folder,
			packageTarball,
			packageFolder: unpack(packageTarball, folder),
			programs: compilePrograms(folder),
			repeat,
			scale: values.quick ? QUICK_SCALE : 1,
			profiles: values.profile && path.resolve(values.profile),
		};
		const step = createSteps(chosen.length);
		for (const { title, run } of chosen) {
			step(title);
			const { rows, notes } = await run(setting, () => (service ??= ServiceProcess.start()));
			all.rows.push(...rows);
			all.notes.push(...notes);
		}
		say();
		for (const line of [...machine.map((fact) => fact.replace(/^- /, '')), '', ...forTerminal(all)])
			say(line);
		if (values.write) write([...machine, '', ...asMarkdown(all)]);
	} finally {
		(await service)?.stop();
		if (values.keep) say(`Everything is kept in ${folder}.`);
		else fs.rmSync(folder, { recursive: true, force: true });
	}
}

function choose(only: string | undefined): Part[] {
	if (only === undefined) return Object.values(parts);
	return only.split(',').map((letter) => {
		const part = parts[letter.trim()];
		if (part) return part;
		throw new UsageError(`There is no part "${letter}". There are: ${Object.keys(parts).join(', ')}.`);
	});
}

function repetitions(text: string | undefined, fallback: number): number {
	const number = text === undefined ? fallback : Number(text);
	if (Number.isSafeInteger(number) && number >= 1) return number;
	throw new UsageError(`--repeat must be a whole number from 1, and is "${text}".`);
}

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
