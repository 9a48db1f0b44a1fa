import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from '../engine';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const realm = () => service.state.realms.get(service.realmId)!;

/** Copies a quest, and returns the output item, or the error of a failed one. */
async function duplicate(
	questId: string = service.ids.quests.firstSteps,
	more: INodeParameters = {},
): Promise<IDataObject> {
	const parameters = { resource: 'quest', operation: 'duplicate', questId, name: 'Second steps', ...more };
	const { items, error } = await runNode({
		credential: service.credential(),
		parameters,
		onError: 'continueRegularOutput',
	});
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	return items[0]!.json;
}

/** The ID of a copy. */
const idOf = ({ id }: IDataObject): string => (typeof id === 'string' ? id : '');
const asked = () => service.requests.map(({ operationId }) => operationId);
const changing = () => service.requests.filter(({ method }) => method !== 'GET');

/** A quest without ids and times, with positions as the names of its tasks. So it can be compared with its copy. */
function shape(questId: string): unknown {
	const tasks = realm().tasks.get(questId)!;
	const places = new Map(tasks.map(({ id }, index) => [id, index]));
	const { name: _name, id: _id, rewards: _rewards, ...quest } = realm().quests.get(questId)!;
	const plain = ({ type, config }: { type: string; config: unknown }) => ({ type, config });
	return {
		quest,
		tasks: tasks.map((task) => ({
			name: task.name,
			type: task.type,
			description: task.description,
			triggers: task.triggers.map(plain),
			conditions: task.conditions.map(plain),
			actions: task.actions.map(plain),
			leadsTo: task.transitions.map(({ toTaskId }) => (toTaskId === null ? null : places.get(toTaskId))),
		})),
	};
}

