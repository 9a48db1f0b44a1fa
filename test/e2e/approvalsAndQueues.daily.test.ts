// Every day, because it needs a mail server and RabbitMQ, and kills n8n. At once: test/project/workflows.test.ts, test/e2e/killedPayout.test.ts.
import { find } from '../../sandbox/base/state';
import { ASIDE, EVENTS, startGateway, type Gateway } from '../harness/deliveries/gateway';
import { eventBody, sign } from '../harness/deliveries/sender';
import {
	LEAN,
	OPEN_TIMEOUT_MS,
	openTestEnvironment,
	RUNS_CODE,
	type TestEnvironment,
} from '../harness/environment';
import { startScriptedModel, type ModelMessage, type ScriptedModel } from '../harness/http/scriptedModel';
import { startMailServer, type Mail, type MailServer } from '../harness/mail/mailServer';
import type { CredentialReference, Execution, RunItem, Workflow } from '../harness/n8n/client';
import { countExecutions } from '../harness/n8n/executions';
import { installHost } from '../harness/n8n/install';
import { startRabbitMq, type RabbitMq } from '../harness/process/servers';
import { waitFor } from '../harness/process/wait';
import { fillIn, importExample, readExample, useLedgerOfExamples } from '../harness/workflows/examples';
import { adminCredential } from '../harness/workflows/questBonus';
import { modelCredential } from '../harness/workflows/agents';
import { byId, chain } from '../harness/workflows/nodes';

const STEP_TIMEOUT_MS = 90_000;
/** n8n's approval link refuses requests that look like those of a program. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Chrome/130.0 Safari/537.36' };
const SECRET = 'only the service and this n8n know it';

let environment: TestEnvironment;
let credential: CredentialReference;
/** Like `credential`, with a webhook secret. */
let verifying: CredentialReference;
let mails: MailServer;
/** Credentials for the nodes that send mail, and for the forms. */
let smtp: Record<string, CredentialReference>;
let basic: Record<string, CredentialReference>;

const LOGIN = { user: 'team', password: 'of the forms' };
const ADDRESSES = { FROM_ADDRESS: 'n8n@example.com', APPROVER_ADDRESS: 'boss@example.com' };

beforeAll(async () => {
	mails = await startMailServer();
	environment = await openTestEnvironment({ ...LEAN, ...RUNS_CODE });
	const { client, service } = environment;
	credential = await adminCredential(client, service);
	const { baseUrl, realmId, keys } = service;
	const data = { baseUrl, realmId, apiKey: keys.admin, webhookSecret: SECRET };
	verifying = await client.createCredential({ name: 'With a secret', type: 'rewardsEngagementApi', data });
	const mail = { host: '127.0.0.1', port: mails.port, secure: false, disableStartTls: true };
	smtp = { smtp: await client.createCredential({ name: 'Mail', type: 'smtp', data: mail }) };
	basic = {
		httpBasicAuth: await client.createCredential({ name: 'Team', type: 'httpBasicAuth', data: LOGIN }),
	};
}, OPEN_TIMEOUT_MS);

afterAll(async () => {
	await environment?.close();
	await mails?.stop();
});

const unsettled = useLedgerOfExamples(() => environment.service.control.ledger().entries);

/** Movements from and to the bonus pool that the examples pay from. */
function movedOf(account: string): Array<{ from: string; to: string; amount: number }> {
	const { entries } = environment.service.control.ledger();
	return entries
		.filter(({ from, to }) => from === account || to === account)
		.map(({ from, to, amount }) => ({ from, to, amount }));
}
const pool = () => environment.service.ids.members.bonusPool;
const members = () => environment.service.ids.members;

/** Publishes workflows during a block, and unpublishes them at its end. */
function published() {
	const workflows: Workflow[] = [];
	afterAll(async () => {
		for (const { id } of workflows) await environment.client.deleteWorkflow(id);
	});
	return async (workflow: Workflow) => {
		workflows.push(workflow);
		await environment.client.publish(workflow);
		return await environment.client.getWorkflow(workflow.id);
	};
}

