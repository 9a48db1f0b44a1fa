import { startTask } from '../../scripts/lib/progress';
import { startService } from '../../sandbox/service';
import { deliver, WHEN_NEEDED, type Round } from './deliveries';
import { publishTrigger } from './deliveryWorkflows';
import { openOnPostgres, openOnSqlite, remember, type Opened } from './databases';
import { compare, type Findings, type Row } from './report';
import type { BenchContext } from './context';

const DELIVERIES = 200;
const WARM_UP = 100;
/** As many as n8n keeps for a trigger. */
const REMEMBERED = 10_000;
const MOST = 1.3;
const TRIGGER = 'Event';

/** h) Deliveries to a trigger that remembers many events, compared with one that remembers none. */
export async function remembering(context: BenchContext): Promise<Findings> {
	const sqlite = await onDatabase(context, 'SQLite', await openOnSqlite(context, WHEN_NEEDED));
	const postgres = await onDatabase(context, 'PostgreSQL', await openOnPostgres(context, WHEN_NEEDED));
	return { rows: [...sqlite, ...postgres], notes: [] };
}

async function onDatabase(context: BenchContext, database: string, opened: Opened): Promise<Row[]> {
	const count = Math.ceil(DELIVERIES * context.scale);
	const warmUp = Math.ceil(WARM_UP * context.scale);
	const task = startTask(
		`${count} deliveries per round, with ${REMEMBERED} events remembered and with none, on ${database}`,
	);
	const service = await startService();
	try {
		const { client } = opened.n8n;
		const full = {
			receiver: await publishTrigger(client, service),
			remembered: REMEMBERED,
			rounds: [] as Round[],
		};
		const empty = { receiver: await publishTrigger(client, service), remembered: 0, rounds: [] as Round[] };
		let sent = 0;
		for (let round = -1; round < context.repeat; round++) {
			const size = round < 0 ? warmUp : count;
			for (const { receiver, remembered, rounds } of round % 2 === 0 ? [full, empty] : [empty, full]) {
				task.update({
					note: `round ${Math.max(0, round + 1)} of ${context.repeat}: ${remembered} remembered`,
				});
				// By now the first deliveries have made the rows.
				if (round >= 0) await remember(opened.query, receiver.workflow, TRIGGER, remembered);
				const result = await deliver(opened.n8n, receiver, service.realmId, sent, size);
				if (round >= 0) rounds.push(result);
			}
			sent += size;
		}
		task.succeed();
		const row = (what: string, number: (round: Round) => number) =>
			compare({
				part: 'h',
				what: `${what}, ${REMEMBERED.toLocaleString('en')} events remembered, ${database}`,
				against: 'No event remembered',
				unit: ' ms',
				ours: full.rounds.map(number),
				theirs: empty.rounds.map(number),
				atMost: MOST,
			});
		return [
			row('Time per delivery', ({ perSecond }) => 1_000 / perSecond),
			row("n8n's processor time per delivery", ({ cpu }) => cpu),
		];
	} catch (error) {
		task.fail();
		throw error;
	} finally {
		await opened.close();
		await service.stop();
	}
}