describe('a quest is copied with all that is below it', () => {
	it('under the new name, and can be completed', async () => {
		const { firstSteps } = service.ids.quests;
		const before = shape(firstSteps);
		const copy = await duplicate();
		expect(copy).toMatchObject({
			name: 'Second steps',
			sourceQuestId: firstSteps,
			...{ tasks: 2, triggers: 2, conditions: 2, actions: 2, transitions: 1 },
		});
		const id = idOf(copy);
		expect(id).not.toBe(firstSteps);
		expect([shape(id), shape(firstSteps)]).toEqual([before, before]);
		expect(realm().quests.get(id)).toMatchObject({ name: 'Second steps', type: 'ONBOARDING' });
		expect((copy.ids as IDataObject)[firstSteps]).toBe(id);
		service.control.completeQuest(id, service.ids.members.newcomer);
		expect(service.control.ledger().sum).toBe(0);
	});

	it('with another description and type where they are given', async () => {
		const additionalFields = { description: 'For spring', type: 'SEASONAL' };
		const id = idOf(await duplicate(service.ids.quests.bringAFriend, { additionalFields }));
		expect(realm().quests.get(id)).toMatchObject(additionalFields);
	});

	it('and settings that name a part of it name the copy of that part, whichever was made first', async () => {
		const { quests, tasks, actions, conditions } = service.ids;
		const [read, hello] = realm().tasks.get(quests.firstSteps)!;
		read!.config = { after: tasks.sayHello, link: `/quests/${quests.firstSteps}/x`, other: tasks.walk };
		read!.triggers[0]!.config = { [actions.awardForHello]: 1, taskIds: [tasks.sayHello, 'none'] };
		hello!.config = { before: tasks.readWelcome };
		read!.transitions[0]!.condition = { all: [{ conditionId: conditions.hasRead }] };
		const copy = await duplicate();
		const id = idOf(copy);
		const [first, second] = realm().tasks.get(id)!;
		const of = copy.ids as Record<string, string>;
		expect(first!.config).toEqual({ after: second!.id, link: `/quests/${id}/x`, other: tasks.walk });
		expect(first!.triggers[0]!.config).toEqual({
			[second!.actions[0]!.id]: 1,
			taskIds: [second!.id, 'none'],
		});
		expect(second!.config).toEqual({ before: first!.id });
		expect(first!.transitions[0]!.condition).toEqual({
			all: [{ conditionId: of[conditions.hasRead] }],
		});
		expect(of[conditions.hasRead]).toBe(first!.conditions[0]!.id);
		// Only values that were unknown at creation are sent again.
		expect(asked().filter((name) => name?.endsWith('.update'))).toEqual([
			'task.update',
			'taskTrigger.update',
		]);
	});

	it('and IDs in addresses, keys and compound values, also below a text for people', async () => {
		const { quests, tasks } = service.ids;
		const [read] = realm().tasks.get(quests.firstSteps)!;
		const settings = (quest: string, task: string) => ({
			url: `https://shop.example/quests/${quest}-first_steps?from=${quest}`,
			ref: `task_${task}`,
			[`done-${task}`]: 1,
			longer: `a${task}, ${task}b`.replaceAll(task, tasks.sayHello),
			message: { template: `See ${tasks.sayHello}`, taskId: task, ids: [task], labels: { [task]: 'Hello' } },
		});
		read!.config = settings(quests.firstSteps, tasks.sayHello);
		const id = idOf(await duplicate());
		const [first, second] = realm().tasks.get(id)!;
		expect(first!.config).toEqual(settings(id, second!.id));
	});

	it('also IDs with signs that have a meaning in a pattern', async () => {
		const { quests } = service.ids;
		const [read, hello] = realm().tasks.get(quests.firstSteps)!;
		hello!.id = 'tsk.(0123456789)+';
		read!.transitions[0]!.toTaskId = hello!.id;
		read!.config = { after: `x/${hello!.id}/y`, other: 'x/tsk-(0123456789)+/y' };
		const copy = await duplicate();
		expect(copy).toMatchObject({ tasks: 2 });
		const [first, second] = realm().tasks.get(idOf(copy))!;
		expect(first!.config).toEqual({ after: `x/${second!.id}/y`, other: 'x/tsk-(0123456789)+/y' });
	});

	it('and texts for people stay as they are, also where they have the ID of another part', async () => {
		const { quests, tasks } = service.ids;
		const [read, hello] = realm().tasks.get(quests.firstSteps)!;
		realm().quests.get(quests.firstSteps)!.description = `Known as ${quests.firstSteps}`;
		read!.name = `Before ${tasks.sayHello}`;
		read!.description = tasks.sayHello;
		hello!.name = `After ${tasks.readWelcome}`;
		const settings = { description: `See ${tasks.sayHello}`, title: tasks.sayHello };
		read!.triggers[0]!.config = settings;
		hello!.config = { name: { en: tasks.readWelcome } };
		const name = `Copy of ${quests.firstSteps}`;
		const id = idOf(await duplicate(undefined, { name }));
		const [first, second] = realm().tasks.get(id)!;
		expect(realm().quests.get(id)).toMatchObject({ name, description: `Known as ${quests.firstSteps}` });
		expect(first).toMatchObject({ name: `Before ${tasks.sayHello}`, description: tasks.sayHello });
		expect(first!.triggers[0]!.config).toEqual(settings);
		expect(second).toMatchObject({
			name: `After ${tasks.readWelcome}`,
			config: { name: { en: tasks.readWelcome } },
		});
		expect(asked().filter((operation) => operation?.endsWith('.update'))).toEqual([]);
	});

	it('also where the record of the quest does not hold its tasks', async () => {
		const { firstSteps } = service.ids.quests;
		service.control.addFault({
			operation: 'quest.get',
			kind: 'status',
			status: 200,
			body: { data: { id: firstSteps, name: 'First steps', type: 'ONBOARDING' } },
		});
		service.control.addFault({
			operation: 'task.getMany',
			kind: 'status',
			status: 200,
			body: {
				data: Object.values(service.ids.tasks)
					.slice(0, 2)
					.map((id) => ({ id, name: id })),
			},
		});
		expect(await duplicate()).toMatchObject({
			tasks: 2,
			triggers: 2,
			conditions: 2,
			actions: 2,
			transitions: 1,
		});
	});
});

