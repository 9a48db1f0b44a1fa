import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../api/client';
import { deniesRemoval } from '../../api/outcome';
import type { Operation } from '../../declare/operation';
import { Problem } from '../../errors';
import { isRecord } from '../../shared/json';
import { createTask } from '../task/create';
import { updateTask } from '../task/update';
import { createTaskAction } from '../taskAction/create';
import { updateTaskAction } from '../taskAction/update';
import { createTaskCondition } from '../taskCondition/create';
import { updateTaskCondition } from '../taskCondition/update';
import { createTaskTransition } from '../taskTransition/create';
import { updateTaskTransition } from '../taskTransition/update';
import { createTaskTrigger } from '../taskTrigger/create';
import { updateTaskTrigger } from '../taskTrigger/update';
import { createQuest } from './create';
import { deleteQuest } from './delete';
import { IdMap } from './idMap';
import type { Found, WholeQuest } from './readQuest';

/** The name of a copied quest and, if given, a different description and type. */
export interface Changes {
	name: string;
	description?: string;
	type?: string;
}

type Values = Record<string, unknown>;

/** The counted parts, in the order in which they are created. */
const COUNTED = ['tasks', 'triggers', 'conditions', 'actions', 'transitions'] as const;

type Counts = Record<(typeof COUNTED)[number], number>;

/** The parts of a task that have a type and settings. */
const PARTS = {
	triggers: { create: createTaskTrigger, update: updateTaskTrigger, idField: 'triggerId' },
	conditions: { create: createTaskCondition, update: updateTaskCondition, idField: 'conditionId' },
	actions: { create: createTaskAction, update: updateTaskAction, idField: 'actionId' },
} as const;

/** The fields of the new quest. */
export function newQuest({ quest }: WholeQuest, { name, description, type }: Changes): Values {
	return given({ name, description: description ?? quest.description, type: type ?? quest.type });
}

/** The content of a copy, for a user who wants to see it before it is created. */
export function planOf(whole: WholeQuest, changes: Changes): IDataObject {
	const tasks = whole.tasks.map(({ task, transitions, ...parts }) => ({
		...given({ name: task.name, type: task.type, description: task.description, config: task.config }),
		...Object.fromEntries(
			Object.entries(parts).map(([kind, all]) => [
				kind,
				all.map(({ type, config }) => given({ type, config })),
			]),
		),
		transitions: transitions.map(({ toTaskId, condition }) => ({ toTaskId, ...given({ condition }) })),
	}));
	return { quest: newQuest(whole, changes), ...countsOf(whole), content: tasks };
}

export function countsOf({ tasks }: WholeQuest): Counts {
	const count = (kind: Exclude<keyof Counts, 'tasks'>) =>
		tasks.reduce((sum, task) => sum + task[kind].length, 0);
	return {
		tasks: tasks.length,
		triggers: count('triggers'),
		conditions: count('conditions'),
		actions: count('actions'),
		transitions: count('transitions'),
	};
}

/**
 * A field of a new record that may have had IDs of other originals when it was sent. Not all of their copies may have
 * existed yet.
 */
interface Sent {
	update: Operation;
	place: Values;
	field: 'config' | 'condition';
	original: unknown;
	sent: unknown;
}

/** Creates a copy of a quest with everything below it. */
export class QuestCopy {
	readonly ids = new IdMap();

	/** The new quest, once it exists. */
	questId?: string;

	private readonly made: Counts = { tasks: 0, triggers: 0, conditions: 0, actions: 0, transitions: 0 };

	private readonly sent: Sent[] = [];

	constructor(
		private readonly client: Client,
		private readonly realmId: string,
		private readonly whole: WholeQuest,
	) {}

	/**
	 * Creates the quest, then its tasks, then their parts, then the transitions between the tasks. At the end it
	 * corrects settings that named records created later. It sends one request at a time, in order.
	 *
	 * @param removes whether to remove the copy if it stops before the end
	 * @throws {Problem} that says what exists
	 */
	async make(changes: Changes, removes: boolean): Promise<void> {
		try {
			await this.makeAll(changes);
		} catch (thrown) {
			throw await this.stopped(thrown, removes);
		}
	}

