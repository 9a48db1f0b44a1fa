import {
	inOrder,
	Timeline,
	timeOf,
	timeOfAnswer,
	timelinePosition,
	type Timed,
} from '../../nodes/RewardsEngagement/pollTrigger/timeline';

const OVERLAP = 100;
const timeline = new Timeline(OVERLAP);
const one = (id: string, time: number): Timed => ({ id, time, record: {} });

/** Takes what is new of a list, again and again as it grows. */
function reader() {
	let position = timeline.endOf([]);
	return (records: Timed[], isInOrder = true) => {
		const taken = inOrder(records).filter((record) => timeline.isNew(record, position));
		position = timeline.after(position, taken, isInOrder);
		return taken.map(({ id }) => id);
	};
}

it('takes what has the very same time as what was taken, once', () => {
	const take = reader();
	expect(take([one('a', 1000), one('b', 1000)])).toEqual(['a', 'b']);
	expect(take([one('a', 1000), one('b', 1000), one('c', 1000)])).toEqual(['c']);
	expect(take([one('a', 1000), one('c', 1000)])).toEqual([]);
});

it('takes what becomes visible late, up to the overlap', () => {
	const take = reader();
	take([one('a', 1000)]);
	expect(take([one('late', 901)])).toEqual(['late']);
	expect(take([one('late', 901)])).toEqual([]);
	expect(take([one('too late', 900)])).toEqual([]);
});

it('goes on from the place as it was where older ones may be left', () => {
	const take = reader();
	take([one('a', 1000)]);
	expect(take([one('z', 5000)], false)).toEqual(['z']);
	expect(take([one('z', 5000), one('m', 3000)])).toEqual(['m']);
	expect(take([one('z', 5000), one('m', 3000)])).toEqual([]);
});

it('is at the latest of what was taken once none that is older is left, and no further than the answer', () => {
	const position = timeline.after(
		timeline.endOf([one('a', 1000)]),
		[one('b', 3000), one('future', 99_000), one('c', 2000)],
		false,
		4000,
	);
	expect(position.at).toBe(1000);
	const caughtUp = timeline.caughtUp(position, 4000);
	// The time of an answer is told to the second.
	expect(caughtUp.at).toBe(5000);
	expect(Object.values(caughtUp.seen)).toEqual([99_000]);
	const earlier = timeline.caughtUp(
		timeline.after(timeline.endOf([]), [one('b', 3000), one('c', 2950)], false),
		4000,
	);
	expect(earlier.at).toBe(3000);
	expect(Object.values(earlier.seen).sort()).toEqual([2950, 3000]);
	expect(timeline.caughtUp({ at: 6000, seen: {} }, 4000)).toEqual({ at: 6000, seen: {} });
});

it('takes what has another time than when it was taken as happened once more', () => {
	const take = reader();
	expect(take([one('a', 1000)])).toEqual(['a']);
	expect(take([one('a', 1001)])).toEqual(['a']);
	expect(take([one('a', 1001)])).toEqual([]);
});

it('is not led into the future by a record that claims to be from there', () => {
	const begun = timeline.endOf([one('a', 1900), one('future', 99_000)], 1000);
	// The time of an answer is told to the second.
	expect(begun.at).toBe(2000);
	expect(timeline.isNew(one('future', 99_000), begun)).toBe(false);
	expect(timeline.isNew(one('b', 1950), begun)).toBe(true);
	const later = timeline.after(begun, [one('b', 3000), one('later', 88_000)], true, 4000);
	expect(later.at).toBe(5000);
	expect(Object.values(later.seen).sort()).toEqual([88_000, 99_000]);
	expect(timeline.isNew(one('c', 5001), later)).toBe(true);
});

it('never goes back to an earlier time', () => {
	const before = timeline.after(timeline.endOf([one('a', 1000)]), [one('b', 950)], true);
	expect(before.at).toBe(1000);
	expect(timeline.horizonOf(before)).toBe(900);
	expect(timeline.horizonOf({ at: timeline.startingAt(700), seen: {} })).toBe(700);
});

it('remembers in short what was taken, and forgets what is behind the overlap', () => {
	const position = timeline.endOf([one('old', 900), one('edge', 901), one('new', 1000)]);
	expect(position.at).toBe(1000);
	expect(Object.values(position.seen).sort()).toEqual([1000, 901]);
	expect(Object.keys(position.seen).every((key) => key.length === 10)).toBe(true);
	expect(timelinePosition.safeParse(position).success).toBe(true);
	const later = timeline.after(position, [one('next', 1050)], true);
	expect(Object.values(later.seen).sort()).toEqual([1000, 1050]);
});

it('has the same order for what happened at one time, however it is listed', () => {
	const ids = (records: Timed[]) => inOrder(records).map(({ id }) => id);
	const [a, b, c] = [one('a', 5), one('b', 5), one('c', 1)];
	expect(ids([a, b, c])).toEqual(['c', 'a', 'b']);
	expect(ids([b, c, a])).toEqual(['c', 'a', 'b']);
	for (const order of ['dbac', 'abcd', 'dcba', 'cadb']) {
		expect(ids([...order].map((id) => one(id, 7)))).toEqual(['a', 'b', 'c', 'd']);
	}
});

it.each<[unknown, number | undefined]>([
	['2026-01-02T03:04:05.006Z', Date.UTC(2026, 0, 2, 3, 4, 5, 6)],
	[1234, 1234],
	['', undefined],
	['1234', Date.parse('1234')],
	['soon', undefined],
	[NaN, undefined],
	[Infinity, undefined],
	[null, undefined],
	[{}, undefined],
])('reads %p as a time', (value, time) => {
	expect(timeOf(value)).toBe(time);
});

it.each([[{}], [{ at: 1 }], [{ seen: {} }], [{ at: 'x', seen: {} }], [{ at: 1, seen: { a: 'x' } }], [null]])(
	'takes %j for no place',
	(position) => {
		expect(timelinePosition.safeParse(position).success).toBe(false);
	},
);

it('knows when an answer was given: by the service where it says so, else by our own clock', () => {
	const headers = { date: 'Tue, 14 Nov 2023 22:13:20 GMT' };
	expect(timeOfAnswer({ headers }, 5)).toBe(1_700_000_000_000);
	expect(timeOfAnswer({ headers: {} }, 5)).toBe(5);
	expect(timeOfAnswer({ headers: { date: 'never' } }, 5)).toBe(5);
});
