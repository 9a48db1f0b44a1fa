import fs from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import type { IDataObject, INode, INodeParameters, IRunExecutionData } from 'n8n-workflow';

import { root } from '../../../scripts/lib/project';
import { useSteadyClock } from '../../harness/clock';
import { byId } from '../../harness/workflows/nodes';
import { runGraph, type GraphOptions } from '../engine';
import { startHttpServer, type HttpServer } from '../httpServer';
import { NODE, SPLIT, START, TRIGGER } from '../nodeTypes';
import { processedValues, store } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

useSteadyClock();
const service = useService();
withoutPauses();

/** In front of the service. It shows its process when a request arrives, and when the service has processed it. */
let front: HttpServer;
let watching: Process | undefined;
let underWay = 0;

beforeAll(async () => (front = await startHttpServer((request, response) => void passOn(request, response))));
afterAll(async () => await front.stop());

async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
	underWay++;
	const { authorization = '' } = request.headers;
	const body = await text(request);
	watching?.step();
	if (watching?.isDead && watching.losesRequest) response.destroy();
	else {
		const answer = await fetch(`${service.baseUrl}${request.url}`, {
			method: request.method,
			headers: { authorization, 'content-type': 'application/json' },
			body: body === '' ? undefined : body,
		});
		const content = await answer.text();
		watching?.step();
		if (watching?.isDead) response.destroy();
		else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(content);
	}
	underWay--;
}

/** Waits until no request is under way, and none may still follow from a killed execution. */
async function idle(): Promise<void> {
	for (let turns = 0; turns < 5; turns++) {
		await new Promise((resolve) => setImmediate(resolve));
		if (underWay > 0) turns = 0;
	}
}

/** The steps of a payment, with the names in the table of docs/idempotency.md. */
const ROWS = {
	prepared: 'the item is prepared',
	claimed: 'the keys are claimed',
	sent: 'the request is sent',
	answered: 'the answer is received',
	settled: 'the outcome is recorded',
	saved: 'the execution is saved',
} as const;
type Step = keyof typeof ROWS;

/** The next run's report about an item. `kept`: the node does not run, because its result is stored. */
type Report = 'sent' | 'skipped' | 'unknown' | 'kept';

type Origin = 'event' | 'key' | 'execution';
type Next = 'redelivery' | 'retry';

/** The statements of the table, by the text of its first column. */
const table = new Map(
	fs
		.readFileSync(path.join(root, 'docs', 'idempotency.md'), 'utf8')
		.split('\n')
		.filter((line) => line.startsWith('| the '))
		.map((line) => line.split('|').map((cell) => cell.trim()))
		.map(([, step = '', ...cells]) => [step, cells]),
);

const COLUMNS = { redelivery: 0, retry: 1 } as const;

/** A cell may have two statements: the usual one, and one for an item that the service refused. */
function promised(step: Step, { refusesAfter }: Payment, next: Next): string {
	const [usual, ifRefused = usual] = (table.get(ROWS[step])?.[COLUMNS[next]] ?? 'not in the table').split(
		', ',
	);
	return refusesAfter === 0 ? ifRefused!.replace(' if refused', '') : usual!;
}

/** What the table tells the user to do with a left key: when the request was applied, and when it was not. */
const userDoes = (step: Step) => table.get(ROWS[step])?.[2] ?? 'not in the table';

const AMOUNT = 5;

interface Payment {
	origin: Origin;
	isBulk?: boolean;
	/** The service accepts this many requests before it refuses one. */
	refusesAfter?: number;
	onError?: INode['onError'];
}

interface Ended {
	executionId: string;
	run?: IRunExecutionData;
	/** The data that n8n saved. */
	saved?: IRunExecutionData;
}

/** One process. It may die at any of its steps: writes to n8n's store, requests, and n8n's own save. */
class Process {
	isDead = false;
	steps = 0;
	requests = 0;
	answers = 0;
	hasSaved = false;
	/** Whether it died when one of its requests arrived. */
	isLosable = false;
	readonly death: Promise<undefined>;
	readonly running = new AbortController();
	private die = () => {};

	constructor(
		private readonly rows: string,
		private readonly dies = Infinity,
		/** Whether a request is lost that arrives when it dies. */
		readonly losesRequest = false,
	) {
		this.death = new Promise((resolve) => (this.die = () => resolve(undefined)));
		store.wait = async (row) => await this.write(row);
		store.written = async (row) => await this.write(row);
	}