async function untilEnded({ id: workflowId }: Workflow, id: string): Promise<Execution> {
	return await waitFor('the end of the run', STEP_TIMEOUT_MS, async () => {
		const listed = (await environment.client.listExecutions(workflowId)).find((one) => one.id === id);
		const isOver = listed !== undefined && !['new', 'running', 'waiting'].includes(listed.status);
		return isOver ? await environment.client.getExecution(id) : undefined;
	});
}

async function newestOf({ id }: Workflow): Promise<string> {
	const [newest] = await environment.client.listExecutions(id);
	return newest!.id;
}

function itemsOf({ data }: Execution, node: string, output = 0): RunItem[] {
	return data.resultData.runData[node]?.[0]?.data?.main[output] ?? [];
}

const nodeOf = ({ nodes }: Workflow, name: string) => nodes.find((node) => node.name === name)!;
const authorization = { authorization: `Basic ${btoa(`${LOGIN.user}:${LOGIN.password}`)}` };

/** Fills in the form that starts a workflow, field by field, and returns the status of the response. */
async function submit(
	workflow: Workflow,
	trigger: string,
	values: Array<string | number>,
	headers = authorization,
) {
	const body = new FormData();
	values.forEach((value, index) => body.set(`field-${index}`, String(value)));
	const url = `${environment.n8n.url}/form/${nodeOf(workflow, trigger).webhookId}`;
	return (await fetch(url, { method: 'POST', headers, body })).status;
}

/** The next mail after this many, when its execution waits for the decision. */
async function mailAfter(count: number, workflow: Workflow): Promise<{ mail: Mail; id: string }> {
	return await waitFor('the mail', STEP_TIMEOUT_MS, async () => {
		const [newest] = await environment.client.listExecutions(workflow.id);
		if (newest?.status === 'error') {
			const { data } = await environment.client.getExecution(newest.id);
			throw new Error(`The run failed: ${JSON.stringify(data.resultData.error)}`);
		}
		const mail = mails.received[count];
		return mail && newest?.status === 'waiting' ? { mail, id: newest.id } : undefined;
	});
}

/** Opens the form of a mail, and submits the decision. */
async function decide({ links: [link = ''] }: Mail, decision: 'Approve' | 'Decline'): Promise<string> {
	const body = new FormData();
	body.set('field-0', decision);
	return await (await fetch(link, { method: 'POST', headers: BROWSER, body })).text();
}