	private async makeAll(changes: Changes): Promise<void> {
		const { quest, tasks } = this.whole;
		this.questId = await this.create(createQuest, quest.id, newQuest(this.whole, changes));
		const { questId } = this;
		for (const { task } of tasks) {
			const { name, type, description } = task;
			const config = this.ids.in(task.config);
			const taskId = await this.create(
				createTask,
				task.id,
				given({ questId, name, type, description, config }),
			);
			this.made.tasks++;
			this.note(updateTask, { questId, taskId }, 'config', task.config, config);
		}
		for (const whole of tasks) {
			const place = { questId, taskId: this.ids.all[whole.task.id] };
			for (const kind of ['triggers', 'conditions', 'actions'] as const) {
				for (const part of whole[kind]) await this.makePart(kind, part, place);
			}
		}
		for (const { task, transitions } of tasks) {
			const place = { questId, taskId: this.ids.all[task.id] };
			for (const transition of transitions) await this.makeTransition(transition, place);
		}
		await this.correct();
	}

	private async makePart(kind: keyof typeof PARTS, part: Found, place: Values): Promise<void> {
		const { create, update, idField } = PARTS[kind];
		const config = this.ids.in(part.config);
		const id = await this.create(create, part.id, given({ ...place, type: part.type, config }));
		this.made[kind]++;
		this.note(update, { ...place, [idField]: id }, 'config', part.config, config);
	}

	private async makeTransition(transition: Found, place: Values): Promise<void> {
		const condition = this.ids.in(transition.condition);
		const toTaskId = this.ids.in(transition.toTaskId ?? null, 'toTaskId');
		const id = await this.create(createTaskTransition, transition.id, {
			...given({ ...place, condition }),
			toTaskId,
		});
		this.made.transitions++;
		this.note(
			updateTaskTransition,
			{ ...place, transitionId: id },
			'condition',
			transition.condition,
			condition,
		);
	}

	private note(
		update: Operation,
		place: Values,
		field: Sent['field'],
		original: unknown,
		sent: unknown,
	): void {
		this.sent.push({ update, place, field, original, sent });
	}

	/** Updates the fields that named records created later. */
	private async correct(): Promise<void> {
		for (const { update, place, field, original, sent } of this.sent) {
			const right = this.ids.in(original);
			if (JSON.stringify(right) === JSON.stringify(sent)) continue;
			await this.client.send(update.request({ realmId: this.realmId, ...place, [field]: right }));
		}
	}

	/** @returns the ID of the new record */
	private async create(operation: Operation, id: string, values: Values): Promise<string> {
		const { body } = await this.client.send(operation.request({ realmId: this.realmId, ...values }));
		const made = isRecord(body) && isRecord(body.data) ? body.data : body;
		const copyId = isRecord(made) ? made.id : undefined;
		if (typeof copyId !== 'string' || copyId === '') {
			throw new Problem({
				message: 'The service created a part of the copy but did not return its ID',
				advice: 'Check the quest in the service before you run it again.',
				outcome: 'unknown',
				answer: this.client.shown(body),
			});
		}
		this.ids.add(id, copyId);
		return copyId;
	}

	/** The error for a copy that stopped. If not even the quest was created, the original error is enough. */
	private async stopped(thrown: unknown, removes: boolean): Promise<unknown> {
		const { questId } = this;
		if (questId === undefined) return thrown;
		const reason = thrown instanceof Error ? thrown.message : String(thrown);
		const isRemoved = removes && (await this.remove(questId));
		const made = COUNTED.map((kind) => `${this.made[kind]} of ${countsOf(this.whole)[kind]} ${kind}`).join(
			', ',
		);
		const description = isRemoved
			? 'The new quest was removed with all its parts. Correct the cause, then run it again.'
			: `The new quest ${questId} exists with ${made}. ${removes ? 'It could not be removed. ' : ''}Remove it with "Quest: Delete" before you run it again, or complete it by hand.`;
		return new Problem({
			message: `The copy of the quest stopped in the middle: ${reason}`,
			advice: description,
			outcome: isRemoved ? 'notApplied' : 'unknown',
			status: thrown instanceof Problem ? thrown.told.status : undefined,
			answer: {
				questId,
				removed: isRemoved,
				made: this.made,
				answer: thrown instanceof Problem ? (thrown.told.answer ?? null) : null,
			},
		});
	}

	private async remove(questId: string): Promise<boolean> {
		try {
			const { body } = await this.client.send(deleteQuest.request({ realmId: this.realmId, questId }));
			return !deniesRemoval(body);
		} catch {
			return false;
		}
	}
}

/** Leaves out missing values. */
function given(values: Values): Values {
	return Object.fromEntries(
		Object.entries(values).filter(([, value]) => value !== undefined && value !== null),
	);
}
