import { startService, type Service } from '../../sandbox/service';
import { send, type Sending } from './testing';

let service: Service;

beforeAll(async () => {
	service = await startService();
});
beforeEach(() => service.control.reset());
afterEach(() => expect(service.contractViolations).toEqual([]));
afterAll(() => service.stop());

const quests = () => `/api/v1/realms/${service.realmId}/quests`;

/** Calls a path below the quests of the realm. */
const call = async (method: string, path: string, sending: Sending = {}) => {
	const { status, json } = await send(service, method, `${quests()}${path}`, sending);
	return { status, json: json as { data: Record<string, unknown>; meta: Record<string, unknown> } };
};
const make = async (path: string, body: unknown) => String((await call('POST', path, { body })).json.data.id);
const status = async (path: string) => (await call('GET', path)).status;

/** A quest with three tasks in a row, each of which awards 10 stars. */
async function threeTasks(): Promise<{ questId: string; tasks: string[] }> {
	const questId = await make('', { name: 'Three' });
	const tasks: string[] = [];
	for (const name of ['one', 'two', 'three']) {
		const taskId = await make(`/${questId}/tasks`, { name });
		const config = { amount: 10, currencyId: service.ids.currencies.stars };
		await make(`/${questId}/tasks/${taskId}/actions`, { type: 'AWARD_POINTS', config });
		tasks.push(taskId);
	}
	for (const [index, taskId] of tasks.entries()) {
		await make(`/${questId}/tasks/${taskId}/transitions`, { toTaskId: tasks[index + 1] ?? null });
	}
	return { questId, tasks };
}

describe('a new quest', () => {
	test('shows its tasks, their parts and their transitions', async () => {
		const { questId, tasks } = await threeTasks();
		const { data } = (await call('GET', `/${questId}`)).json;
		expect(data).toMatchObject({
			name: 'Three',
			tasks: tasks.map((id, index) => ({
				id,
				questId,
				actions: [{ taskId: id, type: 'AWARD_POINTS' }],
				fromTransitions: [{ fromTaskId: id, toTaskId: tasks[index + 1] ?? null }],
				toTransitions: index === 0 ? [] : [{ fromTaskId: tasks[index - 1], toTaskId: id }],
			})),
		});
	});

	test('pays the awards of its actions, and is then completed for that member', async () => {
		const { questId } = await threeTasks();
		const { newcomer, ada } = service.ids.members;
		service.control.completeQuest(questId, newcomer);
		const { accounts, sum } = service.control.ledger();
		expect(accounts.filter(({ holder }) => holder === newcomer)).toMatchObject([{ balance: 30 }]);
		expect(sum).toBe(0);
		const of = async (memberId: string) => {
			const path = `/api/v1/realm/${service.realmId}/members/${memberId}/quests`;
			const { json } = await send(service, 'GET', path);
			return (json as { data: Array<{ id: string; status: string }> }).data.find(({ id }) => id === questId);
		};
		expect(await of(newcomer)).toMatchObject({ status: 'completed', rewards: [{ amount: 10 }, {}, {}] });
		expect(await of(ada)).toMatchObject({ status: 'active' });
	});

	test('cannot be completed without tasks, or where no transition leads to one of them', async () => {
		const { ada } = service.ids.members;
		const empty = await make('', { name: 'Empty' });
		expect(() => service.control.completeQuest(empty, ada)).toThrow('has no task to start with');
		const { questId } = await threeTasks();
		await make(`/${questId}/tasks`, { name: 'Lonely' });
		const before = service.control.ledger().entries.length;
		expect(() => service.control.completeQuest(questId, ada)).toThrow(
			'No transition leads to the task Lonely',
		);
		expect(service.control.ledger().entries).toHaveLength(before);
	});
});

test('deleting a quest also deletes its tasks and all their parts', async () => {
	const { quests: seeded, tasks, conditions } = service.ids;
	const { preData } = service.state.realms.get(service.realmId)!;
	const task = `/${seeded.firstSteps}/tasks/${tasks.readWelcome}`;
	await call('POST', `${task}/conditions/${conditions.hasRead}/pre-data`, { body: { code: 'a' } });
	expect(preData.get(conditions.hasRead)).toHaveLength(1);

	const { json } = await call('DELETE', `/${seeded.firstSteps}`);
	expect(json.data).toMatchObject({ id: seeded.firstSteps, tasks: [{ id: tasks.readWelcome }, {}] });
	const gone = [`/${seeded.firstSteps}`, `/${seeded.firstSteps}/tasks`, task, `${task}/conditions`];
	for (const path of gone) expect([path, await status(path)]).toEqual([path, 404]);
	expect(preData.size).toBe(0);
	expect((await call('DELETE', `/${seeded.firstSteps}`)).status).toBe(404);
	expect(() => service.control.completeQuest(seeded.firstSteps, service.ids.members.ada)).toThrow('quest');
});

test('deleting a task also deletes the transitions from and to it', async () => {
	const { questId, tasks } = await threeTasks();
	expect((await call('DELETE', `/${questId}/tasks/${tasks[1]}`)).json.data).toMatchObject({ id: tasks[1] });
	const { data } = (await call('GET', `/${questId}`)).json;
	expect(data.tasks).toMatchObject([
		{ id: tasks[0], fromTransitions: [] },
		{ id: tasks[2], toTransitions: [] },
	]);
});

test('a transition leads to a task of the same quest, or to none', async () => {
	const { quests: seeded, tasks } = service.ids;
	const path = `/${seeded.firstSteps}/tasks/${tasks.sayHello}/transitions`;
	const answers = await Promise.all(
		[tasks.readWelcome, null, tasks.walk, 'none'].map((toTaskId) =>
			call('POST', path, { body: { toTaskId } }),
		),
	);
	expect(answers.map((answer) => answer.status)).toEqual([201, 201, 404, 404]);
});

test('quest, task and part must belong together', async () => {
	const { quests: seeded, tasks, triggers, actions, transitions } = service.ids;
	const own = `/${seeded.firstSteps}/tasks/${tasks.readWelcome}`;
	const paths = [
		`/${seeded.weeklyWalk}/tasks/${tasks.readWelcome}`,
		`${own}/triggers/${triggers.onWalk}`,
		`${own}/actions/${actions.awardForWalk}`,
		`/${seeded.firstSteps}/tasks/${tasks.sayHello}/transitions/${transitions.helloAfterReading}`,
	];
	for (const path of paths) expect([path, await status(path)]).toEqual([path, 404]);
});

test('either all rewards of a quest are paid, or none', () => {
	const { quests, members, currencies } = service.ids;
	const { quests: records, ledger } = service.state.realms.get(service.realmId)!;
	// With the second reward, the balance of the realm's own account would need too many digits.
	records.get(quests.firstSteps)!.rewards = [1, 1e-12].map((amount) => ({
		type: 'points',
		amount,
		realmPointId: currencies.stars,
	}));
	const before = ledger.balance(currencies.stars, members.ada);
	expect(() => service.control.completeQuest(quests.firstSteps, members.ada)).toThrow('too many digits');
	expect(ledger.balance(currencies.stars, members.ada)).toBe(before);
});
