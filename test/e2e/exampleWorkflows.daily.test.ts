// Every day, because it runs forty examples. At once: test/project/workflows.test.ts.
import fs from 'node:fs';
import path from 'node:path';

import { openBrowser } from '../harness/browser/chromium';
import type { Execution, Workflow } from '../harness/n8n/client';
import {
	fillIn,
	importExample,
	readExample,
	triggerOf,
	useLedgerOfExamples,
} from '../harness/workflows/examples';
import { modelCredential } from '../harness/workflows/agents';
import { EXAMPLE_STEP_MS, itemsOf, useExampleRuns } from '../harness/workflows/exampleRuns';
import { find } from '../../sandbox/base/state';
import { tasksOf } from '../../sandbox/resources/quest/tasks';
import { jsonOf } from '../harness/http/receiver';
import { startScriptedModel, type ModelMessage, type ScriptedModel } from '../harness/http/scriptedModel';
import { waitFor } from '../harness/process/wait';

const runs = useExampleRuns();
const { awards, executionAfter, importFilled, paidFromPool, realm, usePublished } = runs;
const unsettled = useLedgerOfExamples(() => runs.service.control.ledger().entries);

/** The rows of a CSV text. This reader is separate from the package's. */
function readCsv(text: string): Array<Record<string, string>> {
	const rows = text
		.replace(/^\uFEFF/, '')
		.trim()
		.split(/\r?\n/)
		.map((line) =>
			[...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
				.slice(0, line.endsWith(',') ? undefined : -1)
				.map(([, cell = '']) => cell.replace(/^"|"$/g, '').replaceAll('""', '"')),
		);
	const [columns = [], ...records] = rows;
	return records.map((cells) => Object.fromEntries(columns.map((column, index) => [column, cells[index]!])));
}

describe('quest-completed-bonus', () => {
	const workflow = usePublished(async () => {
		const { members, quests } = runs.service.ids;
		const example = fillIn(readExample('quest-completed-bonus'), {
			credential: runs.credential,
			values: {
				BONUS_POOL_MEMBER_ID: members.bonusPool,
				QUEST_ID: quests.weeklyWalk,
				CHAT_WEBHOOK_URL: `${runs.receiver.url}/chat`,
			},
		});
		// The trigger drops repeats itself. Without that, only the payment can recognize them.
		const trigger = triggerOf(example);
		trigger.parameters = { ...trigger.parameters, options: { deduplicateBy: 'off' } };
		return await runs.client.createWorkflow(example);
	});

	beforeEach(() => {
		runs.receiver.received.length = 0;
		runs.receiver.answer({ body: {} });
	});

	afterEach(() => runs.service.control.clearFaults());

	const transfers = () =>
		runs.service.requests.filter(({ operationId }) => operationId === 'member.transferBalance').length;

	const complete = async (quest: 'weeklyWalk' | 'firstSteps', memberId: string) => {
		const { ids, control } = runs.service;
		let [delivery] = control.deliveries();
		const execution = await executionAfter(workflow, () => {
			[delivery] = control.completeQuest(ids.quests[quest], memberId);
		});
		return { execution, deliveryId: delivery!.id };
	};

	const repeat = async (deliveryId: string) =>
		await executionAfter(workflow, () => runs.service.control.repeatDelivery(deliveryId));

	it.each([
		['weeklyWalk', 100],
		['firstSteps', 50],
	] as const)('pays for the quest %s what the table says: %i', async (quest, amount) => {
		const { goran } = runs.service.ids.members;
		const before = paidFromPool().length;
		const { execution } = await complete(quest, goran);
		expect(execution.status).toBe('success');
		expect(paidFromPool().slice(before)).toEqual([{ to: goran, amount }]);
	});

	it('pays once for an event, however often it comes', async () => {
		const { hana } = runs.service.ids.members;
		const before = paidFromPool().length;
		const { deliveryId } = await complete('firstSteps', hana);
		const again = await repeat(deliveryId);
		expect(again.status).toBe('success');
		expect(itemsOf(again, 'Pay bonus once')).toMatchObject([{ json: { skipped: true } }]);
		expect(paidFromPool().slice(before)).toEqual([{ to: hana, amount: 50 }]);
	});

	it('asks a person to look when nobody can know whether it was paid, and does not pay again', async () => {
		const { freya } = runs.service.ids.members;
		runs.service.control.addFault({
			operation: 'member.transferBalance',
			kind: 'drop',
			when: 'after',
		});
		const before = paidFromPool().length;
		const { execution, deliveryId } = await complete('weeklyWalk', freya);
		expect(execution.status).toBe('success');
		expect(runs.receiver.received).toHaveLength(1);
		expect(jsonOf(runs.receiver.received[0]!).text).toMatch(
			/^Please check in the service whether freya received the bonus for the quest "Weekly walk": Outcome unknown: /,
		);
		runs.service.control.clearFaults();
		const sent = transfers();
		await repeat(deliveryId);
		expect(transfers()).toBe(sent);
		expect(runs.receiver.received).toHaveLength(2);
		expect(paidFromPool().slice(before)).toEqual([{ to: freya, amount: 100 }]);
	});

	it('fails when it was surely not paid, and can then be paid', async () => {
		const { emeka } = runs.service.ids.members;
		runs.service.control.addFault({
			operation: 'member.transferBalance',
			kind: 'status',
			status: 403,
		});
		const before = paidFromPool().length;
		const { execution, deliveryId } = await complete('weeklyWalk', emeka);
		expect(execution.status).toBe('error');
		expect(execution.data.resultData.error?.message).toMatch(/^The bonus for emeka was not paid: /);
		expect(runs.receiver.received).toEqual([]);
		runs.service.control.clearFaults();
		// As the note says, n8n starts it at the last node.
		const retried = await executionAfter(workflow, async () => {
			await runs.client.retryExecution(execution.id, { loadWorkflow: true });
		});
		expect([retried.status, paidFromPool().length]).toEqual(['error', before]);
		await repeat(deliveryId);
		expect(paidFromPool().slice(before)).toEqual([{ to: emeka, amount: 100 }]);
	});
});

describe('scheduled-payout', () => {
	let workflow: Workflow;

	interface Row {
		payout: string;
		email: string;
		amount: number;
	}
	const emailOf = (name: string) => `${name}@members.example`;

	/** Writes the rows into the workflow, as its sticky note says, and runs it. */
	async function payOut(rows: Row[]) {
		const lines = rows.map(({ payout, email, amount }) => `${payout},${email},${amount}`);
		const table = ['payout,email,amount', ...lines, ''].join('\n');
		const nodes = workflow.nodes.map((node) => {
			if (node.name !== 'Set payout table') return node;
			const [column] = (node.parameters.assignments as { assignments: object[] }).assignments;
			return {
				...node,
				parameters: { ...node.parameters, assignments: { assignments: [{ ...column, value: table }] } },
			};
		});
		workflow = await runs.client.updateWorkflow({ ...workflow, nodes });
		const before = paidFromPool().length;
		const execution = await runs.client.runToEnd(workflow, triggerOf(workflow).name);
		expect(execution.data.resultData.error).toBeUndefined();
		const [list] = itemsOf(execution, 'Create retry list');
		const file = list && (await runs.client.file(`rest/binary-data?action=view&id=${list.binary?.data?.id}`));
		const summary = itemsOf(execution, 'Summarize results').map(({ json }) => [
			json.result,
			json.count_payout,
			json.sum_amount,
		]);
		return {
			paid: paidFromPool().slice(before),
			summary: summary.sort(([one], [other]) => String(one).localeCompare(String(other))),
			retryList: file && readCsv(file.text).map(({ payout, result, reason }) => ({ payout, result, reason })),
		};
	}

	beforeAll(async () => {
		const { members } = runs.service.ids;
		workflow = await importFilled('scheduled-payout', {
			BONUS_POOL_MEMBER_ID: members.bonusPool,
			FIRST_MEMBER_EMAIL: emailOf('ada'),
			SECOND_MEMBER_EMAIL: emailOf('bruno'),
		});
	});

	const rows: Record<'lost' | 'paid' | 'wrong' | 'tooMuch', Row> = {
		lost: { payout: 'one', email: emailOf('ada'), amount: 10 },
		paid: { payout: 'two', email: emailOf('bruno'), amount: 20 },
		wrong: { payout: 'three', email: emailOf('nobody'), amount: 30 },
		tooMuch: { payout: 'four', email: emailOf('chen'), amount: 5_000_000 },
	};

	it('pays the rows, sums up what became of them, and lists those not known to be paid', async () => {
		const { lost, paid, wrong, tooMuch } = rows;
		const { ada, bruno } = runs.service.ids.members;
		runs.service.control.addFault({
			operation: 'member.transferBalance',
			kind: 'drop',
			when: 'after',
			times: 1,
		});
		const run = await payOut([lost, paid, wrong, tooMuch]);
		expect(run.paid).toEqual([
			{ to: ada, amount: 10 },
			{ to: bruno, amount: 20 },
		]);
		expect(run.summary).toEqual([
			['not paid', 2, 5_000_030],
			['paid', 1, 20],
			['unknown', 1, 10],
		]);
		expect(run.retryList).toEqual([
			{ payout: 'one', result: 'unknown', reason: expect.stringContaining('Outcome unknown: ') },
			{
				payout: 'three',
				result: 'not paid',
				reason: expect.stringContaining('no member has the email address'),
			},
			{ payout: 'four', result: 'not paid', reason: expect.stringContaining('Insufficient balance') },
		]);
	});

	it('pays in the next run what was surely not paid, and nothing twice', async () => {
		const { lost, paid, tooMuch } = rows;
		const run = await payOut([lost, paid, { ...tooMuch, amount: 40 }]);
		expect(run.paid).toEqual([{ to: runs.service.ids.members.chen, amount: 40 }]);
		expect(run.summary).toEqual([
			['paid', 1, 40],
			['paid before', 1, 20],
			['unknown', 1, 10],
		]);
		expect(run.retryList).toMatchObject([{ payout: 'one', result: 'unknown' }]);
	});

	it('makes no retry list when everything is paid', async () => {
		const run = await payOut([rows.paid]);
		expect(run).toEqual({ paid: [], summary: [['paid before', 1, 20]], retryList: undefined });
	});
});

describe('leaderboard-bonus', () => {
	let workflow: Workflow;

	beforeAll(async () => {
		workflow = await importFilled('leaderboard-bonus', { CHAT_WEBHOOK_URL: `${runs.receiver.url}/chat` });
		await runs.client.publish(workflow);
	});
	afterAll(async () => await runs.client.deleteWorkflow(workflow.id));

	/** Runs the month until it waits, and returns the URL of the form. */
	async function ask(): Promise<{ id: string; text: string; form: string }> {
		runs.receiver.received.length = 0;
		runs.receiver.answer({ body: {} });
		const { executionId } = await runs.client.run(workflow, triggerOf(workflow).name);
		const text = await waitFor('the message to the chat', EXAMPLE_STEP_MS, () =>
			runs.receiver.received[0] ? String(jsonOf(runs.receiver.received[0]).text) : undefined,
		);
		await waitFor('the form', EXAMPLE_STEP_MS, async () => {
			const listed = await runs.client.listExecutions(workflow.id);
			return listed.find(({ id, status }) => id === executionId && status === 'waiting');
		});
		return { id: executionId!, text, form: /https?:\S+$/.exec(text)?.[0] ?? '' };
	}

	async function answer(form: string, decision: 'Approve' | 'Decline'): Promise<number> {
		const body = new FormData();
		body.set('field-0', decision);
		return (await fetch(form, { method: 'POST', body })).status;
	}

	const ended = async (id: string) =>
		await waitFor('the end of the run', EXAMPLE_STEP_MS, async () => {
			const listed = (await runs.client.listExecutions(workflow.id)).find((one) => one.id === id);
			const isOver = listed?.status === 'success' || listed?.status === 'error';
			return isOver ? await runs.client.getExecution(id) : undefined;
		});
	const countsOf = (execution: Execution) =>
		itemsOf(execution, 'Count results').map(({ json }) => [json.result, json.count_result]);

	it('awards nothing before somebody approved, then all of the list, and nothing again for a second answer', async () => {
		const before = awards().length;
		const { id, text, form } = await ask();
		expect(text).toMatch(/^Bonus for \d{4}-\d\d:\n1\. .*: 500\n2\. .*: 300\n3\. .*: 200\n4\. .*: 100\n/);
		expect(awards()).toHaveLength(before);
		await Promise.all([answer(form, 'Approve'), answer(form, 'Approve')]);
		const execution = await ended(id);
		expect(execution.data.resultData.error).toBeUndefined();
		expect(countsOf(execution)).toEqual([['awarded', 10]]);
		await answer(form, 'Approve');
		const made = awards().slice(before);
		expect(made.map(({ amount }) => amount).sort((one, other) => other - one)).toEqual([
			500,
			300,
			200,
			...Array<number>(7).fill(100),
		]);
		expect(new Set(made.map(({ to }) => to)).size).toBe(10);
	});

	it('awards nobody twice when the month runs and is approved again', async () => {
		const before = awards().length;
		const { id, form } = await ask();
		await answer(form, 'Approve');
		expect(countsOf(await ended(id))).toEqual([['awarded before', 10]]);
		expect(awards()).toHaveLength(before);
	});

	it('awards nothing when it is declined', async () => {
		const before = awards().length;
		const { id, form } = await ask();
		await answer(form, 'Decline');
		const execution = await ended(id);
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Award points in bulk')).toEqual([]);
		expect(awards()).toHaveLength(before);
	});
});

describe('collection-holders', () => {
	let workflow: Workflow;
	const runIt = async () => {
		runs.receiver.received.length = 0;
		runs.receiver.answer({ body: {} });
		return await runs.client.runToEnd(workflow, triggerOf(workflow).name);
	};
	const told = () => runs.receiver.received.map((request) => String(jsonOf(request).text));

	beforeAll(async () => {
		workflow = await importFilled('collection-holders', {
			CONTRACT_ADDRESS: runs.service.ids.collections.lampKeepers.contractAddress,
			CHAT_WEBHOOK_URL: `${runs.receiver.url}/chat`,
		});
	});
	afterAll(async () => {
		runs.service.control.clearFaults();
		await runs.client.deleteWorkflow(workflow.id);
	});

	/** Gives Bruno that many more NFTs of the collection. */
	function grow(count: number): void {
		const { nfts } = runs.service.state;
		const owner = runs.service.ids.wallets.bruno;
		for (let number = 0; number < count; number++) {
			nfts.push({ ...nfts[0]!, id: `grown-${number}`, tokenId: `grown-${number}`, owner });
		}
	}

	it('awards nothing, and says why, in a week that would cost more than is allowed', async () => {
		const before = awards().length;
		const known = runs.service.state.nfts.length;
		grow(500);
		const execution = await runIt();
		runs.service.state.nfts.length = known;
		expect(execution.data.resultData.error).toBeUndefined();
		expect(awards()).toHaveLength(before);
		expect(told()).toHaveLength(1);
		expect(told()[0]).toMatch(/^Points for holders, \d{4}-W\d\d: 4 failed or unknown\.\n/);
		expect(told()[0]).toContain(
			'Bruno Falk (502 NFTs): notApplied. Not sent: a total of 5060 of the default currency',
		);
	});

	it('tells the chat of each holder whom the service refused to award', async () => {
		const before = awards().length;
		runs.service.control.addFault({
			operation: 'member.updateBalances',
			kind: 'status',
			status: 403,
			body: { error: 'Forbidden', message: 'No.' },
		});
		await runIt();
		expect(told()[0]).toContain('Ada Lindqvist (2 NFTs): notApplied.');
		runs.service.control.clearFaults();
		expect(awards()).toHaveLength(before);
	});

	it('awards the members among the holders by the number of their NFTs', async () => {
		const { ada, bruno, chen, dalia } = runs.service.ids.members;
		const before = awards().length;
		const execution = await runIt();
		expect(execution.data.resultData.error).toBeUndefined();
		expect(awards().slice(before)).toEqual(
			expect.arrayContaining([
				{ to: ada, amount: 20 },
				{ to: bruno, amount: 20 },
				{ to: chen, amount: 10 },
				{ to: dalia, amount: 10 },
			]),
		);
		expect(awards()).toHaveLength(before + 4);
		expect(told()).toEqual([]);
		expect(runs.service.control.ledger().sum).toBe(0);
	});

	it('awards nobody twice in a week', async () => {
		const before = awards().length;
		const execution = await runIt();
		expect(itemsOf(execution, 'Points awarded').map(({ json }) => json.skipped)).toEqual([
			true,
			true,
			true,
			true,
		]);
		expect(awards()).toHaveLength(before);
	});
});

describe('raffle-draw', () => {
	const draws = () => runs.service.requests.filter(({ operationId }) => operationId === 'raffle.draw').length;
	const countsOf = (execution: Execution) =>
		itemsOf(execution, 'Count results').map(({ json }) => [json.result, json.count_result]);
	const aDayAgo = () => new Date(Date.now() - 24 * 60 * 60 * 1_000).toISOString();

	/** A raffle with two winners and four members with a ticket each, and the workflow that draws it. */
	async function start(raffleId: string) {
		const { ids, control } = runs.service;
		const { ada, bruno, chen, dalia } = ids.members;
		const { raffles } = realm();
		const known = find(raffles, ids.raffle, 'raffle');
		const raffle = {
			...known,
			id: raffleId,
			item: { ...known.item },
			winnerCount: 2,
			ticketPrice: 0,
			entries: [],
		};
		raffles.set(raffleId, raffle);
		for (const member of [ada, bruno, chen, dalia]) control.buyTickets(raffleId, member);
		const workflow = await importFilled('raffle-draw', { RAFFLE_ID: raffleId });
		const run = async () => await runs.client.runToEnd(workflow, triggerOf(workflow).name);
		return { raffle, run, end: () => (raffle.endDate = aDayAgo()) };
	}

	it('draws nothing before the end, then the winners once, and awards each of them once', async () => {
		const { raffle, run, end } = await start('raffle-of-the-week');
		const [made, drawn] = [awards().length, draws()];
		const early = await run();
		expect(early.status).toBe('success');
		expect([awards().length, draws()]).toEqual([made, drawn]);

		end();
		const execution = await run();
		expect(execution.data.resultData.error).toBeUndefined();
		expect(countsOf(execution)).toEqual([['awarded', 2]]);
		const { winners = [] } = raffle as { winners?: string[] };
		expect(new Set(winners).size).toBe(2);
		expect(awards().slice(made)).toMatchObject([
			{ to: winners[0], amount: 500 },
			{ to: winners[1], amount: 300 },
		]);

		expect(countsOf(await run())).toEqual([['awarded before', 2]]);
		expect([awards().length, draws()]).toEqual([made + 2, drawn + 1]);
	});

	it('awards the winners in the next run when the answer to the draw is lost, and does not draw again', async () => {
		const { run, end } = await start('raffle-of-the-month');
		const [made, drawn] = [awards().length, draws()];
		end();
		runs.service.control.addFault({ operation: 'raffle.draw', kind: 'drop', when: 'after', times: 1 });
		expect((await run()).data.resultData.error?.message).toContain('Outcome unknown: ');
		expect(awards()).toHaveLength(made);
		expect(countsOf(await run())).toEqual([['awarded', 2]]);
		expect([awards().length, draws()]).toEqual([made + 2, drawn + 1]);
	});
});

describe('store-report', () => {
	let workflow: Workflow;
	/** Restores the tests' changes of the store, which other tests also use. */
	let restore: () => void;

	beforeAll(async () => {
		const { storeItems, purchases } = realm();
		const [items, bought] = [structuredClone([...storeItems]), structuredClone([...purchases])];
		restore = () => {
			storeItems.clear();
			purchases.clear();
			items.forEach(([id, item]) => storeItems.set(id, item));
			bought.forEach(([id, purchase]) => purchases.set(id, purchase));
		};
		workflow = await importFilled('store-report', { CHAT_WEBHOOK_URL: `${runs.receiver.url}/chat` });
	});

	afterAll(() => restore());

	async function report(): Promise<string[]> {
		runs.receiver.received.length = 0;
		runs.receiver.answer({ body: {} });
		const execution = await runs.client.runToEnd(workflow, triggerOf(workflow).name);
		expect(execution.data.resultData.error).toBeUndefined();
		return runs.receiver.received.map((request) => String(jsonOf(request).text));
	}

	it('names what runs out and what is not finalized, and says nothing when there is neither', async () => {
		const { storeItems, purchases } = realm();
		const { poster, mug } = runs.service.ids.storeItems;
		for (const item of storeItems.values()) item.stock = 6;
		for (const purchase of purchases.values()) purchase.isFinalized = true;
		expect(await report()).toEqual([]);

		find(storeItems, poster, 'item').stock = 5;
		expect(await report()).toEqual(['Low stock:\nPoster (5 left)']);

		find(storeItems, mug, 'item').stock = null;
		const open = find(purchases, runs.service.ids.purchases.alsoOpen, 'purchase');
		open.isFinalized = false;
		expect(await report()).toEqual([
			`Low stock:\nPoster (5 left)\nNot finalized yet:\n2 × Poster, bought ${open.createdAt.slice(0, 10)} (${open.id})`,
		]);
	});

	it('takes a store without an item and without a purchase for nothing to report', async () => {
		const { storeItems, purchases } = realm();
		storeItems.clear();
		purchases.clear();
		expect(await report()).toEqual([]);
	});
});

describe('watch-the-setup', () => {
	const workflow = usePublished(async () => {
		const example = fillIn(readExample('watch-the-setup'), {
			credential: runs.credential,
			values: { CHAT_WEBHOOK_URL: `${runs.receiver.url}/chat` },
		});
		// An hour is too long for a test. n8n remembers values only from executions that the schedule starts.
		triggerOf(example).parameters = { rule: { interval: [{ field: 'seconds', secondsInterval: 3 }] } };
		runs.receiver.answer({ body: {} });
		return await runs.client.createWorkflow(example);
	});

	afterAll(() => runs.service.control.clearFaults());

	/** The messages to the team about the key so far. Other tests may change the results of other checks. */
	const toldOfKey = () =>
		runs.receiver.received
			.map((request) => String(jsonOf(request).text).split('\n'))
			.filter((lines) => lines.some((line) => line.startsWith('API key: ')));

	const refuseTheKey = (body: object) =>
		runs.service.control.addFault({ operation: 'realm.get', kind: 'status', status: 401, body });

	/** Waits until the workflow has run this many more times from start to end. */
	async function runsAgain(times: number): Promise<void> {
		const ended = async () =>
			(await runs.client.listExecutions(workflow.id)).filter(({ status }) =>
				['success', 'error'].includes(status),
			).length;
		// One that started earlier may still be under way.
		const enough = (await ended()) + times + 1;
		await waitFor(
			'the runs of the schedule',
			EXAMPLE_STEP_MS,
			async () => (await ended()) >= enough || undefined,
		);
	}

	it('tells once when a check fails, and once when it is in order again', async () => {
		await runsAgain(1);
		expect(toldOfKey()).toEqual([]);

		refuseTheKey({ error: 'Unauthorized', message: 'Invalid key' });
		await runsAgain(3);
		expect(toldOfKey()).toEqual([
			expect.arrayContaining([
				'Checks that failed:',
				expect.stringMatching(/^API key: The service did not accept the API key\. Create a new key/),
			]),
		]);

		runs.service.control.clearFaults();
		await runsAgain(3);
		expect(toldOfKey()).toHaveLength(2);
		expect(toldOfKey()[1]).toEqual(
			expect.arrayContaining(['Checks that pass again:', 'API key: The service accepts the API key']),
		);
	});

	it('tells again what did not arrive', async () => {
		runs.receiver.received.length = 0;
		runs.receiver.answer({ status: 500, body: {} });
		refuseTheKey({ error: 'Unauthorized', message: 'Invalid key' });
		await runsAgain(2);
		const tries = toldOfKey().length;
		expect(tries).toBeGreaterThan(1);

		runs.receiver.answer({ body: {} });
		await runsAgain(2);
		const arrived = toldOfKey().length;
		expect(arrived).toBeGreaterThan(tries);
		await runsAgain(2);
		expect(toldOfKey()).toHaveLength(arrived);
	});
});

describe('weekly-quest', () => {
	it('copies the template once a week, with all that is below it, and tells of it', async () => {
		const { weeklyWalk } = runs.service.ids.quests;
		const workflow = await importFilled('weekly-quest', {
			TEMPLATE_QUEST_ID: weeklyWalk,
			CHAT_WEBHOOK_URL: `${runs.receiver.url}/chat`,
		});
		const { quests } = realm();
		const before = new Set(quests.keys());
		const made = () => [...quests.values()].filter(({ id }) => !before.has(id));
		runs.receiver.received.length = 0;
		runs.receiver.answer({ body: {} });
		const run = async () => await runs.client.runToEnd(workflow, triggerOf(workflow).name);

		// It stops in the middle, and what it has made is removed again.
		runs.service.control.addFault({
			operation: 'taskAction.create',
			kind: 'status',
			status: 400,
			times: 1,
		});
		expect((await run()).data.resultData.error?.message).toContain('stopped in the middle');
		expect([made(), runs.receiver.received]).toEqual([[], []]);

		expect((await run()).data.resultData.error).toBeUndefined();
		const [copy, ...more] = made();
		expect(more).toEqual([]);
		expect(copy?.name).toMatch(/^Weekly walk \d{4}-W\d\d$/);
		const shape = (questId: string) =>
			tasksOf(realm(), questId).map(({ name, triggers, conditions, actions, transitions }) => ({
				name,
				parts: [triggers, conditions, actions, transitions].map((parts) => parts.length),
			}));
		expect(shape(copy!.id)).toEqual(shape(weeklyWalk));
		expect(shape(weeklyWalk).length).toBeGreaterThan(0);
		expect(runs.receiver.received.map((request) => jsonOf(request))).toEqual([
			{ text: `New quest: ${copy!.name}` },
		]);

		expect((await run()).status).toBe('success');
		expect(made()).toHaveLength(1);
		expect(runs.receiver.received).toHaveLength(1);
	});
});

describe('export-file', () => {
	let execution: Execution;

	beforeAll(async () => {
		const workflow = await importFilled('export-file', {
			EXPORT_JOB_ID: runs.service.ids.exports.running,
			FILE_PATH_AND_NAME: `=${runs.files}/{{ $binary.data.fileName }}`,
		});
		execution = await runs.client.runToEnd(workflow, triggerOf(workflow).name);
	});

	it('waits until the export is done', () => {
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Wait for export')).toMatchObject([{ json: { progress: 100 } }]);
	});

	it('gives one item for each row of the file', () => {
		const { records } = runs.service.state.exports.get(runs.service.ids.exports.running)!;
		const texts = records.map((record) =>
			Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value)])),
		);
		expect(texts.length).toBeGreaterThan(10);
		const rows = itemsOf(execution, 'Read rows').map(({ json }) => json);
		expect(rows).toEqual(texts);
	});

	it('keeps the file, byte by byte', () => {
		const [{ json, binary } = { json: {}, binary: undefined }] = itemsOf(execution, 'Download file');
		expect(binary?.data).toMatchObject({
			fileName: json.fileName,
			mimeType: 'text/csv',
			bytes: json.fileSize,
		});
		const kept = fs.readFileSync(path.join(runs.files, String(json.fileName)), 'utf8');
		expect(Buffer.byteLength(kept)).toBe(json.fileSize);
		expect(readCsv(kept)).toEqual(itemsOf(execution, 'Read rows').map((item) => item.json));
	});
});

