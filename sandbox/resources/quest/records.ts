import type { Schemas, With } from '../../base/state';

export interface Reward {
	type: 'points';
	amount: number;
	realmPointId: string;
}

/** A quest; its tasks are kept by themselves. */
export type Quest = Omit<With<Schemas['Quest'], 'id' | 'name' | 'type'>, 'tasks'> & {
	/** What completing the quest pays; the API shows it only in events. */
	rewards: Reward[];
};

declare module '../../base/state' {
	interface Realm {
		quests: Map<string, Quest>;
	}
}
