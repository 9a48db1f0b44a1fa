// Every day, because it waits for n8n to poll. At once: test/project/workflows.test.ts.
import { issuer } from '../../sandbox/base/ledger';
import { startMailServer, type MailServer } from '../harness/mail/mailServer';
import { jsonOf } from '../harness/http/receiver';
import type { CredentialReference, Workflow } from '../harness/n8n/client';
import { waitFor } from '../harness/process/wait';
import { EXAMPLE_STEP_MS, itemsOf, useExampleRuns } from '../harness/workflows/exampleRuns';
import {
	fillIn,
	readExample,
	triggerOf,
	useLedgerOfExamples,
	type Entries,
} from '../harness/workflows/examples';
import { EVERY_TEN_SECONDS } from '../harness/workflows/nodes';

const runs = useExampleRuns();
const { awards, executionAfter, importFilled, usePublished } = runs;
const unsettled = useLedgerOfExamples(() => runs.service.control.ledger().entries);

const DAY_MS = 24 * 60 * 60_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const ids = () => runs.service.ids.members;
const member = (id: string) => runs.realm().members.get(id)!;
const sent = () => runs.receiver.received.map((request) => jsonOf(request));

beforeEach(() => {
	runs.receiver.received.length = 0;
	runs.receiver.answer({ body: {} });
});
afterEach(() => runs.service.control.clearFaults());

/** Imports an example that polls every ten seconds. */
async function importPolling(name: string, entries: Omit<Entries, 'credential'> = {}): Promise<Workflow> {
	const example = fillIn(readExample(name), { ...entries, credential: runs.credential });
	for (const node of example.nodes) {
		if (node.type.endsWith('PollTrigger'))
			node.parameters = { ...node.parameters, pollTimes: EVERY_TEN_SECONDS };
	}
	return await runs.client.createWorkflow(example);
}

/** Retries a failed execution, and returns the newest execution after its end. */
async function retried(workflow: { id: string }, id: string) {
	return await executionAfter(workflow, async () => await runs.client.retryExecution(id));
}