describe('members-as-csv', () => {
	it('keeps a file with a row for each member and a column for each currency', async () => {
		const workflow = await importFilled('members-as-csv', {
			FILE_PATH_AND_NAME: `=${runs.files}/{{ $binary.data.fileName }}`,
		});
		const execution = await runs.client.runToEnd(workflow, triggerOf(workflow).name);
		expect(execution.status).toBe('success');
		const [{ binary } = { binary: undefined }] = itemsOf(execution, 'Create CSV file');
		expect(binary?.data?.fileName).toMatch(/^members-\d{4}-\d\d-\d\d\.csv$/);
		const rows = readCsv(fs.readFileSync(path.join(runs.files, String(binary?.data?.fileName)), 'utf8'));
		const { members } = realm();
		expect(rows.map(({ id }) => id).sort()).toEqual([...members.keys()].sort());
		const { ids, control } = runs.service;
		const stars = control
			.ledger()
			.accounts.find(
				({ holder, currencyId }) => holder === ids.members.ada && currencyId === ids.currencies.stars,
			);
		const ada = rows.find(({ id }) => id === ids.members.ada);
		expect(ada).toMatchObject({
			username: 'ada',
			email: 'ada@members.example',
			'balancesByCurrency.Stars': String(stars?.balance),
		});
		const columns = Object.keys(ada ?? {});
		expect(columns.slice(0, 5)).toEqual(['id', 'username', 'displayName', 'email', 'joinedAt']);
		expect(columns.slice(5).every((column) => column.startsWith('balancesByCurrency.'))).toBe(true);
	});
});