	step(): void {
		if (this.isDead) return;
		const isArrival = this.requests === this.answers;
		this.next();
		if (isArrival) this.requests++;
		else if (!this.isDead) this.answers++;
		this.isLosable = isArrival && this.isDead;
	}

	/** @returns whether the process still lives */
	save(): boolean {
		this.next();
		if (this.isDead) return false;
		this.hasSaved = true;
		this.next();
		return true;
	}

	private async write(row: string): Promise<void> {
		if (!row.startsWith(this.rows)) return;
		this.next();
		// A process that died never continues.
		if (this.isDead) await new Promise<void>(() => {});
	}

	private next(): void {
		if (this.isDead || this.steps++ !== this.dies) return;
		this.isDead = true;
		this.running.abort();
		this.die();
	}
}

let processes = 0;
let executions = 0;

class Story {
	private id = `killed ${++processes}`;
	private readonly recipients = [service.ids.members.chen, service.ids.members.dalia];
	private readonly before = service.control.ledger().entries.length;
	private process?: Process;
	/**
	 * Whether one of its processes died, and whether one of its requests arrived at that moment, so that it may have
	 * been lost.
	 */
	isDead = false;
	isLosable = false;

	constructor(readonly payment: Payment) {}

	get isBulk(): boolean {
		return this.payment.isBulk === true;
	}

	get items(): string[] {
		return this.isBulk || this.payment.refusesAfter === 1 ? this.recipients : this.recipients.slice(0, 1);
	}

	/** Pays in a separate process. @param isLost whether a request is lost that arrives when the process dies */
	async pay({
		dies,
		isLost = false,
		retryOf,
	}: {
		dies?: number;
		isLost?: boolean;
		retryOf?: Ended;
	}): Promise<Ended> {
		this.newProcess();
		const process = (this.process = new Process(`${this.id} `, dies, isLost));
		watching = process;
		const ended: Ended = { executionId: String(++executions) };
		const list = this.items.map((to, index) => ({ to, key: `order-${index}` }));
		const event = this.payment.origin === 'event' ? { eventId: 'e1', type: 'quest.completed' } : {};
		const executing = runGraph({
			...this.graph(),
			input: [{ ...event, list }],
			...(retryOf?.saved && { retryOf: { data: retryOf.saved } }),
			mode: retryOf ? 'retry' : 'trigger',
			executionId: ended.executionId,
			retryOfId: retryOf?.executionId,
			signal: process.running.signal,
			saved: (data) => {
				if (process.save()) ended.saved = JSON.parse(JSON.stringify(data)) as IRunExecutionData;
			},
		});
		ended.run = (await Promise.race([executing, process.death]))?.run.data;
		await idle();
		this.isDead ||= process.isDead;
		this.isLosable ||= process.isLosable;
		delete store.wait;
		delete store.written;
		watching = undefined;
		return ended;
	}

	/** The progress of each item when the process died. */
	reached(): Step[] {
		const { requests, answers, hasSaved } = this.process!;
		const { notes, keys } = this.left();
		return this.items.map((_item, index) => {
			if (hasSaved) return 'saved';
			if (answers > 0) return notes === 0 ? 'settled' : 'answered';
			if (requests > 0) return 'sent';
			return index < keys ? 'claimed' : 'prepared';
		});
	}

	/** The number of notes and keys in n8n's store. */
	private left(): { notes: number; keys: number } {
		const values = [...processedValues]
			.filter(([row]) => row.startsWith(`${this.id} `))
			.flatMap(([, kept]) => kept);
		return {
			notes: values.filter((value) => value.endsWith('\u0000open')).length,
			keys: values.filter((value) => /^[^\u0000]+$/.test(value)).length,
		};
	}

	/** The reports of the node's last run about each item. @param earlier the data that n8n had saved before it */
	reports({ run }: Ended, earlier?: IRunExecutionData): Array<Report | 'notApplied'> {
		const runs = run?.resultData.runData.Pay ?? [];
		if (runs.length > 0 && runs.length === earlier?.resultData.runData.Pay?.length && !runs.at(-1)?.error)
			return this.items.map(() => 'kept');
		const found = (runs.at(-1)?.data?.main ?? []).flatMap((items) => items ?? []);
		return this.items.map((_item, index) => {
			const { json } = found.find(({ pairedItem }) => (pairedItem as { item: number }).item === index)!;
			const { outcome } = (json.details ?? {}) as { outcome?: 'unknown' | 'notApplied' };
			return outcome ?? (json.skipped === true ? 'skipped' : 'sent');
		});
	}