describe('approve-large-payouts', () => {
	const publish = published();
	let workflow: Workflow;

	beforeAll(async () => {
		workflow = await publish(
			await importExample(environment.client, 'approve-large-payouts', {
				credential,
				values: { ...ADDRESSES, BONUS_POOL_MEMBER_ID: pool() },
				otherCredentials: { 'Payout requested': basic, 'Ask for approval': smtp },
			}),
		);
	});

	const askFor = async (number: string, memberId: string, amount: number) => {
		expect(await submit(workflow, 'Payout requested', [number, memberId, amount, 'for their help'])).toBe(
			200,
		);
	};
	const paidDirectly = async (number: string, memberId: string, amount: number) => {
		const before = (await environment.client.listExecutions(workflow.id)).length;
		await askFor(number, memberId, amount);
		await waitFor('the run', STEP_TIMEOUT_MS, async () => {
			const { length } = await environment.client.listExecutions(workflow.id);
			return length > before || undefined;
		});
		return await untilEnded(workflow, await newestOf(workflow));
	};

	it('pays up to the amount at once, each number once, and asks nobody who does not know the password', async () => {
		const [before, count] = [movedOf(pool()).length, mails.received.length];
		expect((await paidDirectly('1', members().ada, 500)).status).toBe('success');
		const again = await paidDirectly('1', members().ada, 500);
		expect(itemsOf(again, 'Pay once')).toMatchObject([{ json: { skipped: true } }]);
		const other = await paidDirectly('1', members().ada, 400);
		expect(other.data.resultData.error?.message).toMatch(/another request/);
		const body = ['2', members().ada, 5, 'x'];
		expect(await submit(workflow, 'Payout requested', body, { authorization: '' })).toBe(401);
		expect(movedOf(pool()).slice(before)).toEqual([{ from: pool(), to: members().ada, amount: 500 }]);
		expect(mails.received).toHaveLength(count);
	});

	it('asks above it, and pays once, however often the answer comes', async () => {
		const [before, count] = [movedOf(pool()).length, mails.received.length];
		await askFor('3', members().bruno, 501);
		const { mail, id } = await mailAfter(count, workflow);
		expect(mail.to).toEqual([ADDRESSES.APPROVER_ADDRESS]);
		expect(mail.text).toContain(`Member: ${members().bruno}`);
		expect(mail.text).toContain('Amount: 501');
		// A mail system that follows links sees only the form, which decides nothing.
		expect(await (await fetch(mail.links[0]!, { headers: BROWSER })).text()).toContain('Decision');
		expect(movedOf(pool())).toHaveLength(before);
		await Promise.all([decide(mail, 'Approve'), decide(mail, 'Approve')]);
		expect((await untilEnded(workflow, id)).status).toBe('success');
		await decide(mail, 'Approve');
		const again = mails.received.length;
		await askFor('3', members().bruno, 501);
		const second = await mailAfter(again, workflow);
		await decide(second.mail, 'Approve');
		const repeated = await untilEnded(workflow, second.id);
		expect(itemsOf(repeated, 'Pay once')).toMatchObject([{ json: { skipped: true } }]);
		expect(movedOf(pool()).slice(before)).toEqual([{ from: pool(), to: members().bruno, amount: 501 }]);
	});

	it('pays nothing that was declined, not even when it is approved afterwards', async () => {
		const [before, count] = [movedOf(pool()).length, mails.received.length];
		await askFor('4', members().chen, 900);
		const { mail, id } = await mailAfter(count, workflow);
		await decide(mail, 'Decline');
		expect((await untilEnded(workflow, id)).status).toBe('success');
		await decide(mail, 'Approve');
		expect(movedOf(pool())).toHaveLength(before);
	});
});