describe('weekly-analytics-digest', () => {
	let execution: Execution;
	let page: string;
	let analytics: {
		pointsSystemName: string;
		recentActivity: Array<{ date: string; pointsEarned: number; pointsSpent: number }>;
		topHolders: Array<{ username: string; balance: number }>;
	};

	beforeAll(async () => {
		const { ids, baseUrl, realmId, keys, control } = runs.service;
		control.completeQuest(ids.quests.firstSteps, ids.members.jonas);
		find(realm().members, ids.members.jonas, 'member').username = 'jonas <b> & "Co"';
		const workflow = await importFilled('weekly-analytics-digest', {
			CURRENCY_ID: ids.currencies.stars,
			FILE_PATH_AND_NAME: `=${runs.files}/{{ $binary.data.fileName }}`,
		});
		execution = await runs.client.runToEnd(workflow, triggerOf(workflow).name);
		const address = `${baseUrl}/api/v1/realms/${realmId}/currencies/${ids.currencies.stars}/analytics`;
		const answer = await fetch(`${address}?period=7d&includeTopHolders=true&topHoldersLimit=5`, {
			headers: { authorization: `Bearer ${keys.admin}` },
		});
		analytics = ((await answer.json()) as { data: typeof analytics }).data;
		const file = fs.readdirSync(runs.files).find((name) => /^points-\d{4}-\d\d-\d\d\.html$/.test(name));
		page = fs.readFileSync(path.join(runs.files, file ?? 'none'), 'utf8');
	});

	it('makes a page that n8n shows, and keeps it', () => {
		expect(execution.status).toBe('success');
		const [item] = itemsOf(execution, 'Convert page to file');
		expect(item?.binary?.data).toMatchObject({ mimeType: 'text/html', bytes: Buffer.byteLength(page) });
	});

	it('closes every element of the page that it opens', () => expect(unclosed(page)).toEqual([]));

	it('draws two bars for each day, as high as their figures, in a browser', async () => {
		const browser = await openBrowser();
		try {
			const tab = await browser.newPage();
			await tab.setContent(page);
			// A text, because it runs in the browser, and the tests do not have the browser's types.
			const boxes = await tab.evaluate<Array<{ top: number; bottom: number; left: number; right: number }>>(
				"['svg#chart', ...document.querySelectorAll('#chart rect')]" +
					'.map((bar) => (typeof bar === "string" ? document.querySelector(bar) : bar).getBoundingClientRect())' +
					'.map(({ top, bottom, left, right }) => ({ top, bottom, left, right }))',
			);
			const [chart, ...bars] = boxes;
			const figures = analytics.recentActivity.flatMap((day) => [day.pointsEarned, day.pointsSpent]);
			expect(analytics.recentActivity.some(({ pointsEarned }) => pointsEarned > 0)).toBe(true);
			expect(analytics.recentActivity.some(({ pointsSpent }) => pointsSpent > 0)).toBe(true);
			expect(bars).toHaveLength(figures.length);
			const heights = bars.map(({ top, bottom }) => bottom - top);
			const [most, tallest] = [Math.max(...figures), Math.max(...heights)];
			expect(tallest).toBeGreaterThan(100);
			heights.forEach((height, index) => expect(height).toBeCloseTo((tallest * figures[index]!) / most, 0));
			for (const { top, bottom, left, right } of bars) {
				expect(bottom).toBeCloseTo(bars[0]!.bottom, 1);
				expect([top > chart!.top, bottom < chart!.bottom, left > chart!.left, right < chart!.right]).toEqual(
					Array(4).fill(true),
				);
			}
		} finally {
			await browser.close();
		}
	});

	it('names the highest holders, whatever characters are in their names', () => {
		expect(analytics.topHolders).toHaveLength(5);
		expect(analytics.topHolders.map(({ username }) => username)).toContain('jonas <b> & "Co"');
		for (const { username, balance } of analytics.topHolders) {
			expect(page).toContain(
				`<td>${username.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</td><td>${balance.toLocaleString('en')}</td>`,
			);
		}
	});
});

