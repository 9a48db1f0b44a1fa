import { type Field, optional } from '../../fields/field';
import { jsonObject } from '../../fields/jsonObject';
import { locator, word } from '../../fields/locator';
import { idSchema, nameText, text } from '../../fields/text';

export function quest(displayName: string, { description }: { description: string }): Field<string> {
	return locator(displayName, {
		description,
		search: 'searchQuests',
		listPlaceholder: 'Select a quest…',
		example: '64b7f1c2a9d3e45f60718296',
	});
}

/** The quest of the records below it. Their lists depend on this choice. */
export const questId = quest('Quest', { description: 'The quest that the task belongs to' });

/** The quest itself, for operations on it. */
export const ownQuestId = quest('Quest', { description: 'The quest to work on' });

export function task(displayName: string, { description }: { description: string }): Field<string> {
	return locator(displayName, {
		description,
		search: 'searchTasks',
		listPlaceholder: 'Select a task…',
		dependsOn: ['questId'],
		example: '64b7f1c2a9d3e45f60718297',
	});
}

export const taskId = task('Task', { description: 'The task of the quest' });

export const actionId = partOf('Action', 'searchTaskActions');

export const conditionId = partOf('Condition', 'searchTaskConditions');

export const transitionId = partOf('Transition', 'searchTaskTransitions');

export const triggerId = partOf('Trigger', 'searchTaskTriggers');

function partOf(displayName: string, search: string): Field<string> {
	const word = displayName.toLowerCase();
	return locator(displayName, {
		description: `The ${word} of the task`,
		search,
		listPlaceholder: `Select ${/^a/.test(word) ? 'an' : 'a'} ${word}…`,
		dependsOn: ['questId', 'taskId'],
		example: '64b7f1c2a9d3e45f60718298',
	});
}

export const name = nameText('Name', {
	description: 'The name that members see',
	placeholder: 'e.g. Weekly walk',
});

export const requiredName = { ...name, schema: idSchema };

export const description = text('Description', {
	description: 'What members read below the name',
	placeholder: 'e.g. Walk ten kilometers in a week.',
});

/** The kind of a quest, a task or a part of one. The service documents no values, so the list has those in use. */
export const type = word('Type', {
	description: 'The type, as the service names it. The list has the types that this realm already uses.',
	search: 'searchTypes',
	listPlaceholder: 'Select a type…',
	idHint: 'Copy it from an existing record',
	example: 'RECURRING',
});

export const config = jsonObject('Config', {
	description: 'The settings as a JSON object. They depend on the type.',
	example: '{ "currencyId": "64b7f1c2a9d3e45f60718294", "amount": 50 }',
});

/** The parameters of a new action, condition or trigger. */
export const newPart = { questId, taskId, type, config: optional(config) };

export const preDataBody = jsonObject('Body', {
	description:
		'The request body as a JSON object. The API document does not show its fields: copy them from what the dashboard sends, or leave it empty.',
	example: '{ "data": { "code": "SPRING" }, "usageLimit": 1 }',
});
