import { awards, forgedInEngine } from '../test/reliability/inEngine';
import { installHost } from '../test/harness/n8n/install';
import { ensureServers } from '../test/harness/process/servers';
import { forgedOverHttp } from '../test/reliability/forged';
import { limits } from '../test/reliability/limits';
import { payouts, regularMode } from '../test/reliability/regularMode';
import { polls, pollsInQueueMode } from '../test/reliability/polls';
import { queueMode } from '../test/reliability/queueMode';
import { report, type Row } from '../test/reliability/report';
import type { ReliabilityContext } from '../test/reliability/environment';
import { chosenFrom, command, whole } from './lib/command';
import { tellFailures, type Failure } from './lib/failures';
import { packageTarball } from './lib/pack';
import { createSteps, say } from './lib/progress';
import { SEED, withSeed } from './lib/seed';

type Sizes = Pick<
	ReliabilityContext,
	'events' | 'payouts' | 'polled' | 'forged' | 'forgedInEngine' | 'awards' | 'senders' | 'workerKill'
>;

/** Takes half an hour on two cores. A payout writes to n8n's store twice, so there are fewer of them. */
const SIZES: Sizes = {
	events: 5_000,
	payouts: 1_000,
	polled: 2_000,
	forged: 5_000,
	forgedInEngine: 100_000,
	awards: 10_000,
	senders: 200,
	workerKill: 60,
};

/** Takes a few minutes, and still checks each promise while n8n is killed. */
const QUICK_SIZES: Sizes = {
	...SIZES,
	events: 100,
	payouts: 40,
	polled: 80,
	forged: 300,
	senders: 50,
	workerKill: 30,
};

/**
 * With `--quick` n8n notices a dead worker within 20 s instead of 90. Milliseconds. A worker keeps its jobs this long
 * without renewing them, renews them this often, and n8n checks this often.
 */
