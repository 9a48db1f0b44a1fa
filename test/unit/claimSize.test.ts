// Falls with nodes/RewardsEngagement/idempotency/claimSize.ts.

import { ClaimSize } from '../../nodes/RewardsEngagement/idempotency/claimSize';

let now = 0;
const MOST = 300;
/** One request. Milliseconds. */
const send = (size: ClaimSize, milliseconds: number) => {
	size.begin();
	now += milliseconds;
	size.end();
};

beforeEach(() => {
	now = 1_000;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});

afterEach(() => jest.restoreAllMocks());

it('begins with one item in a hundred, and with one at least', () => {
	for (const [items, first] of [
		[1, 1],
		[100, 1],
		[101, 2],
		[5_000, 50],
		[100_000, MOST],
	] as const)
		expect(new ClaimSize(items, MOST).next()).toBe(first);
});

it('stays as it was as long as no item has passed', () => {
	const size = new ClaimSize(1_000, MOST);
	size.took(1_000);
	expect(size.next()).toBe(10);
	size.begin();
	now += 50;
	expect(size.next()).toBe(10);
});

it('is so large that a claim takes a tenth of the time of sending', () => {
	const size = new ClaimSize(1_000, MOST);
	size.took(30);
	for (const milliseconds of [2, 4]) send(size, milliseconds);
	expect(size.next()).toBe(100);
	send(size, 100);
	expect(size.next()).toBe(3);
	// Earlier measurements no longer count.
	send(size, 3);
	expect(size.next()).toBe(100);
});

it('is one at least, and the most at most', () => {
	const size = new ClaimSize(1_000, MOST);
	size.took(30);
	send(size, 60_000);
	expect(size.next()).toBe(1);
	send(size, 1);
	expect(size.next()).toBe(300);
	send(size, 0);
	expect(size.next()).toBe(300);
	size.took(0);
	send(size, 0);
	expect(size.next()).toBe(1);
	size.took(31);
	send(size, 1);
	expect(size.next()).toBe(MOST);
});

it('does not count the time in which nothing is sent', () => {
	const size = new ClaimSize(1_000, MOST);
	size.took(30);
	now += 5_000;
	send(size, 3);
	now += 5_000;
	send(size, 3);
	now += 5_000;
	expect(size.next()).toBe(100);
});

it('counts requests that overlap once', () => {
	const size = new ClaimSize(1_000, MOST);
	size.took(30);
	size.begin();
	now += 5;
	size.begin();
	now += 5;
	size.end();
	now += 5;
	size.end();
	expect(size.next()).toBe(40);
});

it('counts a request that is on its way as far as it has come', () => {
	const size = new ClaimSize(1_000, MOST);
	size.took(30);
	size.begin();
	size.begin();
	now += 10;
	size.end();
	now += 10;
	expect(size.next()).toBe(15);
	now += 30;
	size.end();
	expect(size.next()).toBe(10);
});

it('counts items that need no request', () => {
	const size = new ClaimSize(1_000, MOST);
	size.took(30);
	size.begin();
	now += 20;
	size.pass();
	expect(size.next()).toBe(15);
});

it('is nearly used up when a tenth is left', () => {
	const size = new ClaimSize(1_000, MOST);
	expect([0, 1, 2].map((left) => size.isSmall(left))).toEqual([true, true, false]);
});
