import { agePoller } from '../agePoller';
import { byActivity, DAY_MS, personOf } from '../memberList';

/** A member was not active for some days. */
export function memberInactive(days: number) {
	return agePoller({
		list: byActivity,
		type: 'member.inactive',
		scope: String(days),
		lastAge: 1,
		momentOf: (now) => now,
		ageAt: (lastActive, now) => (now - lastActive >= days * DAY_MS ? 1 : 0),
		timesOf: (_, since, now) => ({ from: since - days * DAY_MS, to: now - days * DAY_MS }),
		aboutOf: ({ id, made }) => [id, made, days],
		dataOf: (one) => ({ member: { ...personOf(one), lastActive: one.record.lastActive }, days }),
	});
}