describe('ai-agent-asks-before-paying', () => {
	let model: ScriptedModel;
	let workflow: Workflow;

	/** The model looks up dalia, pays her any amount twice, and repeats the results. */
	const script = () => {
		let memberId = '';
		const give = (amount: number) => ({
			tool: 'Give_points_to_a_member',
			arguments: { toolParameters: { memberId, amount }, hitlParameters: {} },
		});
		return [
			() => ({ tool: 'Look_up_members', arguments: { usernames: 'dalia' } }),
			(messages: ModelMessage[]) => {
				memberId = /[0-9a-f]{24}/.exec(String(messages.at(-1)?.content))?.[0] ?? '';
				return give(5_000);
			},
			(messages: ModelMessage[]) => ({ say: `The tool said: ${String(messages.at(-1)?.content)}` }),
		];
	};

	beforeAll(async () => {
		model = await startScriptedModel([...script(), ...script()]);
		const openAiApi = await modelCredential(environment.client, model);
		workflow = await importExample(environment.client, 'ai-agent-asks-before-paying', {
			credential,
			values: { ...ADDRESSES, BONUS_POOL_MEMBER_ID: pool(), CHAT_MODEL: 'scripted' },
			otherCredentials: { 'Chat model': { openAiApi }, 'Ask for approval': smtp },
		});
	});
	afterAll(async () => await model?.stop());

	/** Sends a message like the chat beside the editor, and waits for the mail. */
	async function chat(sessionId: string): Promise<{ mail: Mail; id: string }> {
		const count = mails.received.length;
		await environment.client.run(workflow, 'Chat message', sessionId);
		const url = `${environment.n8n.url}/webhook-test/${workflow.id}/${sessionId}`;
		const body = JSON.stringify({
			action: 'sendMessage',
			sessionId,
			chatInput: 'Thank dalia with 5000 points.',
		});
		await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
		return await mailAfter(count, workflow);
	}
	const open = async (link = '') => await (await fetch(link, { headers: BROWSER })).text();
	const linkFor = ({ links }: Mail, approved: boolean) =>
		links.find((link) => link.includes(`approved=${approved}`));

	it('pays only after a person has approved, once, within the bounds of the tool', async () => {
		const before = movedOf(pool()).length;
		const { mail, id } = await chat('one');
		expect(mail.text).toContain('Give_points_to_a_member');
		expect(mail.text).toContain(members().dalia);
		expect(movedOf(pool())).toHaveLength(before);
		await Promise.all([open(linkFor(mail, true)), open(linkFor(mail, true))]);
		const execution = await untilEnded(workflow, id);
		expect(execution.data.resultData.error).toBeUndefined();
		await open(linkFor(mail, true));
		expect(movedOf(pool()).slice(before)).toEqual([{ from: pool(), to: members().dalia, amount: 1_000 }]);
		expect(String(itemsOf(execution, 'Rewards assistant')[0]?.json.output)).toContain(members().dalia);
	});

	it('pays nothing when the person declines, and the model hears of it', async () => {
		const before = movedOf(pool()).length;
		const { mail, id } = await chat('two');
		await open(linkFor(mail, false));
		const execution = await untilEnded(workflow, id);
		expect(movedOf(pool())).toHaveLength(before);
		expect(String(itemsOf(execution, 'Rewards assistant')[0]?.json.output)).toMatch(
			/declin|reject|denied|not approved/i,
		);
	});
});

describe('undo-a-run', () => {
	const publish = published();
	let undo: Workflow;
	let paying: Workflow;

	beforeAll(async () => {
		const { client, n8n } = environment;
		const apiKey = await client.createApiKey('To read executions', ['execution:read', 'execution:list']);
		const data = { apiKey, baseUrl: `${n8n.url}/api/v1` };
		const n8nApi = await client.createCredential({ name: 'This n8n', type: 'n8nApi', data });
		undo = await publish(
			await importExample(client, 'undo-a-run', {
				credential,
				values: ADDRESSES,
				otherCredentials: { 'Undo requested': basic, 'Get execution': { n8nApi }, 'Ask for approval': smtp },
			}),
		);
		paying = await client.createWorkflow(payingWorkflow(credential));
	});

	const undoRun = async (executionId: string) => {
		const count = mails.received.length;
		expect(await submit(undo, 'Undo requested', [executionId])).toBe(200);
		return await mailAfter(count, undo);
	};

	it('lists what a run paid, pays it back after somebody agreed, and each once', async () => {
		const { ada, bruno, chen } = members();
		const before = movedOf(pool()).length;
		const run = await environment.client.runToEnd(paying, 'Start');
		expect(run.data.resultData.error).toBeUndefined();
		const made = movedOf(pool()).length;
		expect(made - before).toBe(2);
		const balances = () =>
			[ada, bruno, chen].map((id) =>
				movedOf(id).reduce((sum, { to, amount }) => sum + (to === id ? amount : -amount), 0),
			);
		const after = balances();

		const { mail, id } = await undoRun(run.id);
		expect(mail.text).toContain(`take 7 back from ${ada} and return it to ${pool()}`);
		expect(mail.text).toContain(`take 11 back from ${bruno} and return it to ${pool()}`);
		expect(mail.text).toContain(`take 13 back from ${chen}`);
		expect(balances()).toEqual(after);
		await Promise.all([decide(mail, 'Approve'), decide(mail, 'Approve')]);
		const undone = await untilEnded(undo, id);
		expect(undone.data.resultData.error).toBeUndefined();
		expect(movedOf(pool()).slice(made)).toEqual([
			{ from: ada, to: pool(), amount: 7 },
			{ from: bruno, to: pool(), amount: 11 },
		]);
		const back = balances();
		expect(back).toEqual([after[0]! - 7, after[1]! - 11, after[2]! - 13]);

		const second = await undoRun(run.id);
		await decide(second.mail, 'Approve');
		const again = await untilEnded(undo, second.id);
		expect(itemsOf(again, 'Pay transfer back once').map(({ json }) => json.skipped)).toEqual([true, true]);
		expect(itemsOf(again, 'Take award back once').map(({ json }) => json.skipped)).toEqual([true]);
		expect(balances()).toEqual(back);
	});

	it('does not list what a run left out because an earlier one had paid it, and asks nothing then', async () => {
		const [count, before] = [
			mails.received.length,
			(await environment.client.listExecutions(undo.id)).length,
		];
		const run = await environment.client.runToEnd(paying, 'Start');
		expect(itemsOf(run, 'Pay').map(({ json }) => json.skipped)).toEqual([true, true]);
		await submit(undo, 'Undo requested', [run.id]);
		await waitFor('the run', STEP_TIMEOUT_MS, async () => {
			const { length } = await environment.client.listExecutions(undo.id);
			return length > before || undefined;
		});
		expect((await untilEnded(undo, await newestOf(undo))).status).toBe('success');
		expect(mails.received).toHaveLength(count);
	});
});