/** The elements of a page that are opened but not closed, or closed but not opened. */
function unclosed(page: string): string[] {
	const open: string[] = [];
	const wrong: string[] = [];
	for (const [, close, name = '', self] of page.matchAll(/<(\/)?([a-z][a-z0-9]*)[^>]*?(\/)?>/gi)) {
		if (self || name === 'meta') continue;
		if (!close) open.push(name);
		else if (open.pop() !== name) wrong.push(`</${name}>`);
	}
	return [...wrong, ...open.map((name) => `<${name}>`)];
}

describe('new-member-welcome', () => {
	const workflow = usePublished(
		async () =>
			await importFilled('new-member-welcome', {
				BONUS_POOL_MEMBER_ID: runs.service.ids.members.bonusPool,
				CHAT_WEBHOOK_URL: `${runs.receiver.url}/chat`,
			}),
	);

	it('gives a start balance once, notes the welcome with the member, and greets them', async () => {
		const before = paidFromPool().length;
		let id = '';
		const execution = await executionAfter(workflow, () => {
			id = runs.service.control.joinMember('kiran <!channel>').id;
		});
		expect(execution.data.resultData.error).toBeUndefined();
		expect(paidFromPool().slice(before)).toEqual([{ to: id, amount: 100 }]);
		expect(realm().members.get(id)?.metadata).toEqual({
			welcomedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
		});
		expect(runs.receiver.received.map((request) => ({ where: request.path, body: jsonOf(request) }))).toEqual(
			[{ where: '/chat', body: { text: 'Welcome, kiran !channel!' } }],
		);
	});

	it('gives no second start balance to a member who left and came back', async () => {
		const [member] = [...realm().members.values()].filter(({ username }) => username === 'kiran <!channel>');
		const before = paidFromPool().length;
		const { id, username, displayName, joinedAt } = member!;
		await executionAfter(workflow, () =>
			runs.service.control.emit('member.joined', {
				member: { id, username, displayName, joinedAt, credentials: [], isBack: true },
			}),
		);
		expect(paidFromPool()).toHaveLength(before);
	});
});

