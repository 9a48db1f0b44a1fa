import { randomUUID } from 'node:crypto';

import type { LoggedRequest } from '../../sandbox/base/requestLog';
import { troubles } from '../../sandbox/faults/faultPlan';
import { openTestEnvironment, OPEN_TIMEOUT_MS, QUICK, type TestEnvironment } from '../harness/environment';
import type { CredentialReference, Execution, RunItem, Workflow, WorkflowInput } from '../harness/n8n/client';
import { waitFor } from '../harness/process/wait';
import { Random, SEED } from '../harness/random';
import { byId, placeInRow, type NewNode } from '../harness/workflows/nodes';
import { preparePayouts, transferredTo, type Payout } from '../harness/workflows/payouts';
import { adminCredential } from '../harness/workflows/questBonus';

const PAY = 'Pay';

const to = (node: string) => ({ node, type: 'main', index: 0 });

/**
 * A webhook receives a list of payouts, and each is paid once per key. Payouts with an unknown outcome leave through
 * the error output.
 */
function payoutWorkflow(path: string, senderId: string, credential: CredentialReference): WorkflowInput {
	const chain: NewNode[] = [
		{
			name: 'Payouts',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
			webhookId: randomUUID(),
		},
		{
			name: 'Each Payout',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'body.payouts', options: {} },
		},
		{
			name: PAY,
			type: 'n8n-nodes-rewards-engagement.rewardsEngagement',
			typeVersion: 1,
			credentials: { rewardsEngagementApi: credential },
			onError: 'continueErrorOutput',
			parameters: {
				resource: 'member',
				operation: 'transferBalance',
				serviceId: byId(senderId),
				recipientId: byId('={{ $json.recipientId }}'),
				currencyId: byId(''),
				amount: '={{ $json.amount }}',
				repeatProtection: 'key',
				idempotencyKey: '={{ $json.payoutId }}',
				options: { timeoutSeconds: 5, retries: 20 },
			},
		},
	];
	const links = chain.slice(1).map(({ name }, index) => [chain[index]?.name ?? '', { main: [[to(name)]] }]);
	return {
		name: 'Pay out',
		nodes: placeInRow(chain),
		connections: Object.fromEntries(links) as Record<string, unknown>,
		settings: {},
	};
}

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
const KILL_TEST_MS = 8 * 60_000;

const UNFINISHED = ['new', 'running', 'waiting'];

interface KeyedPayout extends Payout {
	payoutId: string;
}

type Report = 'paid' | 'skipped' | 'notApplied' | 'unknown';

/** An n8n instance that is killed while it pays under keys, and the service with troubles. */
class KilledPayouts {
	private environment!: TestEnvironment;
	private credential!: CredentialReference;

	async open(): Promise<void> {
		this.environment = await openTestEnvironment(QUICK);
		this.credential = await adminCredential(this.environment.client, this.environment.service);
	}

	async close(): Promise<void> {
		await this.environment?.close();
	}

	/**
	 * Pays, kills n8n after the service paid and before its answer, starts n8n again and pays the same list. Each payout
	 * must then be paid once, or reported as it is.
	 */
	async killAndPayAgain(): Promise<void> {
		const { client, n8n, service } = this.environment;
		const { workflow, payouts, begin } = await this.publish('paid');
		const before = this.transfers().length;
		this.plan();
		await begin();
		await this.untilAsked(before + KILL_FROM + random.below(KILL_TO - KILL_FROM));
		const underWay = await this.holdTransfer();
		await n8n.kill();
		const paidAtKill = transferredTo(service);
		const isPaid = ({ recipientId }: Payout) => paidAtKill.has(recipientId);
		expect(payouts.some(isPaid)).toBe(true);
		expect(payouts.every(isPaid)).toBe(false);

		await n8n.restart();
		const known = new Set((await client.listExecutions(workflow.id)).map(({ id }) => id));
		expect(known.size).toBe(1);
		await begin();
		const reports = reportsOf(await this.endOfRun(workflow, known), payouts);
		process.stderr.write(
			`Killed: ${payouts.filter(isPaid).length} of ${COUNT} were paid; then ${count(reports, 'paid')} more, ` +
				`${count(reports, 'skipped')} skipped, ${count(reports, 'unknown')} unknown, ${count(reports, 'notApplied')} not paid\n`,
		);

		const falsehoods = falsehoodsOf(payouts, reports, transferredTo(service));
		expect({ seed: SEED, falsehoods }).toEqual({ seed: SEED, falsehoods: [] });
		expect(reports.get((underWay.body as Payout).recipientId)).toEqual(['unknown']);
		expect(count(reports, 'skipped')).toBeGreaterThan(0);
		expect(count(reports, 'paid')).toBeGreaterThan(0);
		expect(service.control.ledger().sum).toBe(0);
		expect(service.contractViolations).toEqual([]);
	}

	/** Delays the answer to the next transfer, and returns when it is delayed. */
	private async holdTransfer(): Promise<LoggedRequest> {
		this.environment.service.control.addFault({
			operation: 'member.transferBalance',
			kind: 'delay',
			delay: HELD_MS,
			when: 'after',
			times: 1,
		});
		return await waitFor('a transfer to be held up', RUN_MS, () =>
			this.transfers().find(({ fault, status }) => fault === 'delay' && status === null),
		);
	}

	/** @returns `begin` makes n8n pay all of them, and returns when the execution has started */
	private async publish(name: string) {
		const { client, service, n8n } = this.environment;
		const payouts = preparePayouts(service, COUNT).map((payout, index) => ({
			...payout,
			payoutId: `${name}-${index}`,
		}));
		const sender = service.ids.members.bonusPool;
		const workflow = await client.createWorkflow(payoutWorkflow(name, sender, this.credential));
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
	private plan(): void {
		const { '429 that asks for an hour': _hour, ...passing } = troubles;
		const faults = Object.values(passing).map((fault) => ({
			...fault,
			weight: fault.kind === 'timeout' ? 0.1 : 1,
		}));
		this.environment.service.control.setFaultPlan({
			operation: 'member.transferBalance',
			seed: SEED,
			rate: RATE,
			faults,
		});
	}

	private transfers(): readonly LoggedRequest[] {
		const { requests } = this.environment.service;
		return requests.filter(({ operationId }) => operationId === 'member.transferBalance');
	}

	/** Waits until this many transfers were requested. */
	private async untilAsked(wanted: number): Promise<void> {
		await waitFor(`${wanted} transfers`, RUN_MS, () => this.transfers().length >= wanted || undefined);
	}

	/** The new execution, which is not in `known`, once it has ended. */
	private async endOfRun(workflow: Workflow, known: ReadonlySet<string>): Promise<Execution> {
		const { client } = this.environment;
		const { id } = await waitFor('the second run to end', RUN_MS, async () => {
			const executions = await client.listExecutions(workflow.id);
			return executions.find(
				(execution) => !known.has(execution.id) && !UNFINISHED.includes(execution.status),
			);
		});
		return await client.getExecution(id);
	}
}

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
function falsehoodsOf(
	payouts: KeyedPayout[],
	reports: Map<string, Report[]>,
	paid: Map<string, number[]>,
): string[] {
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

const payouts = new KilledPayouts();
beforeAll(async () => await payouts.open(), OPEN_TIMEOUT_MS);
afterAll(async () => await payouts.close());

it(
	'killed after the service paid and before its answer, the next run pays everything once or says that it does not know',
	async () => await payouts.killAndPayAgain(),
	KILL_TEST_MS,
);