/** Two transfers and an award with separate keys. The amounts come from a constant and from a table in the item. */
function payingWorkflow(own: CredentialReference) {
	const { ada, bruno, chen } = members();
	const rows = {
		rows: [
			{ to: ada, of: 'a' },
			{ to: bruno, of: 'b' },
		],
		table: { a: 7, other: 11 },
	};
	const pay = {
		type: 'n8n-nodes-rewards-engagement.rewardsEngagement',
		typeVersion: 1,
		credentials: { rewardsEngagementApi: own },
	};
	const common = { resource: 'member', currencyId: byId(''), repeatProtection: 'key', options: {} };
	const nodes = [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 },
		{
			name: 'Rows',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify(rows), options: {} },
		},
		{
			name: 'Each',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'rows', include: 'allOtherFields', options: {} },
		},
		{
			...pay,
			name: 'Pay',
			parameters: {
				...common,
				operation: 'transferBalance',
				serviceId: byId(pool()),
				recipientId: byId('={{ $json.rows.to }}'),
				amount: '={{ $json.table[$json.rows.of] ?? $json.table.other }}',
				idempotencyKey: '=undone {{ $json.rows.of }}',
			},
		},
		{ name: 'One', type: 'n8n-nodes-base.limit', typeVersion: 1 },
		{
			...pay,
			name: 'Award',
			parameters: {
				...common,
				operation: 'updateBalance',
				serviceId: byId(chen),
				amount: 13,
				idempotencyKey: 'undone award',
			},
		},
	];
	return chain('Pays', nodes);
}