describe('a copy that stops in the middle', () => {
	beforeEach(() => {
		service.control.addFault({
			operation: 'taskAction.create',
			kind: 'status',
			status: 403,
			body: { error: 'Forbidden', message: 'No.' },
		});
	});

	it('says what exists, and counts as unknown', async () => {
		const seen = [...realm().quests.keys()];
		const failure = await duplicate();
		const [left] = [...realm().quests.keys()].filter((id) => !seen.includes(id));
		expect(failure.error).toMatch(/^The copy of the quest stopped in the middle: /);
		expect(JSON.stringify(failure.details)).toContain(
			`The new quest ${left} exists with 2 of 2 tasks, 1 of 2 triggers`,
		);
		expect(failure.details).toMatchObject({ outcome: 'unknown' });
		expect(asked()).not.toContain('quest.delete');
	});

	it('is removed again on wish, and then is safe to run again', async () => {
		const before = realm().quests.size;
		const failure = await duplicate(undefined, { additionalFields: { removeIncomplete: true } });
		expect(failure.details).toMatchObject({ outcome: 'notApplied' });
		expect(JSON.stringify(failure.details)).toContain('was removed with all its parts');
		expect(realm().quests.size).toBe(before);
	});

	it('reports when it cannot be removed', async () => {
		service.control.addFault({
			operation: 'quest.delete',
			kind: 'status',
			status: 403,
			body: { error: 'Forbidden', message: 'No.' },
		});
		const failure = await duplicate(undefined, { additionalFields: { removeIncomplete: true } });
		expect(failure.details).toMatchObject({ outcome: 'unknown' });
		expect(JSON.stringify(failure.details)).toContain('It could not be removed');
	});
});

it.each([{ deleted: false }, { success: false }])(
	'a copy that stopped is not said to be removed where the service answers %j',
	async (body) => {
		const fault = { kind: 'status', status: 403 } as const;
		service.control.addFault({ ...fault, operation: 'taskAction.create', body: { error: 'Forbidden' } });
		service.control.addFault({ ...fault, operation: 'quest.delete', status: 200, body });
		const failure = await duplicate(undefined, { additionalFields: { removeIncomplete: true } });
		expect(failure.details).toMatchObject({ outcome: 'unknown' });
		expect(JSON.stringify(failure.details)).toContain('It could not be removed');
	},
);

it('a failure before the quest exists changes nothing, and says so', async () => {
	const failure = await duplicate('no-such-quest');
	expect(failure.details).toMatchObject({ outcome: 'notApplied' });
	expect(changing()).toEqual([]);
});

it('a dry run shows what would be made, and only reads', async () => {
	const item = await duplicate(undefined, { options: { dryRun: true } });
	expect(item).toMatchObject({
		dryRun: true,
		request: { method: 'POST' },
		wouldMake: {
			quest: { name: 'Second steps', type: 'ONBOARDING' },
			...{ tasks: 2, triggers: 2, conditions: 2, actions: 2, transitions: 1 },
			content: [
				{ name: 'Read the welcome page', actions: [{ type: 'AWARD_POINTS' }], transitions: [{}] },
				{ name: 'Say hello', transitions: [] },
			],
		},
	});
	expect(asked()).toEqual(['quest.get']);
	expect(changing()).toEqual([]);
});

it('a key that stands for the copy of one quest is refused for that of another, whatever its name', async () => {
	const { firstSteps, weeklyWalk } = service.ids.quests;
	const key = { repeatProtection: 'key', idempotencyKey: 'copy of the week' };
	expect(await duplicate(firstSteps, key)).toMatchObject({ sourceQuestId: firstSteps });
	expect(await duplicate(firstSteps, key)).toMatchObject({ skipped: true });
	expect(await duplicate(weeklyWalk, key)).toMatchObject({
		error: 'Not sent: this key was used for another request',
		details: { outcome: 'notApplied' },
	});
});

it.each([
	['quest.get', 200],
	['quest.create', 201],
])('no key is shown that the service put into what it says without an ID: %s', async (operation, status) => {
	const body = { data: { name: 'First steps', seenBy: `Bearer ${service.keys.admin}` } };
	service.control.addFault({ operation, kind: 'status', status, body });
	const failure = await duplicate();
	expect(failure.details).toMatchObject({ answer: expect.anything() });
	expect(JSON.stringify(failure)).not.toContain(service.keys.admin);
	expect(JSON.stringify(failure)).toContain('[hidden]');
});