const QUICK_QUEUE_SETTINGS = {
	QUEUE_WORKER_LOCK_DURATION: '15000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/** With `--quick`. Each scenario has a separate n8n, and mostly waits for retries and starts. */
const QUICK_AT_A_TIME = 2;

/** The slowest first. */
const scenarios: Record<string, { title: string; run: (context: ReliabilityContext) => Promise<Row[]> }> = {
	queue: { title: 'Queue mode: a worker and Redis restarted, a worker killed', run: queueMode },
	regular: {
		title: 'Regular mode, n8n killed twice',
		run: async (context) => await regularMode(context, 'immediately'),
	},
	finished: {
		title: 'Regular mode, responding when the workflow finishes, n8n killed twice',
		run: async (context) => await regularMode(context, 'whenFinished'),
	},
	payout: {
		title: 'Payouts with repeat protection, n8n killed twice',
		run: async (context) => await payouts(context, 'whenFinished'),
	},
	'payout-retry': {
		title: 'Payouts with repeat protection, n8n killed twice, the crashed executions retried',
		run: async (context) => await payouts(context, 'immediately'),
	},
	polls: { title: 'Polls, n8n killed twice and the service down once', run: polls },
	'polls-queue': {
		title: 'Polls in queue mode, the main killed twice, the worker and the service once',
		run: pollsInQueueMode,
	},
	forged: { title: 'Forged and malformed deliveries to the real n8n', run: forgedOverHttp },
	'forged-engine': { title: 'Forged and malformed deliveries inside the engine', run: forgedInEngine },
	awards: { title: 'Awards, purchases and tickets while 30 % of the requests fail', run: awards },
	limits: { title: 'Large bodies, slow senders, many senders', run: limits },
};

/**
 * The scenarios that `--quick` leaves out. Both payouts kill n8n in the same two modes and count in the service's
 * ledger, which is stricter. Each poll takes a minute, regardless of the sizes. The last two are suites of the engine
 * in larger sizes, and `npm test` runs those suites.
 */
const LEFT_OUT = ['regular', 'finished', 'polls', 'polls-queue', 'awards', 'forged-engine'];

const HELP = `npm run test:reliability [-- options]

Counts the effects of events in a real n8n while processes are killed and requests fail. The events come through the
trigger and the poll trigger. Prints a table. The exit code is not 0 when a promise of the README is broken.

Scenarios: ${Object.keys(scenarios).join(', ')}.

Options
  --events N          Distinct events in each scenario that counts executions. The default is ${SIZES.events}.
  --payouts N         Events in each scenario that counts payments. The default is ${SIZES.payouts}.
  --polled N          Events of each kind for the poll trigger. The default is ${SIZES.polled}.
  --forged N          Forged or malformed deliveries to the real n8n. The default is ${SIZES.forged}.
  --forged-engine N   Forged or malformed deliveries inside the engine. The default is ${SIZES.forgedInEngine}.
  --awards N          Awards and deductions of each operation that makes them, and as many mixed purchases, tickets and
                      awards. The default is ${SIZES.awards}.
  --quick             Uses small default sizes, and runs two scenarios at a time. It takes a few minutes. It leaves out
                      ${LEFT_OUT.join(', ')}. Add --only to run them.
  --only NAMES        Runs only these scenarios.
  --keep              Keeps the folder with all logs and databases.
`;

/** `npm run test:reliability`. */
export const main = command({
	name: 'reliability',
	help: HELP,
	options: {
		events: { type: 'string' },
		payouts: { type: 'string' },
		polled: { type: 'string' },
		forged: { type: 'string' },
		'forged-engine': { type: 'string' },
		awards: { type: 'string' },
		only: { type: 'string' },
		quick: { type: 'boolean' },
	},
	run: async ({ values, folder }) => {
		const sizes = values.quick ? QUICK_SIZES : SIZES;
		const queueSettings = values.quick ? QUICK_QUEUE_SETTINGS : {};
		const isQuick = values.quick && values.only === undefined;
		const offered = Object.fromEntries(
			Object.entries(scenarios).filter(([name]) => !isQuick || !LEFT_OUT.includes(name)),
		);
		const named = Object.entries(offered).map(([name, scenario]) => [name, { name, ...scenario }] as const);
		const chosen = chosenFrom(Object.fromEntries(named), '--only', values.only);
		const needed = {
			...sizes,
			events: whole('--events', values.events, sizes.events),
			payouts: whole('--payouts', values.payouts, sizes.payouts),
			polled: whole('--polled', values.polled, sizes.polled),
			forged: whole('--forged', values.forged, sizes.forged),
			forgedInEngine: whole('--forged-engine', values['forged-engine'], sizes.forgedInEngine),
			awards: whole('--awards', values.awards, sizes.awards),
		};
		if (chosen.some(({ name }) => name.includes('queue'))) await ensureServers();
		const host = await installHost();
		const context = {
			host,
			folder,
			packageTarball: await packageTarball(folder),
			queueSettings,
			...needed,
		};
		say(`The seed of the deliveries is ${SEED}. To change it, set REWARDS_ENGAGEMENT_SEED.`);
		const rows: Row[] = [];
		const failures: Failure[] = [];
		const step = createSteps(chosen.length);
		const left = [...chosen];
		const lane = async () => {
			for (let next = left.shift(); next; next = left.shift()) {
				const { name, title, run } = next;
				step(title);
				const again = withSeed(`npm run test:reliability -- ${values.quick ? '--quick ' : ''}--only ${name}`);
				await run(context).then(
					(more) => {
						rows.push(...more);
						for (const { scenario, broken } of more)
							failures.push(...broken.map((promise) => ({ what: `${scenario}: ${promise}`, again })));
					},
					(error: unknown) => {
						const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
						say(message);
						failures.push({ what: `${title} failed: ${message.split('\n')[0]}`, again });
					},
				);
			}
		};
		await Promise.all(Array.from({ length: values.quick ? QUICK_AT_A_TIME : 1 }, lane));
		say();
		for (const line of report(rows)) say(line);
		say(failures.length === 0 ? 'Every promise was kept.' : 'These promises were broken:');
		tellFailures(failures);
		return failures.length === 0 ? 0 : 1;
	},
});
