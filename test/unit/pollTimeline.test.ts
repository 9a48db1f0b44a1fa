// Falls with nodes/RewardsEngagement/pollTrigger/timeline.ts.

import {
	inOrder,
	latestOf,
	Timeline,
	timeOf,
	timeOfAnswer,
	timelinePosition,
	withTaken,
	type Timed,
} from '../../nodes/RewardsEngagement/pollTrigger/timeline';

const OVERLAP = 100;
const timeline = new Timeline(OVERLAP);
const START = { done: 0, seen: {} };
const one = (id: string, time: number): Timed => ({ id, time, record: {} });

/** Takes the new records of a growing list again and again, each time at the given time. */
function reader() {
	let position = timeline.after(START, [], 0, 0);
	return (asked: number, records: Timed[], bound = latestOf(records.map(({ time }) => time))) => {
		const taken = inOrder(timeline.newOf(records, position));
		position = timeline.after(position, taken, bound, asked);
		return taken.map(({ id }) => id);
	};
}

it('takes what has the very same time as what was taken, once', () => {
	const take = reader();
	expect(take(1000, [one('a', 1000), one('b', 1000)])).toEqual(['a', 'b']);
	expect(take(1001, [one('a', 1000), one('b', 1000), one('c', 1000)])).toEqual(['c']);
	expect(take(1002, [one('a', 1000), one('c', 1000)])).toEqual([]);
});

it('takes what becomes visible late, up to the overlap, however much happened since', () => {
	const take = reader();
	take(1000, [one('a', 1000)]);
	expect(
		take(1050, [one('late', 901), ...Array.from({ length: 200 }, (_, n) => one(`n${n}`, 1040))]),
	).toContain('late');
	expect(take(1050, [one('late', 901)])).toEqual([]);
	expect(take(1050, [one('too late', 900)])).toEqual([]);
});

it('is done with a time once everything of it must be visible', () => {
	const settled = timeline.after(START, [one('a', 1000)], 1000, 1100);
	expect(settled).toEqual({ done: 1000, seen: {} });
	expect(timeline.settledAt(1100)).toBe(1000);
	const fresh = timeline.after(START, [one('a', 1000)], 1000, 1099);
	expect(fresh.done).toBe(999);
	expect(Object.keys(fresh.seen)).toEqual(['1000']);
});

it('is done no further than was read, whatever the clock of the service says', () => {
	expect(timeline.after(START, [one('a', 1000)], 1000, 99_000).done).toBe(1000);
	expect(timeline.after(START, [one('a', 1000)], -Infinity, 99_000).done).toBe(0);
});

it('takes nothing of the last time that is done', () => {
	const position = { done: 500, seen: {} };
	expect(timeline.newOf([one('a', 500), one('b', 501)], position)).toEqual([one('b', 501)]);
});

it('never goes back to an earlier time', () => {
	expect(timeline.after({ done: 500, seen: {} }, [], 400, 1000).done).toBe(500);
	expect(timeline.after({ done: 500, seen: {} }, [], 1000, 550).done).toBe(500);
});

it('takes what has another time than when it was taken as happened once more', () => {
	const take = reader();
	expect(take(1000, [one('a', 1000)])).toEqual(['a']);
	expect(take(1000, [one('a', 1001)])).toEqual(['a']);
	expect(take(1000, [one('a', 1001)])).toEqual([]);
});

it('is not led into the future by a record that claims to be from there', () => {
	const take = reader();
	expect(take(1000, [one('future', 99_000)])).toEqual(['future']);
	expect(take(2000, [one('b', 1950), one('future', 99_000)])).toEqual(['b']);
	expect(take(2000, [one('b', 1950), one('future', 99_000)])).toEqual([]);
});

it('remembers in short what was taken, many of one moment with little room', () => {
	const crowd = Array.from({ length: 1_000 }, (_, number) => one(`member ${number}`, 1000));
	const position = timeline.after(START, crowd, 1000, 1000);
	expect(JSON.stringify(position).length).toBeLessThan(8_100);
	expect(timeline.newOf(crowd, position)).toEqual([]);
	expect(timeline.newOf([one('member 1000', 1000)], position)).toHaveLength(1);
	expect(timelinePosition.safeParse(position).success).toBe(true);
});

it('keeps of what was taken what is asked for', () => {
	const seen = withTaken({}, [one('a', 1), one('b', 2), one('c', 2)], () => true);
	expect(Object.entries(seen).map(([time, keys]) => [time, keys.length])).toEqual([
		['1', 8],
		['2', 16],
	]);
	expect(withTaken(seen, [one('d', 3)], (time) => time === 1)).toEqual({ 1: seen[1] });
});

it('knows the latest of some times', () => {
	expect(latestOf([1, 3, 2])).toBe(3);
	expect(latestOf([])).toBe(-Infinity);
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

it.each([
	[{}],
	[{ done: 1 }],
	[{ seen: {} }],
	[{ done: 'x', seen: {} }],
	[{ done: 1, seen: { a: 2 } }],
	[null],
])('takes %j for no place', (position) => {
	expect(timelinePosition.safeParse(position).success).toBe(false);
});

it('knows when an answer was given: by the service where it says so, else by our own clock', () => {
	const headers = { date: 'Tue, 14 Nov 2023 22:13:20 GMT' };
	expect(timeOfAnswer({ headers }, 5)).toBe(1_700_000_000_000);
	expect(timeOfAnswer({ headers: {} }, 5)).toBe(5);
	expect(timeOfAnswer({ headers: { date: 'never' } }, 5)).toBe(5);
});
