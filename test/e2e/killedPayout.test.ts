import { setTimeout as sleep } from 'node:timers/promises';

import type { CredentialReference, Execution, RunItem, Workflow } from '../harness/n8n/client';
import { adminCredential } from '../harness/workflows/questBonus';
import { waitFor } from '../harness/process/wait';
import { Random, SEED } from '../harness/random';
import { troubles } from '../../sandbox/faults/faultPlan';
import { preparePayouts, transferredTo, type Payout } from '../harness/workflows/payouts';
import type { LoggedRequest } from '../../sandbox/base/requestLog';
import { PAY, payoutWorkflow } from '../harness/workflows/killedPayoutWorkflow';
import { OPEN_TIMEOUT_MS, openTestEnvironment, QUICK, type TestEnvironment } from '../harness/environment';

/** At most so many keys of a run are under way at a time (docs/idempotency.md). */
const MAX_OPEN = 25;
/** More than the highest number of keys that are claimed ahead, plus those that are paid before the kill. */
const COUNT = MAX_OPEN + 150;
/** The lowest and the highest number of payments before the kill. */
const [KILL_FROM, KILL_TO] = [20, 50];
const RATE = 0.3;
const random = new Random(SEED);
/** Longer than a kill of n8n takes. */
const HELD_MS = 3_000;
const RUN_MS = 240_000;
const TEST_MS = 8 * 60_000;

const UNFINISHED = ['new', 'running', 'waiting'];

let environment: TestEnvironment;
let credential: CredentialReference;

beforeAll(async () => {
	environment = await openTestEnvironment(QUICK);
	credential = await adminCredential(environment.client, environment.service);
}, OPEN_TIMEOUT_MS);

afterAll(async () => await environment?.close());

interface KeyedPayout extends Payout {
	payoutId: string;
}

interface PublishedPayout {
	workflow: Workflow;
	payouts: KeyedPayout[];
	/** Makes n8n pay all of them. Returns when the execution has started. */
	begin(this: void): Promise<void>;
}

