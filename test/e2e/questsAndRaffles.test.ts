import type { CredentialReference, WorkflowInput, WorkflowNode } from '../harness/n8n/client';
import { adminCredential } from '../harness/workflows/questBonus';
import { OPEN_TIMEOUT_MS, shareTestEnvironment, type TestEnvironment } from '../harness/environment';
import { byId, chain } from '../harness/workflows/nodes';

const PACKAGE = 'n8n-nodes-rewards-engagement';
const START = 'Start';

let environment: TestEnvironment;
let credential: CredentialReference;

beforeAll(async () => {
	environment = await shareTestEnvironment();
	credential = await adminCredential(environment.client, environment.service);
}, OPEN_TIMEOUT_MS);

afterAll(async () => await environment?.close());

const idOf = (node: string) => `={{ $('${node}').item.json.id }}`;
const split = (fieldToSplitOut: string) => ({
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut, options: {} },
});
const ours = (parameters: Record<string, unknown>, kind = '') => ({
	type: `${PACKAGE}.rewardsEngagement${kind}`,
	typeVersion: 1,
	credentials: { rewardsEngagementApi: credential },
	parameters,
});

type Nodes = Record<
	string,
	Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters'> & Partial<WorkflowNode>
>;

/** A chain of nodes, each with its name. */
const inChain = (name: string, nodes: Nodes): WorkflowInput =>
	chain(
		name,
		Object.entries(nodes).map(([own, node]) => ({ ...node, name: own })),
	);

/** Runs them manually, and returns the items of a node. */
async function play(name: string, nodes: Nodes) {
	const start = { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
	const workflow = await environment.client.createWorkflow(inChain(name, { [START]: start, ...nodes }));
	const { status, data } = await environment.client.runToEnd(workflow, START);
	expect({ status, error: data.resultData.error?.message }).toEqual({ status: 'success' });
	return (node: string): Array<Record<string, unknown>> =>
		(data.resultData.runData[node]?.[0]?.data?.main[0] ?? []).map(({ json }) => json);
}

const balanceOf = (member: string, currencyId = environment.service.ids.currencies.stars) =>
	environment.service.control
		.ledger()
		.accounts.find((account) => account.holder === member && account.currencyId === currencyId)?.balance ?? 0;

test('a workflow awards points for a new quest with three tasks', async () => {
	const { service, client } = environment;
	const { members, currencies } = service.ids;
	const task = (name: string) =>
		ours({ resource: 'task', operation: 'create', questId: byId(idOf('Quest')), name });
	const transition = (from: string, to: string) =>
		ours({
			resource: 'taskTransition',
			operation: 'create',
			questId: byId(idOf('Quest')),
			taskId: byId(idOf(from)),
			toTaskId: byId(idOf(to)),
		});
	const of = await play('Build a quest', {
		Quest: ours({ resource: 'quest', operation: 'create', name: 'Autumn walk' }),
		Walk: task('Walk'),
		Photograph: task('Photograph'),
		Share: task('Share'),
		'Walk, then photograph': transition('Walk', 'Photograph'),
		'Photograph, then share': transition('Photograph', 'Share'),
		Reward: ours({
			resource: 'taskAction',
			operation: 'create',
			questId: byId(idOf('Quest')),
			taskId: byId(idOf('Share')),
			type: 'award_points',
			config: JSON.stringify({ amount: 30, currencyId: currencies.stars }),
		}),
	});
	const questId = String(of('Quest')[0]?.id);
	const event = '$json.data';
	const workflow = await client.createWorkflow(
		inChain('Award for the quest', {
			Completed: ours({ events: ['quest.completed'], filters: { questId: byId(questId) } }, 'Trigger'),
			Award: ours({
				resource: 'member',
				operation: 'updateBalance',
				serviceId: byId(`={{ ${event}.member.id }}`),
				currencyId: byId(currencies.stars),
				amount: 7,
			}),
		}),
	);
	await client.publish(workflow);
	const before = balanceOf(members.ada);
	service.control.completeQuest(questId, members.ada);
	service.control.completeQuest(service.ids.quests.firstSteps, members.ada);
	await service.control.settled();
	const executions = await client.waitForExecutions(workflow.id);
	expect(executions.map(({ status }) => status)).toEqual(['success']);
	const { entries, sum } = service.control.ledger();
	const paid = entries.filter(({ to }) => to === members.ada).map(({ amount }) => amount);
	// The reward of the quest itself, and the workflow's bonus for this quest.
	expect(paid).toEqual(expect.arrayContaining([30, 7]));
	expect(paid.filter((amount) => amount === 7)).toHaveLength(1);
	expect(balanceOf(members.ada)).toBeGreaterThanOrEqual(before + 37);
	expect(sum).toBe(0);
	await client.deleteWorkflow(workflow.id);
});

test('a new raffle is drawn, and its winners get their awards in one request', async () => {
	const { service } = environment;
	const { members, currencies } = service.ids;
	const buyers = [members.ada, members.bruno, members.bonusPool];
	const before = buyers.map((member) => balanceOf(member));
	const seenBefore = service.requests.length;
	const of = await play('A raffle', {
		Raffle: ours({
			resource: 'raffle',
			operation: 'create',
			name: 'A night at the harbour',
			ticketPrice: 1,
			currencyId: byId(currencies.stars),
			endDate: '={{ $now.plus({ days: 1 }).toISO() }}',
			additionalFields: { winnerCount: 2 },
		}),
		Buyers: {
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ buyer: buyers }), options: {} },
		},
		'Each buyer': split('buyer'),
		Tickets: ours({
			resource: 'raffle',
			operation: 'buyTickets',
			raffleId: byId(idOf('Raffle')),
			tickets: 2,
			accountId: byId('={{ $json.buyer }}'),
		}),
		Draw: {
			...ours({ resource: 'raffle', operation: 'draw', raffleId: byId(idOf('Raffle')) }),
			executeOnce: true,
		},
		Winners: split('winners'),
		Award: ours({
			resource: 'member',
			operation: 'updateBalances',
			serviceId: byId('={{ $json.member.accountId }}'),
			currencyId: byId(currencies.stars),
			amount: 50,
		}),
	});
	expect(of('Tickets')).toHaveLength(3);
	const winners = of('Winners').map(({ member }) => (member as { accountId: string }).accountId);
	expect(new Set(winners).size).toBe(2);
	expect(buyers).toEqual(expect.arrayContaining(winners));
	expect(of('Award')).toHaveLength(2);
	buyers.forEach((member, index) => {
		const won = winners.includes(member) ? 50 : 0;
		expect(balanceOf(member)).toBe(before[index]! - 2 + won);
	});
	const changing = service.requests.slice(seenBefore).filter(({ acted }) => acted);
	const times = (operationId: string) =>
		changing.filter((request) => request.operationId === operationId).length;
	expect([times('raffle.draw'), times('raffle.buyTickets'), times('member.updateBalances')]).toEqual([
		1, 3, 1,
	]);
	expect(service.control.ledger().sum).toBe(0);
});