describe('purchase-fulfilment', () => {
	const workflow = usePublished(
		async () => await importFilled('purchase-fulfilment', { FULFILLMENT_URL: `${runs.receiver.url}/orders` }),
	);

	const buy = async () => {
		const { ids, control } = runs.service;
		let purchaseId = '';
		const execution = await executionAfter(workflow, () => {
			purchaseId = control.buyItem(ids.storeItems.poster, ids.members.emeka).id;
		});
		return { execution, purchase: realm().purchases.get(purchaseId)! };
	};

	it('has the goods sent, then finalizes the purchase with the answer', async () => {
		runs.receiver.answer({ body: { tracking: 'PX-7' } });
		const { execution, purchase } = await buy();
		expect(execution.data.resultData.error).toBeUndefined();
		const { emeka } = runs.service.ids.members;
		expect(runs.receiver.received).toHaveLength(1);
		expect({ ...runs.receiver.received[0], body: jsonOf(runs.receiver.received[0]!) }).toMatchObject({
			path: '/orders',
			headers: { 'idempotency-key': itemsOf(execution, 'Purchase completed')[0]?.json.eventId },
			body: {
				purchaseId: purchase.id,
				item: { name: 'Poster', cost: 100 },
				member: { id: emeka, username: 'emeka' },
			},
		});
		expect(purchase).toMatchObject({
			isFinalized: true,
			finalizedMetadata: { fulfilledAt: expect.any(String), fulfillment: { tracking: 'PX-7' } },
		});
	});

	it('leaves the purchase open, and the run failed, when the goods could not be sent', async () => {
		runs.receiver.received.length = 0;
		runs.receiver.answer({ status: 503, body: { error: 'Closed for lunch' } });
		const { execution, purchase } = await buy();
		expect(execution.status).toBe('error');
		expect(purchase.isFinalized).toBe(false);
		const keys = runs.receiver.received.map(({ headers }) => headers['idempotency-key']);
		expect(keys).toHaveLength(3);
		expect(new Set(keys).size).toBe(1);
	});
});

