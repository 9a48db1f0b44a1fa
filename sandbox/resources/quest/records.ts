import type { Schemas, With } from '../../base/state';

export interface Reward {
	type: 'points';
	amount: number;
	realmPointId: string;
}

/** A quest. Its tasks are stored separately. */
export type Quest = Omit<With<Schemas['Quest'], 'id' | 'name' | 'type'>, 'tasks'> & {
	/** The rewards of the completed quest. By default those of its tasks' actions. */
	rewards?: Reward[];
};

/** The progress of a member in a quest. The service's own words are unknown. */
export type QuestStatus = 'active' | 'started' | 'completed';

declare module '../../base/state' {
	interface Realm {
		quests: Map<string, Quest>;
		/** The progress of members in quests, by the id of the quest and then of the member. */
		questProgress: Map<string, Map<string, QuestStatus>>;
	}
}