describe('verified-webhook-events', () => {
	const publish = published();
	let workflow: Workflow;

	beforeAll(async () => {
		workflow = await publish(
			await importExample(environment.client, 'verified-webhook-events', {
				credential: verifying,
				values: { BONUS_POOL_MEMBER_ID: pool() },
			}),
		);
	});

	const url = () => `${environment.n8n.url}/webhook/service-events`;
	const post = async (body: string, headers: Record<string, string>) =>
		(
			await fetch(url(), {
				method: 'POST',
				headers: { 'content-type': 'application/json', ...headers },
				body,
			})
		).status;
	const settled = async () => await environment.client.waitForExecutions(workflow.id);

	it('takes what the service delivers, answers a repeat 200 too, and pays once for an event', async () => {
		const { service } = environment;
		const { id } = await registerAtService(url());
		const before = movedOf(pool()).length;
		const [delivery] = service.control.completeQuest(service.ids.quests.firstSteps, members().emeka);
		await service.control.settled();
		const own = service.control.deliveries().filter(({ webhookId }) => webhookId === id);
		expect(own.map(({ state }) => state)).toEqual(['delivered']);
		expect(delivery).toBeDefined();
		// During the first payment its outcome is unknown. A second execution reports that and fails.
		await settled();
		service.control.repeatDelivery(own[0]!.id);
		await service.control.settled();
		await settled();
		expect(movedOf(pool()).slice(before)).toEqual([{ from: pool(), to: members().emeka, amount: 50 }]);
		find(service.state.realms, service.realmId, 'realm').webhooks.delete(id);
	});

	it('answers 401 to what is not genuine, in whatever way, and neither pays nor fails', async () => {
		const before = movedOf(pool()).length;
		const body = eventBody(1, environment.service.realmId, members().emeka);
		const wrong: Array<Record<string, string>> = [
			{},
			{ 'x-service-signature': sign(body, 'another secret') },
			{ 'x-service-signature': sign(`${body} `, SECRET) },
			{ 'x-service-signature': sign(body, SECRET).toUpperCase() },
			{ 'x-service-signature': `${sign(body, SECRET)}, ${sign(body, SECRET)}` },
		];
		for (const headers of wrong) expect(await post(body, headers)).toBe(401);
		expect(await post(body, { 'X-SERVICE-SIGNATURE': sign(body, SECRET) })).toBe(200);
		const executions = await settled();
		expect(new Set(executions.map(({ status }) => status))).toEqual(new Set(['success']));
		expect(movedOf(pool())).toHaveLength(before + 1);
	});
});