	/** The keys in the items. */
	keys({ run }: Ended): Array<string | undefined> {
		const found = (run?.resultData.runData.Pay?.at(-1)?.data?.main ?? []).flatMap((items) => items ?? []);
		return this.items.map((_item, index) => {
			const { json } = found.find(({ pairedItem }) => (pairedItem as { item: number }).item === index)!;
			return (json.details as IDataObject | undefined)?.idempotencyKey as string | undefined;
		});
	}

	/** How often each item was paid. */
	paid(): number[] {
		const entries = service.control.ledger().entries.slice(this.before);
		return this.items.map(
			(to) => entries.filter((entry) => entry.to === to && Number(entry.amount) === AMOUNT).length,
		);
	}

	/** A person settles a key. @returns the output of the operation */
	async settle(operation: 'confirm' | 'release', idempotencyKey: string): Promise<IDataObject | undefined> {
		const settling: INodeParameters = { resource: 'idempotencyKey', operation, idempotencyKey };
		const { of } = await runGraph({
			credential: this.credential(),
			workflowId: this.id,
			nodes: { Start: { type: START }, Pay: { type: NODE }, Settle: { type: NODE, parameters: settling } },
			connections: { Start: [['Settle']] },
		});
		return of('Settle').items[0]?.json;
	}

	/** The next process finds only n8n's store. */
	private newProcess(): void {
		const before = `${this.id} `;
		this.id = `killed ${++processes}`;
		for (const [row, values] of [...processedValues]) {
			if (!row.startsWith(before)) continue;
			processedValues.delete(row);
			processedValues.set(`${this.id} ${row.slice(before.length)}`, values);
		}
	}

	private credential() {
		return service.credential({ baseUrl: front.url });
	}

	private graph(): Omit<GraphOptions, 'input'> {
		const { origin, onError = 'continueErrorOutput' } = this.payment;
		return {
			credential: this.credential(),
			workflowId: this.id,
			nodes: {
				Start: { type: origin === 'event' ? TRIGGER : START },
				Split: { type: SPLIT },
				Pay: {
					type: NODE,
					onError,
					parameters: {
						resource: 'member',
						operation: this.isBulk ? 'updateBalances' : 'updateBalance',
						serviceId: byId('={{ $json.to }}'),
						currencyId: byId(service.ids.currencies.stars),
						amount: AMOUNT,
						...(origin === 'key' && { repeatProtection: 'key', idempotencyKey: '={{ $json.key }}' }),
						options: { retries: 0 },
					},
				},
				// The next node fails, so that a person may retry the execution.
				End: { type: NODE, parameters: { resource: 'none', operation: 'none' } },
			},
			connections: { Start: [['Split']], Split: [['Pay']], Pay: [['End'], ['End']] },
		};
	}
}

function refuse(after: number): void {
	const operation = 'member.updateBalance';
	if (after > 0) service.control.addFault({ operation, kind: 'delay', delay: 1, times: after });
	service.control.addFault({ operation, kind: 'status', status: 403, when: 'before', times: 1 });
}

const begin = async (payment: Payment): Promise<Story> => {
	await service.control.reset();
	processedValues.clear();
	if (payment.refusesAfter !== undefined) refuse(payment.refusesAfter);
	return new Story(payment);
};

/** Settles unknown outcomes manually, as the table says. */
async function settleAll(story: Story, ended: Ended, steps: readonly Step[]): Promise<void> {
	const paid = story.paid();
	for (const [index, key] of story.keys(ended).entries()) {
		if (key === undefined) continue;
		const wanted = userDoes(steps[index]!);
		const [operation, said] =
			paid[index] === 0 ? (['release', 'released'] as const) : (['confirm', 'confirmed'] as const);
		expect(wanted.toLowerCase()).toContain(operation);
		expect(await story.settle(operation, key)).toMatchObject({ [said]: true, status: 'pending' });
	}
}

