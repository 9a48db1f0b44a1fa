import { unsentProblem } from '../../errors';
import { agePoller } from '../agePoller';
import { DAY_MS, membersBy, personOf } from '../memberList';

const YEAR_MS = 365.2425 * DAY_MS;

/** Leap years and time zones move an anniversary by less than that. */
const MARGIN_MS = 3 * DAY_MS;

/**
 * A member joined a whole number of years ago. February 29 counts as February 28 in years that lack it.
 *
 * @param timeZone in which a day starts, such as Europe/Berlin
 */
export function memberAnniversary(timeZone: string) {
	const dateOf = dateIn(timeZone);
	return agePoller({
		list: membersBy('joinedAt', 'joined'),
		type: 'member.anniversary',
		scope: timeZone,
		momentOf: (now) => JSON.stringify(dateOf(now)),
		ageAt: (joinedAt, now) => yearsBetween(dateOf(joinedAt), dateOf(now)),
		timesOf: (years, since, now) => ({
			from: since - years * YEAR_MS - MARGIN_MS,
			to: now - years * YEAR_MS + MARGIN_MS,
		}),
		aboutOf: ({ id, made }, years) => [id, made, years],
		dataOf: (one, years) => ({ member: { ...personOf(one), joinedAt: one.record.joinedAt }, years }),
	});
}

interface LocalDate {
	year: number;
	month: number;
	day: number;
}

/** The date of a time, in milliseconds since 1970, in a time zone. */
function dateIn(timeZone: string): (time: number) => LocalDate {
	const format = formatIn(timeZone);
	return (time) => {
		const parts = format.formatToParts(time);
		const part = (type: keyof LocalDate) => Number(parts.find((one) => one.type === type)?.value);
		return { year: part('year'), month: part('month'), day: part('day') };
	};
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
	const parts = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
	try {
		return new Intl.DateTimeFormat('en-US', {
			timeZone,
			calendar: 'gregory',
			numberingSystem: 'latn',
			...parts,
		});
	} catch {
		throw unsentProblem(
			`The time zone "${timeZone}" of the workflow is unknown`,
			'Choose a time zone in the settings of the workflow.',
		);
	}
}

/** The whole years from one date to another, at least 0. */
function yearsBetween(from: LocalDate, to: LocalDate): number {
	const isLeap = to.year % 4 === 0 && (to.year % 100 !== 0 || to.year % 400 === 0);
	const day = from.month === 2 && from.day === 29 && !isLeap ? 28 : from.day;
	const isReached = to.month > from.month || (to.month === from.month && to.day >= day);
	return Math.max(to.year - from.year - (isReached ? 0 : 1), 0);
}
