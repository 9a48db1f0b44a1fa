import { isoDaysAgo } from '../../base/dates';
import { realmIds, seedId } from '../../base/ids';
import type { Json, Realm } from '../../base/state';
import { ids as currencyIds } from '../currency/seed';
import { ids as questIds } from '../quest/seed';
import type { Task, TaskPart, TaskTransition } from '../quest/tasks';

export const ids = {
	tasks: {
		readWelcome: seedId('task', 1),
		sayHello: seedId('task', 2),
		walk: seedId('task', 3),
		invite: seedId('task', 4),
	},
	conditions: {
		hasRead: seedId('condition', 1),
		wroteMessage: seedId('condition', 2),
		walkedEnough: seedId('condition', 3),
		friendJoined: seedId('condition', 4),
	},
	triggers: {
		onReading: seedId('trigger', 1),
		onHello: seedId('trigger', 2),
		onWalk: seedId('trigger', 3),
		onFriend: seedId('trigger', 4),
	},
	transitions: { helloAfterReading: seedId('transition', 1) },
	actions: {
		awardForReading: seedId('action', 1),
		awardForHello: seedId('action', 2),
		awardForWalk: seedId('action', 3),
		awardForFriend: seedId('action', 4),
	},
} as const;

function part(id: string, taskId: string, type: string, config: Json | null): TaskPart {
	return { id, taskId, type, config, createdAt: isoDaysAgo(60), updatedAt: isoDaysAgo(60) };
}

interface TaskSketch {
	number: number;
	questId: string;
	name: string;
	condition: { type: string; config: Json };
	amount: number;
}

/** A task with one trigger, one condition and one action. The action awards the amount in the default currency. */
function task({ number, questId, name, condition, amount }: TaskSketch): Task {
	const id = seedId('task', number);
	const award = { amount, currencyId: currencyIds.currencies.stars };
	return {
		id,
		questId,
		name,
		type: 'STANDARD',
		description: null,
		config: null,
		triggers: [part(seedId('trigger', number), id, 'EVENT', { event: 'activity' })],
		conditions: [part(seedId('condition', number), id, condition.type, condition.config)],
		actions: [part(seedId('action', number), id, 'AWARD_POINTS', award)],
		transitions: [],
	};
}

export function seedRealm({ id }: Realm): Partial<Realm> {
	if (id !== realmIds.realm) return { tasks: new Map() };
	const { firstSteps, weeklyWalk, bringAFriend } = questIds.quests;
	const readWelcome = task({
		number: 1,
		questId: firstSteps,
		name: 'Read the welcome page',
		condition: { type: 'PAGE_VISITED', config: { path: '/welcome' } },
		amount: 20,
	});
	const sayHello = task({
		number: 2,
		questId: firstSteps,
		name: 'Say hello',
		condition: { type: 'MESSAGE_SENT', config: { channel: 'hello', minimumLength: 5 } },
		amount: 30,
	});
	const walk = task({
		number: 3,
		questId: weeklyWalk,
		name: 'Walk',
		condition: { type: 'DISTANCE', config: { kilometres: 10 } },
		amount: 120,
	});
	const invite = task({
		number: 4,
		questId: bringAFriend,
		name: 'Invite somebody who stays',
		condition: { type: 'REFERRAL_JOINED', config: { minimumDays: 7 } },
		amount: 500,
	});
	const transition: TaskTransition = {
		id: ids.transitions.helloAfterReading,
		fromTaskId: readWelcome.id,
		toTaskId: sayHello.id,
		condition: null,
		createdAt: isoDaysAgo(60),
		updatedAt: isoDaysAgo(60),
	};
	readWelcome.transitions = [transition];
	return {
		tasks: new Map([
			[firstSteps, [readWelcome, sayHello]],
			[weeklyWalk, [walk]],
			[bringAFriend, [invite]],
		]),
	};
}
