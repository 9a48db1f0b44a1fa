import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { installHost } from '../test/harness/n8n/install';
import { forgedOverHttp } from '../test/reliability/forged';
import { forgedInEngine } from '../test/reliability/forgedEngine';
import { limits } from '../test/reliability/limits';
import { payouts } from '../test/reliability/payout';
import { queueMode } from '../test/reliability/queueMode';
import { regularMode } from '../test/reliability/regular';
import { report, type Row } from '../test/reliability/report';
import type { Setting } from '../test/reliability/setting';
import { parse, UsageError } from './lib/arguments';
import { packTarball } from './lib/pack';
import { createSteps, say } from './lib/progress.cjs';
import { exitOnSignals } from './lib/signals.cjs';

const HELP = `npm run test:reliability [-- options]

Sends events to the trigger in a real n8n while things break, and counts what the workflow did.
Ends with a table; the exit code is not 0 when a promise of the README is broken.

  --events N          distinct events of each scenario that counts what a workflow did (EVENTS)
  --payouts N         events of each scenario that counts what was paid (PAYOUTS)
  --forged N          forged or malformed deliveries to the real n8n (FORGED)
  --forged-engine N   forged or malformed deliveries inside the engine (ENGINE)
  --quick             a tenth of all sizes that are not given
  --seed N            repeats the deliveries of an earlier run
  --only NAMES        some of: SCENARIOS
  --keep              leaves the folder with all logs and databases
`;

/** Half an hour on two cores. A payout writes n8n's store twice, so fewer of them take as long. */
const SIZES = { events: 5_000, payouts: 1_000, forged: 5_000, forgedInEngine: 100_000 };

const scenarios: Record<string, { title: string; run: (setting: Setting) => Promise<Row[]> }> = {
	regular: {
		title: 'Regular mode, n8n killed twice',
		run: async (setting) => await regularMode(setting, 'onReceived'),
	},
	finished: {
		title: 'Regular mode, acknowledged when finished, n8n killed twice',
		run: async (setting) => await regularMode(setting, 'whenFinished'),
	},
	payout: {
		title: 'Payouts with repeat protection, n8n killed twice',
		run: async (setting) => await payouts(setting, 'whenFinished'),
	},
	'payout-retry': {
		title: 'Payouts with repeat protection, n8n killed twice, the crashed executions retried',
		run: async (setting) => await payouts(setting, 'onReceived'),
	},
	queue: { title: 'Queue mode: a worker and Redis restarted, a worker killed', run: queueMode },
	forged: { title: 'Forged and malformed deliveries to the real n8n', run: forgedOverHttp },
	'forged-engine': { title: 'Forged and malformed deliveries inside the engine', run: forgedInEngine },
	limits: { title: 'Large bodies, slow senders, many senders', run: limits },
};

/** `npm run test:reliability`. */
export async function main(args: string[]): Promise<number> {
	exitOnSignals();
	const { values } = parse({
		args,
		options: {
			events: { type: 'string' },
			payouts: { type: 'string' },
			forged: { type: 'string' },
			'forged-engine': { type: 'string' },
			seed: { type: 'string' },
			only: { type: 'string' },
			quick: { type: 'boolean', default: false },
			keep: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		const words = {
			SCENARIOS: Object.keys(scenarios).join(', '),
			EVENTS: SIZES.events,
			PAYOUTS: SIZES.payouts,
			FORGED: SIZES.forged,
			ENGINE: SIZES.forgedInEngine,
		};
		say(
			HELP.replace(new RegExp(Object.keys(words).join('|'), 'g'), (word) =>
				String(words[word as keyof typeof words]),
			),
		);
		return 0;
	}
	const scale = values.quick ? 10 : 1;
	const seed = whole('--seed', values.seed, Math.floor(Math.random() * 2 ** 31));
	const chosen = chooseScenarios(values.only);
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-reliability-'));
	const rows: Row[] = [];
	const failures: string[] = [];
	try {
		const setting: Setting = {
			host: await installHost(),
			folder,
			packageTarball: process.env.REWARDS_ENGAGEMENT_TARBALL ?? (await packTarball(folder)),
			seed,
			events: whole('--events', values.events, SIZES.events / scale),
			payouts: whole('--payouts', values.payouts, SIZES.payouts / scale),
			forged: whole('--forged', values.forged, SIZES.forged / scale),
			forgedInEngine: whole('--forged-engine', values['forged-engine'], SIZES.forgedInEngine / scale),
		};
		say(`Seed ${seed}; repeat these deliveries with --seed ${seed}.`);
		const step = createSteps(chosen.length);
		for (const { title, run } of chosen) {
			step(title);
			await run(setting).then(
				(more) => rows.push(...more),
				(error: unknown) => {
					const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
					say(message);
					failures.push(`${title} broke off: ${message.split('\n')[0]}`);
				},
			);
		}
	} finally {
		if (values.keep) say(`Everything is kept in ${folder}.`);
		else fs.rmSync(folder, { recursive: true, force: true });
	}
	say();
	for (const line of [...report(rows), ...failures.map((failure) => `  ${failure}`)]) say(line);
	const broken = rows.some((row) => row.broken.length > 0) || failures.length > 0;
	say();
	say(broken ? 'Not every promise was kept.' : 'Every promise was kept.');
	return broken ? 1 : 0;
}

function chooseScenarios(only: string | undefined) {
	if (only === undefined) return Object.values(scenarios);
	return only.split(',').map((name) => {
		const scenario = scenarios[name.trim()];
		if (scenario) return scenario;
		throw new UsageError(`There is no scenario "${name}". There are: ${Object.keys(scenarios).join(', ')}.`);
	});
}

function whole(flag: string, text: string | undefined, fallback: number): number {
	const number = text === undefined ? fallback : Number(text);
	if (Number.isSafeInteger(number) && number >= 0) return number;
	throw new UsageError(`${flag} must be a whole number, and is "${text}".`);
}