describe('leaderboard-post', () => {
	let workflow: Workflow;
	const post = async () => {
		const execution = await runs.client.runToEnd(workflow, triggerOf(workflow).name);
		return { execution, messages: sent() };
	};
	const linesOf = ({ content }: Record<string, unknown>) => String(content).split('\n').slice(1);
	/** A line whose name has no sign that Discord could read as more than text. */
	const SAFE = /^#\d+ (?:[\p{L}\p{N} ]|\\[!-/:-@[-`{-~])+: \*\*[\d,]+\*\*$/u;

	beforeAll(async () => {
		workflow = await importFilled('leaderboard-post', { CHAT_WEBHOOK_URL: `${runs.receiver.url}/discord` });
	});

	it('posts the places in order, whatever the names of the members are', async () => {
		member(ids().bonusPool).displayName = '@everyone **won**\n# [here](https://evil.example) <@1>';
		const [, second] = [...runs.realm().members.values()].sort(
			(a, b) => runs.balance(b.id) - runs.balance(a.id),
		);
		Object.assign(second!, { displayName: '', username: '`||_ada_||`' });
		const { execution, messages } = await post();
		expect(execution.data.resultData.error).toBeUndefined();
		expect(messages).toHaveLength(1);
		expect(messages[0]).toMatchObject({ allowed_mentions: { parse: [] } });
		const lines = linesOf(messages[0]!);
		expect(lines.filter((line) => !SAFE.test(line))).toEqual([]);
		const shown = lines.map((line) => line.replace(/\\(.)/g, '$1'));
		expect(shown[0]).toBe('#1 @everyone **won** # [here](https: **1,000,000**');
		expect(shown[1]).toContain('#2 `||_ada_||`: ');
		expect(shown.map((line) => /^#\d+/.exec(line)![0])).toEqual(
			Array.from({ length: 10 }, (_, index) => `#${index + 1}`),
		);
	});

	it('stays within the length of a message, with names of any length', async () => {
		const before = new Map([...runs.realm().members.values()].map((one) => [one.id, one.displayName]));
		const { control } = runs.service;
		for (let number = 0; number < 20; number++) control.joinMember(`fan-${number}`);
		for (const one of runs.realm().members.values()) one.displayName = '*'.repeat(200);
		for (const { id } of runs.realm().members.values()) {
			control.completeQuest(runs.service.ids.quests.firstSteps, id);
		}
		const [, limited] = workflow.nodes.filter(({ name }) => name !== 'How to set this up');
		limited!.parameters.limit = 50;
		await runs.client.updateWorkflow(workflow);
		const { messages } = await post();
		expect(linesOf(messages[0]!)).toHaveLength(20);
		expect(String(messages[0]!.content).length).toBeLessThanOrEqual(2_000);
		for (const [id, name] of before) member(id).displayName = name;
	});

	it('posts nothing if no member has points', async () => {
		runs.service.control.addFault({
			operation: 'member.getLeaderboard',
			kind: 'status',
			status: 200,
			body: { data: [], meta: {} },
		});
		const { execution, messages } = await post();
		expect([execution.status, messages]).toEqual(['success', []]);
	});

	it('fails if Discord accepts no try', async () => {
		runs.receiver.answer({ status: 429 });
		const { execution, messages } = await post();
		expect([execution.status, messages.length]).toEqual(['error', 3]);
	});

	describe('published', () => {
		const values = () => ({ CHAT_WEBHOOK_URL: `${runs.receiver.url}/discord` });
		const published = usePublished(async () => await importPolling('leaderboard-post', { values: values() }));

		it('announces in one message who enters the top, and neither who leaves it nor who moves in it', async () => {
			const { members, currencies } = runs.service.ids;
			const second = runs.service.control.joinMember('second').id;
			const entering = { [members.newcomer]: 'New *one*', [second]: 'Second' };
			// A retry must not repeat the message about one member because that about another one failed.
			runs.receiver.answer({ status: 429 });
			await executionAfter(published, async () => {
				let amount = 1_000_000;
				for (const [to, displayName] of Object.entries(entering)) {
					member(to).displayName = displayName;
					amount -= 100_000;
					const currencyId = currencies.stars;
					runs.realm().ledger.move({ currencyId, from: issuer, to, amount, memo: 'Test' });
				}
				await waitFor('the first try', EXAMPLE_STEP_MS, () => sent().length > 0 || undefined);
				runs.receiver.answer({ body: {} });
			});
			const content = expect.stringMatching(
				/^\*\*New in the leaderboard\*\*\n#2 New \\\*one\\\*: \*\*9.+\*\*\n#3 Second: \*\*8.+\*\*$/,
			) as string;
			expect(sent()).toEqual(Array(2).fill({ content, allowed_mentions: { parse: [] } }));
		});
	});
});

describe('anniversary-gift', () => {
	let workflow: Workflow;
	/** A test execution gets the newest member, as if this were the anniversary. */
	const celebrate = async (id: string, years: number) => {
		for (const one of runs.realm().members.values()) one.joinedAt = ago(20 * 366 * DAY_MS);
		member(id).joinedAt = ago((years * 365.25 + 2) * DAY_MS);
		const before = awards().length;
		const execution = await runs.client.runToEnd(workflow, triggerOf(workflow).name);
		return { execution, awarded: awards().slice(before) };
	};

	beforeAll(async () => {
		workflow = await importFilled('anniversary-gift', { CHAT_WEBHOOK_URL: `${runs.receiver.url}/chat` });
	});

	it('awards the gift of the year once, and congratulates once', async () => {
		const { ada } = ids();
		member(ada).displayName = 'Ada <!channel> *x*';
		const first = await celebrate(ada, 2);
		expect(first.execution.data.resultData.error).toBeUndefined();
		expect(first.awarded).toEqual([{ to: ada, amount: 250 }]);
		const again = await celebrate(ada, 2);
		expect([again.execution.status, again.awarded]).toEqual(['success', []]);
		expect(itemsOf(again.execution, 'Award gift once')).toMatchObject([{ json: { skipped: true } }]);
		expect(sent()).toEqual([{ text: 'Ada !channel x has been with us for 2 years and gets 250 points.' }]);
	});

	it.each([
		[1, 100],
		[7, 1000],
	])('awards for %i years what its list says: %i', async (years, amount) => {
		expect((await celebrate(ids().bruno, years)).awarded).toEqual([{ to: ids().bruno, amount }]);
	});

	it('fails if the gift is refused, and awards it in a later run', async () => {
		runs.service.control.addFault({ operation: 'member.updateBalance', kind: 'status', status: 403 });
		const refused = await celebrate(ids().chen, 3);
		expect([refused.execution.status, refused.awarded, sent()]).toEqual(['error', [], []]);
		runs.service.control.clearFaults();
		expect((await celebrate(ids().chen, 3)).awarded).toEqual([{ to: ids().chen, amount: 500 }]);
	});
});

describe('win-back', () => {
	let mails: MailServer;
	let smtp: CredentialReference;
	beforeAll(async () => {
		mails = await startMailServer();
		const data = { host: '127.0.0.1', port: mails.port, secure: false, disableStartTls: true };
		smtp = await runs.client.createCredential({ name: 'Mail', type: 'smtp', data });
	});
	afterAll(async () => await mails?.stop());

	const workflow = usePublished(
		async () =>
			await importPolling('win-back', {
				values: { FROM_ADDRESS: 'club@example.com', CHAT_WEBHOOK_URL: `${runs.receiver.url}/chat` },
				otherCredentials: { 'Send email': { smtp } },
			}),
	);
	/** A member becomes inactive within seconds. */
	const fallAsleep = async (id: string) =>
		await executionAfter(workflow, () => {
			member(id).lastActive = ago(30 * DAY_MS - 15_000);
		});
	const comeBack = async (id: string) => {
		const before = awards().length;
		const execution = await executionAfter(workflow, () => {
			member(id).lastActive = ago(0);
		});
		return { execution, awarded: () => awards().slice(before) };
	};

	it('emails an inactive member the cheapest items, with the missing points', async () => {
		const before = awards().length;
		const execution = await fallAsleep(ids().bruno);
		expect(execution.data.resultData.error).toBeUndefined();
		expect(mails.received).toHaveLength(1);
		const [{ to, text } = { to: [], text: '' }] = mails.received;
		expect(to).toEqual(['bruno@members.example']);
		expect(text).toMatch(/^Hello Bruno Falk, we have not seen you for a while\. .*- .+: \d+ points/);
		expect(text.match(/- .+?: \d+ points/g)).toHaveLength(3);
		expect(text).toMatch(/only \d+ to go/);
		expect(awards()).toHaveLength(before);
	});

	it('emails a member without a name, too', async () => {
		const { dalia } = ids();
		Object.assign(member(dalia), { displayName: '', username: '' });
		const before = mails.received.length;
		await fallAsleep(dalia);
		expect(mails.received.slice(before)).toMatchObject([{ text: expect.stringMatching(/^Hello, /) }]);
	});

	it('gives a bonus once for each return', async () => {
		const { bruno } = ids();
		for (let times = 0; times < 2; times++) {
			const before = mails.received.length;
			const { execution, awarded } = await comeBack(bruno);
			expect(execution.data.resultData.error).toBeUndefined();
			expect(awarded()).toEqual([{ to: bruno, amount: 50 }]);
			expect(mails.received).toHaveLength(before + 1);
			expect(mails.received.at(-1)?.text).toContain('We have added 50 points to your balance.');
			await fallAsleep(bruno);
		}
	});

	it('fails if the outcome of a bonus is unknown, and a retry does not pay again', async () => {
		runs.service.control.addFault({ operation: 'member.updateBalance', kind: 'drop', when: 'after' });
		const { execution, awarded } = await comeBack(ids().bruno);
		expect(execution.data.resultData.error?.message).toMatch(/^Outcome unknown: /);
		expect(awarded()).toHaveLength(1);
		runs.service.control.clearFaults();
		const again = await retried(workflow, execution.id);
		expect(again.data.resultData.error?.message).toBe(
			'Not sent: an earlier request with this key may have been applied',
		);
		expect(awarded()).toHaveLength(1);
	});

	it('notifies the team if an email cannot be sent', async () => {
		await mails.stop();
		await fallAsleep(ids().chen);
		expect(sent()).toEqual([
			{ text: expect.stringMatching(/^The email to chen@members\.example was not sent: /) },
		]);
	});
});

describe('referral-bonus', () => {
	const workflow = usePublished(
		async () =>
			await importPolling('referral-bonus', {
				values: { CHAT_WEBHOOK_URL: `${runs.receiver.url}/chat` },
			}),
	);
	const join = async (username: string, referralOf: (id: string) => string) => {
		const before = awards().length;
		let id = '';
		const execution = await executionAfter(workflow, () => {
			id = runs.service.control.joinMember(username).id;
			Object.assign(member(id), { displayName: `${username} <!channel>`, referralId: referralOf(id) });
		});
		return { id, execution, awarded: () => awards().slice(before) };
	};

	it('awards the new member and the referrer, each once', async () => {
		const { id, execution, awarded } = await join('kim', () => ids().ada);
		expect(execution.data.resultData.error).toBeUndefined();
		expect(awarded()).toEqual([
			{ to: id, amount: 50 },
			{ to: ids().ada, amount: 100 },
		]);
		expect(sent()).toEqual([]);
	});

	it.each<[string, (id: string) => string]>([
		['the new member', (id) => id],
		['a member of another realm', () => ids().stranger],
		['no member', () => '<https://evil.example|SPRING>'],
	])('awards nothing and notifies the team if the referral names %s', async (what, referralOf) => {
		const username = `from ${what}`.replaceAll(' ', '-');
		const { id, awarded } = await join(username, referralOf);
		expect(awarded()).toEqual([]);
		const named = what === 'no member' ? 'httpsevil.exampleSPRING' : referralOf(id);
		const text = `No referral bonus for ${username} !channel, because the referral ${named} is not the ID of another member.`;
		expect(sent()).toEqual([{ text }]);
	});

	it('awards nothing for who joins again with another referrer, and others as the note says', async () => {
		const { ada, bruno, chen } = ids();
		const { id } = await join('rey', () => ada);
		const before = awards().length;
		let sol = '';
		const execution = await executionAfter(workflow, () => {
			Object.assign(member(id), { joinedAt: ago(0), referralId: bruno });
			sol = runs.service.control.joinMember('sol', chen).id;
		});
		expect([execution.status, awards().length]).toEqual(['error', before]);
		const saved = await runs.client.getWorkflow(workflow.id);
		const nodes = saved.nodes.map((node) =>
			node.name === 'Award both once' ? { ...node, onError: 'continueRegularOutput' as const } : node,
		);
		const changed = await runs.client.updateWorkflow({ ...saved, nodes });
		await executionAfter(workflow, async () => {
			await runs.client.retryExecution(execution.id, { loadWorkflow: true });
		});
		await runs.client.updateWorkflow({ ...changed, nodes: saved.nodes });
		expect(awards().slice(before)).toEqual([
			{ to: sol, amount: 50 },
			{ to: chen, amount: 100 },
		]);
	});

	it('fails if an award is refused, and a retry awards both once', async () => {
		const { bruno } = ids();
		runs.service.control.addFault({ operation: 'member.updateBalance', kind: 'status', status: 403 });
		const { id, execution, awarded } = await join('lou', () => bruno);
		expect([execution.status, awarded()]).toEqual(['error', []]);
		runs.service.control.clearFaults();
		for (let times = 0; times < 2; times++) await retried(workflow, execution.id);
		expect(awarded()).toEqual([
			{ to: id, amount: 50 },
			{ to: bruno, amount: 100 },
		]);
	});
});

describe('members-to-crm', () => {
	const workflow = usePublished(
		async () =>
			await importPolling('members-to-crm', { values: { CRM_URL: `${runs.receiver.url}/contacts` } }),
	);

	it('sends a member who changed, once for several changes', async () => {
		const { ada } = ids();
		const execution = await executionAfter(workflow, () => {
			member(ada).displayName = 'Ada L.';
			runs.service.control.completeQuest(runs.service.ids.quests.firstSteps, ada);
		});
		expect(execution.data.resultData.error).toBeUndefined();
		expect(sent()).toEqual([
			{
				memberId: ada,
				email: 'ada@members.example',
				name: 'Ada L.',
				points: expect.objectContaining({ Stars: runs.balance(ada) }),
				joinedAt: member(ada).joinedAt,
				readAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
			},
		]);
	});

	it('sends a new member again until the CRM accepts the record', async () => {
		runs.receiver.answer({ status: 503 });
		await executionAfter(workflow, async () => {
			runs.service.control.joinMember('noor');
			await waitFor('the first try', EXAMPLE_STEP_MS, () => sent().length > 0 || undefined);
			runs.receiver.answer({ body: {} });
		});
		expect(sent().map(({ name }) => name)).toEqual(['noor', 'noor']);
	});
});

test('every example that pays has moved points in the ledger, and no other has', () =>
	expect(unsettled()).toEqual([]));

test('the service kept to its own description throughout, and its ledger is balanced', () => {
	expect(runs.service.contractViolations).toEqual([]);
	expect(runs.service.control.ledger().sum).toBe(0);
});
