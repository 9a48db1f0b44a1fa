import type { Schemas, With } from '../../base/state';

export interface Reward {
	type: 'points';
	amount: number;
	realmPointId: string;
}

/** A quest; its tasks are kept by themselves. */
export type Quest = Omit<With<Schemas['Quest'], 'id' | 'name' | 'type'>, 'tasks'> & {
	/** What completing the quest pays; without it what the actions of its tasks award. */
	rewards?: Reward[];
};

/** How far a member has come with a quest. The words of the service are not known. */
export type QuestStatus = 'active' | 'started' | 'completed';

declare module '../../base/state' {
	interface Realm {
		quests: Map<string, Quest>;
		/** What members have done with quests, by the quest's id and then the member's. */
		questProgress: Map<string, Map<string, QuestStatus>>;
	}
}
