import type { INodeListSearchItems, INodeParameters } from 'n8n-workflow';

import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { byId } from '../harness/workflows/byId';
import { panelContext } from './panelContext';
import { useService } from './sandbox';

const service = useService();

const { listSearch } = new RewardsEngagement().methods;

/** Reads a list like the editor, which sends the values of the panel. */
async function list(
	method: string,
	shown: INodeParameters = {},
	filter?: string,
): Promise<INodeListSearchItems[]> {
	const context = panelContext(service.credential(), shown);
	const { results } = await listSearch[method]!.call(context, filter);
	return results;
}

const quest = () => ({ questId: byId(service.ids.quests.firstSteps) });
const task = () => ({ ...quest(), taskId: byId(service.ids.tasks.readWelcome) });

it('quests are listed with their type, and found by a part of the name or by the whole ID', async () => {
	const { quests } = service.ids;
	expect(await list('searchQuests')).toEqual([
		{ name: 'First steps (ONBOARDING)', value: quests.firstSteps },
		{ name: 'Weekly walk (RECURRING)', value: quests.weeklyWalk },
		{ name: 'Bring a friend (REFERRAL)', value: quests.bringAFriend },
	]);
	expect(await list('searchQuests', {}, ' WALK')).toMatchObject([{ value: quests.weeklyWalk }]);
	expect(await list('searchQuests', {}, quests.firstSteps)).toMatchObject([{ value: quests.firstSteps }]);
	expect(await list('searchQuests', {}, 'no such quest')).toEqual([]);
});

it('quests of more than one page are listed', async () => {
	const { quests, tasks } = service.state.realms.get(service.realmId)!;
	for (let number = 0; number < 250; number++) {
		const id = `many-${number}`;
		quests.set(id, { id, name: `Many ${number}`, description: null, type: 'kind' });
		tasks.set(id, []);
	}
	expect(await list('searchQuests', {}, 'many')).toHaveLength(250);
	// The service chooses the size of the first page.
	expect(service.requests).toHaveLength(4);
});

it('the tasks are those of the chosen quest', async () => {
	const { quests, tasks } = service.ids;
	expect(await list('searchTasks', quest())).toEqual([
		{ name: 'Read the welcome page', value: tasks.readWelcome },
		{ name: 'Say hello', value: tasks.sayHello },
	]);
	expect(await list('searchTasks', { questId: byId(quests.weeklyWalk) })).toMatchObject([
		{ value: tasks.walk },
	]);
});

it.each([
	['searchTaskTriggers', 'EVENT {"event":"activity"}', () => service.ids.triggers.onReading],
	['searchTaskConditions', 'PAGE_VISITED {"path":"/welcome"}', () => service.ids.conditions.hasRead],
	['searchTaskActions', /^AWARD_POINTS \{"amount":20/, () => service.ids.actions.awardForReading],
	['searchTaskTransitions', /^To task d1/, () => service.ids.transitions.helloAfterReading],
])('%s lists the parts of the chosen task', async (method, name, id) => {
	expect(await list(method, task())).toEqual([
		{ name: typeof name === 'string' ? name : expect.stringMatching(name), value: id() },
	]);
	expect(await list(method, task(), 'no such part')).toEqual([]);
});

describe('nothing is asked before what a list follows is chosen', () => {
	it.each<[string, string, () => INodeParameters]>([
		['searchTasks', 'Choose the quest first to list its tasks', () => ({})],
		[
			'searchTasks',
			'Choose the quest first to list its tasks',
			() => ({ questId: byId('={{ $json.quest }}') }),
		],
		['searchTaskActions', 'Choose the quest first to list its actions', () => ({ taskId: byId('task') })],
		['searchTaskActions', 'Choose the task first to list its actions', quest],
	])('%s: %s', async (method, words, shown) => {
		await expect(list(method, shown())).rejects.toThrow(words);
		expect(service.requests).toEqual([]);
	});
});

describe('an installation without quests', () => {
	beforeEach(() => {
		service.control.addFault({
			operation: '*',
			kind: 'status',
			status: 404,
			body: { error: 'Not Found', message: 'There is no such path.' },
		});
	});

	it.each([
		['searchQuests', 'This installation does not offer a list of quests'],
		[
			'searchTasks',
			'This installation does not offer a list of tasks, or your choice above no longer exists',
		],
		['searchTaskTriggers', 'This installation does not offer a list of triggers, or your choice'],
	])('%s says so', async (method, words) => {
		const failure = await list(method, task()).catch((thrown: unknown) => thrown);
		expect(failure).toMatchObject({
			message: expect.stringContaining(words),
			description: expect.stringContaining('Switch this field to "By ID"'),
		});
	});
});

it('n8n clears the task when another quest is chosen, and its parts when another task is', () => {
	const { properties } = new RewardsEngagement().description;
	const follows = (name: string) => [
		...new Set(
			properties
				.filter((property) => property.name === name)
				.map(({ typeOptions }) => typeOptions?.loadOptionsDependsOn?.join()),
		),
	];
	expect(follows('questId')).toEqual([undefined]);
	expect(follows('taskId')).toEqual(['questId.value']);
	for (const part of ['actionId', 'conditionId', 'transitionId', 'triggerId']) {
		expect(follows(part)).toEqual(['questId.value,taskId.value']);
	}
});