/** Creates a webhook at the service, as in step 1 of the note. */
async function registerAtService(url: string): Promise<{ id: string }> {
	const { baseUrl, realmId, keys } = environment.service;
	const answer = await fetch(`${baseUrl}/api/v1/realm/${realmId}/webhooks`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${keys.admin}` },
		body: JSON.stringify({ url, events: ['quest.completed'], secret: SECRET }),
	});
	const { data, id } = (await answer.json()) as { id: string; data?: { id: string } };
	return { id: data?.id ?? id };
}

describe('events-through-a-queue', () => {
	let broker: RabbitMq;
	let gateway: Gateway;
	let workflow: Workflow;

	beforeAll(async () => {
		broker = await startRabbitMq();
		gateway = await startGateway(await installHost(), broker);
		const data = { ...broker.access, ssl: false };
		const rabbitmq = await environment.client.createCredential({ name: 'Queue', type: 'rabbitmq', data });
		const example = fillIn(readExample('events-through-a-queue'), {
			credential: verifying,
			values: { BONUS_POOL_MEMBER_ID: pool() },
			otherCredentials: { 'Event received': { rabbitmq }, 'Move to dead-letter queue': { rabbitmq } },
		});
		// Each event pays a different amount, so that the ledger can tell them apart.
		const pay = example.nodes.find(({ name }) => name === 'Pay bonus once')!;
		pay.parameters = { ...pay.parameters, amount: '={{ $json.data.number }}' };
		workflow = await environment.client.createWorkflow(example);
		await environment.client.publish(workflow);
	});

	afterAll(async () => {
		if (workflow) await environment.client.unpublish(workflow.id);
		await gateway?.stop();
		await broker?.remove();
	});

	const deliver = async (number: number, signature = sign(event(number), SECRET)) => {
		const headers = signature === '' ? undefined : { 'x-service-signature': signature };
		expect((await fetch(gateway.url, { method: 'POST', headers, body: event(number) })).status).toBe(200);
	};
	const event = (number: number) => eventBody(number, environment.service.realmId, members().goran);
	/** The numbers of the paid events, once per payment. */
	const paid = () =>
		movedOf(members().goran)
			.filter(({ from }) => from === pool())
			.map(({ amount }) => amount)
			.sort((one, other) => one - other);
	const aside: string[] = [];
	/** The numbers of the events in the dead-letter queue so far. */
	const putAside = async () => {
		for (const { body } of await gateway.takeAll(ASIDE)) aside.push(body.toString());
		return aside.map((text) => Number(/"number\\?":(\d+)/.exec(text)?.[1]));
	};

	it('pays once for each event, a redelivered one too, and puts aside what is not genuine', async () => {
		for (const number of [1, 2, 3]) await deliver(number);
		await deliver(4, sign(event(4), 'another secret'));
		await deliver(5, '');
		await waitFor('the payments', STEP_TIMEOUT_MS, () => paid().length >= 3 || undefined);
		await waitFor(
			'two events aside',
			STEP_TIMEOUT_MS,
			async () => (await putAside()).length >= 2 || undefined,
		);
		await deliver(2);
		const runs = async () => await countExecutions(environment.client, workflow.id, 'success');
		await waitFor('the run of the repeat', STEP_TIMEOUT_MS, async () => (await runs()) === 6 || undefined);
		expect(paid()).toEqual([1, 2, 3]);
		expect((await putAside()).sort()).toEqual([4, 5]);
		for (const text of aside) {
			const { content, error } = JSON.parse(text) as { content: string; error: string };
			expect(content).toMatch(/^{"type":"quest\.completed"/);
			expect(error).toMatch(/signature is missing or wrong/);
		}
		expect(await countExecutions(environment.client, workflow.id, 'error')).toBe(0);
	});

	it('loses nothing and pays nothing twice when n8n dies between taking events and acknowledging them', async () => {
		aside.length = 0;
		const numbers = Array.from({ length: 20 }, (_, index) => 100 + index);
		// The payments hang. So n8n has taken events but acknowledged none when it dies.
		environment.service.control.addFault({
			operation: 'member.transferBalance',
			kind: 'delay',
			delay: 3_000,
		});
		for (const number of numbers) await deliver(number);
		const underWay = ({ operationId, status }: { operationId: string | null; status: number | null }) =>
			operationId === 'member.transferBalance' && status === null;
		await waitFor('n8n to pay', STEP_TIMEOUT_MS, () => environment.service.requests.find(underWay));
		await environment.n8n.kill();
		environment.service.control.clearFaults();
		// More arrive while n8n is down.
		const all = [...numbers, 200, 201];
		for (const number of all.slice(-2)) await deliver(number);
		await waitFor(
			'the queue to have them back',
			STEP_TIMEOUT_MS,
			async () => (await gateway.waitingIn(EVENTS)) === all.length || undefined,
		);
		await environment.n8n.restart();
		await environment.client.login(environment.login);
		// A person must check a payment that n8n had sent without recording its response.
		await waitFor('each event to be paid or put aside', STEP_TIMEOUT_MS, async () => {
			const settled = new Set([...paid(), ...(await putAside())]);
			return (
				(all.every((number) => settled.has(number)) && (await gateway.waitingIn(EVENTS)) === 0) || undefined
			);
		});
		const now = paid().filter((number) => number >= 100);
		expect(now).toEqual([...new Set(now)]);
		const unknown = await putAside();
		expect(unknown).toEqual([...new Set(unknown)]);
		// The payments that had not started were made as usual.
		expect(now).toEqual(expect.arrayContaining([110, 119, 200, 201]));
	});
});

test('every example that pays has moved points in the ledger, and no other has', () =>
	expect(unsettled()).toEqual([]));

test('the service kept to its own description throughout, and its ledger is balanced', () => {
	expect(environment.service.contractViolations).toEqual([]);
	expect(environment.service.control.ledger().sum).toBe(0);
});
