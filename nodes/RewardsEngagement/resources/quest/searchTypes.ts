import { wordSearch } from '../../declare/listSearch';
import { isRecord } from '../../shared/json';
import { getManyQuests } from './getMany';

/** The field of a task with the parts of a resource. */
const PARTS: Readonly<Record<string, string>> = {
	taskAction: 'actions',
	taskCondition: 'conditions',
	taskTrigger: 'triggers',
};

/** Lists the types that the realm's records of the chosen resource have. */
export const searchTypes = wordSearch({
	what: 'quests',
	operation: getManyQuests,
	wordsOf: ({ type, tasks }, resource) => {
		const part = PARTS[resource];
		if (part) return recordsIn(tasks).flatMap((task) => recordsIn(task[part]).map(typeOf));
		return resource === 'task' ? recordsIn(tasks).map(typeOf) : [type];
	},
});

function recordsIn(list: unknown): Array<Record<string, unknown>> {
	return [list].flat().filter(isRecord);
}

function typeOf({ type }: Record<string, unknown>): unknown {
	return type;
}