/** The events after n8n was killed: the next run, the person's actions, and one more run. */
async function goOn(story: Story, killed: Ended, next: Next, steps: readonly Step[]): Promise<void> {
	const { payment } = story;
	service.control.clearFaults();
	const retryOf = next === 'retry' ? killed : undefined;
	const first = await story.pay({ retryOf });
	expect({ steps, reports: story.reports(first, retryOf?.saved) }).toEqual({
		steps,
		reports: steps.map((step) => promised(step, payment, next)),
	});
	await settleAll(story, first, steps);
	// A person retries the newest attempt, unless it was refused. An earlier attempt sends nothing.
	const isRefused = story.reports(first, retryOf?.saved).includes('unknown');
	const newest = retryOf && (isRefused ? killed : first);
	const last = await story.pay({ retryOf: newest });
	if (retryOf) await story.pay({ retryOf });
	// Once n8n has saved the result, it does not run the node again for items that the service refused.
	const isLeft = payment.refusesAfter === 0 && retryOf?.saved !== undefined;
	expect({ steps, paid: story.paid() }).toEqual({ steps, paid: steps.map(() => (isLeft ? 0 : 1)) });
	expect(story.reports(last, newest?.saved)).not.toContain('unknown');
}

const ORIGINS = [
	{ origin: 'event' },
	{ origin: 'event', isBulk: true },
	{ origin: 'event', refusesAfter: 0 },
	{ origin: 'key' },
	{ origin: 'key', isBulk: true },
	{ origin: 'key', refusesAfter: 0 },
	{ origin: 'execution' },
	{ origin: 'execution', isBulk: true },
	{ origin: 'execution', refusesAfter: 0 },
] as const satisfies Payment[];

/** Kills n8n at every step of a payment. @returns the problems, by the step that an item had reached */
async function killEverywhere(payment: Payment, next: Next): Promise<Map<Step, string[]>> {
	const problems = new Map<Step, string[]>();
	const die = async (dies: number, isLost: boolean): Promise<Story> => {
		const story = await begin(payment);
		const killed = await story.pay({ dies, isLost });
		if (!story.isDead) return story;
		const steps = story.reached();
		const wrong = await goOn(story, killed, next, steps).then(
			() => [],
			(error: Error) => [`killed at step ${dies}: ${error.message}`],
		);
		for (const step of steps) problems.set(step, [...(problems.get(step) ?? []), ...wrong]);
		return story;
	};
	for (let at = 0; ; at++) {
		const { isDead, isLosable } = await die(at, false);
		if (!isDead) return problems;
		if (isLosable) await die(at, true);
	}
}

it('the table has these steps and no others', () => {
	expect([...table.keys()]).toEqual(Object.values(ROWS));
});

const CASES = ORIGINS.flatMap((payment: Payment) =>
	(payment.origin === 'execution' ? (['retry'] as const) : (['redelivery', 'retry'] as const)).map(
		(next) => [JSON.stringify(payment), next, payment] as const,
	),
);

describe.each(CASES)(
	'a payment %s is made once, and the %s reports as in the table',
	(_name, next, payment) => {
		let problems: Map<Step, string[]>;
		beforeAll(async () => (problems = await killEverywhere(payment, next)), 120_000);

		it.each(Object.entries(ROWS))('if n8n is killed at the step "%s": %s', (step) =>
			expect(problems.get(step as Step)).toEqual([]),
		);
	},
);

it.each(['event', 'key', 'execution'] as const)(
	'a retry that runs the node again skips what was applied and sends the rest, once n8n has saved (%s)',
	async (origin) => {
		const payment: Payment = { origin, refusesAfter: 1, onError: 'stopWorkflow' };
		let saves = 0;
		for (let at = 0; ; at++) {
			const story = await begin(payment);
			const killed = await story.pay({ dies: at });
			if (!story.isDead) break;
			if (!killed.saved) continue;
			saves++;
			service.control.clearFaults();
			const retry = await story.pay({ retryOf: killed });
			expect({ at, reports: story.reports(retry) }).toEqual({ at, reports: ['skipped', 'sent'] });
			await story.pay({ retryOf: killed });
			expect({ at, paid: story.paid() }).toEqual({ at, paid: [1, 1] });
		}
		expect(saves).toBeGreaterThanOrEqual(1);
	},
);
