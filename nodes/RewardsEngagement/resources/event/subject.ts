import { canonicalText } from '../../shared/canonical';
import { isRecord } from '../../shared/json';
import type { Event } from './readEvent';

/** The subject of an event, as far as the event names it. IDs are in their canonical form. */
export interface Subject {
	questIds: string[];
	memberIds: string[];
	itemIds: string[];
	/** Points that were awarded, given as a reward, or paid for an item. */
	points: Points[];
	newBalance: unknown;
}

export interface Points {
	amount: unknown;
	currencyId?: string;
}

/** Reads an event by the names in the API document, section 6.2. Custom events are read by the same names. */
export function subjectOf({ data }: Event): Subject {
	const held = isRecord(data) ? data : {};
	const rewards: unknown[] = Array.isArray(held.rewards) ? held.rewards : [];
	return {
		questIds: canonicalIds([held.questId, idIn(held.quest)]),
		memberIds: canonicalIds([held.memberId, idIn(held.member)]),
		itemIds: canonicalIds([held.itemId, idIn(held.item)]),
		points: [held, held.points, held.item, ...rewards.filter(isOfPoints)].filter(isRecord).map((one) => ({
			amount: one.amount ?? one.cost,
			currencyId: canonicalIds([currencyIn(one)])[0],
		})),
		newBalance: held.newBalance,
	};
}

/** The IDs among some values, each once, in a form that can be compared. */
export function canonicalIds(values: readonly unknown[]): string[] {
	const texts = values.filter((value) => typeof value === 'string' || typeof value === 'number');
	const ids = texts.map((value) => canonicalText(String(value).trim()));
	return [...new Set(ids)].filter((id) => id !== '');
}

/**
 * Whether a reward is points. The API document does not list the types of rewards. A reward with a currency is
 * points, whatever its type is.
 */
function isOfPoints(reward: unknown): boolean {
	if (!isRecord(reward)) return false;
	const { type } = reward;
	return (
		canonicalIds([currencyIn(reward)]).length > 0 || typeof type !== 'string' || /point|currenc/i.test(type)
	);
}

function currencyIn({ currencyId, realmPointId, realmPoint }: Record<string, unknown>): unknown {
	return currencyId ?? realmPointId ?? idIn(realmPoint);
}

function idIn(value: unknown): unknown {
	return isRecord(value) ? value.id : value;
}