describe('ai-agent-rewards', () => {
	let model: ScriptedModel;
	let workflow: Workflow;

	beforeAll(async () => {
		const { client, service } = runs;
		// The lookup decides who gets the points. The model asks for too many of them, twice.
		const give = (messages: ModelMessage[]) => ({
			tool: 'Give_points_to_a_member',
			arguments: {
				memberId: /[0-9a-f]{24}/.exec(String(messages.at(-1)?.content))?.[0] ?? '',
				amount: 5_000,
			},
		});
		let memberId = '';
		model = await startScriptedModel([
			() => ({ tool: 'Look_up_members', arguments: { usernames: 'dalia' } }),
			(messages) => {
				const call = give(messages);
				memberId = call.arguments.memberId;
				return call;
			},
			() => ({ tool: 'Give_points_to_a_member', arguments: { memberId, amount: 60 } }),
			(messages) => ({ say: `Done. The last tool said: ${String(messages.at(-1)?.content)}` }),
		]);
		const openAiApi = await modelCredential(client, model);
		workflow = await importExample(client, 'ai-agent-rewards', {
			credential: runs.credential,
			values: { BONUS_POOL_MEMBER_ID: service.ids.members.bonusPool, CHAT_MODEL: 'scripted' },
			otherCredentials: { 'Chat model': { openAiApi } },
		});
	});

	afterAll(async () => await model?.stop());

	/** Sends a message like the chat beside the editor, and waits for the agent's reply. */
	async function chat(chatInput: string): Promise<Execution> {
		const sessionId = 'example';
		const { waitingForWebhook } = await runs.client.run(workflow, triggerOf(workflow).name, sessionId);
		expect(waitingForWebhook).toBe(true);
		return await executionAfter(workflow, () =>
			fetch(`${runs.n8n.url}/webhook-test/${workflow.id}/${sessionId}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ action: 'sendMessage', sessionId, chatInput }),
			}),
		);
	}

	it('lets the model look members up and give points, within the bounds of the tool', async () => {
		const { dalia } = runs.service.ids.members;
		const before = paidFromPool().length;
		const execution = await chat('Thank dalia with 5000 points.');
		expect(execution.data.resultData.error).toBeUndefined();

		expect(model.tools.map(({ name }) => name).sort()).toEqual([
			'Give_points_to_a_member',
			'Look_up_members',
		]);
		const [give] = model.tools.filter(({ name }) => name.startsWith('Give'));
		expect(Object.keys(give?.parameters.properties ?? {}).sort()).toEqual(['amount', 'memberId']);
		// The model learned the member from the tool, not from the user.
		expect(JSON.stringify(model.heard[1]?.at(-1))).toContain(dalia);
		expect(paidFromPool().slice(before)).toEqual([{ to: dalia, amount: 100 }]);
		const [answer] = itemsOf(execution, 'Rewards assistant');
		// It asked again for the same event of the chat, with another amount.
		expect(answer?.json.output).toMatch(/^Done\. The last tool said: .*another request/);
	});
});

test('every example that pays has moved points in the ledger, and no other has', () =>
	expect(unsettled()).toEqual([]));

test('the service kept to its own description throughout, and its ledger is balanced', () => {
	expect(runs.service.contractViolations).toEqual([]);
	expect(runs.service.control.ledger().sum).toBe(0);
});