async function publishPayouts(name: string): Promise<PublishedPayout> {
	const { client, service, n8n } = environment;
	const payouts = preparePayouts(service, COUNT).map((payout, index) => ({
		...payout,
		payoutId: `${name}-${index}`,
	}));
	const workflow = await client.createWorkflow(
		payoutWorkflow(name, service.ids.members.bonusPool, credential),
	);
	await client.publish(workflow);
	const begin = async () => {
		const response = await fetch(`${n8n.url}/webhook/${name}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ payouts }),
		});
		expect(response.status).toBe(200);
	};
	return { workflow, payouts, begin };
}

/** Every fault except the one that would end the run at once. Timeouts are rare. */
function plan(): void {
	const { '429 that asks for an hour': _hour, ...passing } = troubles;
	const faults = Object.values(passing).map((fault) => ({
		...fault,
		weight: fault.kind === 'timeout' ? 0.1 : 1,
	}));
	environment.service.control.setFaultPlan({
		operation: 'member.transferBalance',
		seed: SEED,
		rate: RATE,
		faults,
	});
}

const transfers = (): readonly LoggedRequest[] =>
	environment.service.requests.filter(({ operationId }) => operationId === 'member.transferBalance');

/** Waits until this many transfers were requested. */
async function untilAsked(count: number): Promise<void> {
	await waitFor(`${count} transfers`, RUN_MS, () => transfers().length >= count || undefined);
}

/** Delays the next transfer before or after the service acts, and returns when it is delayed. */
async function holdTransfer(when: 'before' | 'after'): Promise<LoggedRequest> {
	environment.service.control.addFault({
		operation: 'member.transferBalance',
		kind: 'delay',
		delay: HELD_MS,
		when,
		times: 1,
	});
	return await waitFor('a transfer to be held up', RUN_MS, () =>
		transfers().find(({ fault, status }) => fault === 'delay' && status === null),
	);
}

/** The new execution, which is not in `known`, once it has ended. */
async function endOfRun(workflow: Workflow, known: ReadonlySet<string>): Promise<Execution> {
	const { id } = await waitFor('the second run to end', RUN_MS, async () => {
		const executions = await environment.client.listExecutions(workflow.id);
		return executions.find((execution) => !known.has(execution.id) && !UNFINISHED.includes(execution.status));
	});
	return await environment.client.getExecution(id);
}

type Report = 'paid' | 'skipped' | 'notApplied' | 'unknown';

function reportsOf(execution: Execution, payouts: KeyedPayout[]): Map<string, Report[]> {
	const [main, errors] = execution.data.resultData.runData[PAY]?.[0]?.data?.main ?? [];
	const reports = new Map<string, Report[]>();
	const add = ({ pairedItem }: RunItem, report: Report) => {
		const { recipientId } = payouts[(pairedItem as { item: number }).item] as KeyedPayout;
		reports.set(recipientId, [...(reports.get(recipientId) ?? []), report]);
	};
	for (const item of main ?? []) add(item, item.json.skipped === true ? 'skipped' : 'paid');
	for (const item of errors ?? []) add(item, (item.json.details as { outcome: Report }).outcome);
	return reports;
}

/** The false statements in the report of the second execution, according to the ledger. */
function falsehoods(payouts: KeyedPayout[], reports: Map<string, Report[]>): string[] {
	const paid = transferredTo(environment.service);
	return payouts.flatMap(({ recipientId, amount, payoutId }) => {
		const amounts = paid.get(recipientId) ?? [];
		const [report, ...more] = reports.get(recipientId) ?? [];
		const truths: Record<Report, boolean> = {
			paid: amounts.length === 1,
			skipped: amounts.length === 1,
			notApplied: amounts.length === 0,
			unknown: amounts.length <= 1,
		};
		const isTrue = report !== undefined && more.length === 0 && truths[report];
		if (isTrue && amounts.every((moved) => moved === amount)) return [];
		return [
			`${payoutId} is reported as ${report} ${more.join(' ')} and was paid [${amounts.join(', ')}] of ${amount}`,
		];
	});
}

const count = (reports: Map<string, Report[]>, report: Report) =>
	[...reports.values()].filter(([first]) => first === report).length;

/** Each waits for its moment, and returns the payout under way, if it is known. */
const moments: Array<[moment: string, wait: () => Promise<LoggedRequest | undefined>]> = [
	['after the service paid and before its answer', async () => await holdTransfer('after')],
	['before the service pays what it was asked to', async () => await holdTransfer('before')],
	['at any moment', async () => void (await sleep(random.below(400)))],
];

it.each(moments)(
	'killed %s and started again, the run pays everything once or says that it does not know',
	async (moment, wait) => {
		const name = `killed-${moments.findIndex(([other]) => other === moment)}`;
		const { workflow, payouts, begin } = await publishPayouts(name);
		const before = transfers().length;
		plan();
		await begin();
		await untilAsked(before + KILL_FROM + random.below(KILL_TO - KILL_FROM));
		const underWay = await wait();
		await environment.n8n.kill();
		const paidAtKill = transferredTo(environment.service);
		const isPaid = ({ recipientId }: Payout) => paidAtKill.has(recipientId);
		expect(payouts.some(isPaid)).toBe(true);
		expect(payouts.every(isPaid)).toBe(false);

		await environment.n8n.restart();
		const known = new Set((await environment.client.listExecutions(workflow.id)).map(({ id }) => id));
		expect(known.size).toBe(1);
		await begin();
		const reports = reportsOf(await endOfRun(workflow, known), payouts);
		process.stderr.write(
			`Killed ${moment}: ${payouts.filter(isPaid).length} of ${COUNT} were paid; then ${count(reports, 'paid')} more, ` +
				`${count(reports, 'skipped')} skipped, ${count(reports, 'unknown')} unknown, ${count(reports, 'notApplied')} not paid\n`,
		);

		expect({ seed: SEED, falsehoods: falsehoods(payouts, reports) }).toEqual({ seed: SEED, falsehoods: [] });
		if (underWay) expect(reports.get((underWay.body as Payout).recipientId)).toEqual(['unknown']);
		expect(count(reports, 'skipped')).toBeGreaterThan(0);
		expect(count(reports, 'paid')).toBeGreaterThan(0);
		expect(environment.service.control.ledger().sum).toBe(0);
		expect(environment.service.contractViolations).toEqual([]);
	},
	TEST_MS,
);
