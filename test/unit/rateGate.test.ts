// Falls with nodes/RewardsEngagement/api/rateGate.ts.

import type { HttpResponse, NetworkError } from '../../nodes/RewardsEngagement/api/http';
import { MAX_CLOSED_MS, MAX_PROBE_MS, RateGate } from '../../nodes/RewardsEngagement/api/rateGate';

/** By the wall clock. The gate's own clock starts at 0. */
const WALL = Date.parse('2026-03-01T09:30:00Z');
const MINUTE = 60_000;

const answer = (status: number, headers: Record<string, string> = {}): HttpResponse => ({
	kind: 'response',
	status,
	headers,
	text: '',
	body: undefined,
});
const fault = (reached: NetworkError['reached']): NetworkError => ({
	kind: 'networkError',
	reached,
	isTransient: true,
	code: '',
	reason: '',
});
const limits = (remaining: number, limit = 2, window = 60, reset = window) =>
	answer(200, {
		'x-ratelimit-remaining': String(remaining),
		'x-ratelimit-limit': String(limit),
		'x-ratelimit-window': String(window),
		'x-ratelimit-reset': String(WALL / 1000 + reset),
	});
const refusal = (seconds: number) => answer(429, { 'retry-after': String(seconds) });

/** Notes a response at a time. Its request was sent at that time and passed an open gate. */
const note = (gate: RateGate, result: HttpResponse | NetworkError | undefined, now: number, more = {}) =>
	gate.note(result, { sentAt: now, closings: gate.closings, isProbe: false, ...more }, now, WALL);
const patient = (since: number, maximumWait = 10 * MINUTE) => ({ since, maximumWait });

it('is open until an answer says that there is no room', () => {
	const gate = new RateGate();
	expect([gate.isOpen, gate.remaining, gate.closings]).toEqual([true, Infinity, 0]);
	note(gate, limits(5), 0);
	expect([gate.isOpen, gate.remaining, gate.closings]).toEqual([true, 5, 0]);
	note(gate, limits(0), 1);
	expect([gate.isOpen, gate.remaining, gate.closings]).toEqual([false, 0, 1]);
});

it('a refusal closes it for as long as it asks, and the service is asked no earlier', () => {
	const gate = new RateGate();
	note(gate, refusal(30), 1_000);
	expect(gate.isOpen).toBe(false);
	expect(gate.probeTime(patient(1_000))).toBe(31_000);
	// By then, a request with this patience has waited long enough.
	expect(gate.probeTime(patient(1_000, 5_000))).toBe(6_000);
	expect(gate.probeTime(patient(3_000, 5_000))).toBe(8_000);
	expect(gate.probeTime(patient(0, 5_000))).toBe(6_000);
});

it('is believed for a minute at the most', () => {
	const gate = new RateGate();
	note(gate, refusal(1e9), 0);
	expect(gate.probeTime(patient(0, Infinity))).toBe(MAX_CLOSED_MS);
});

it('gives the refusal itself to whoever waits no longer than the service asks for, while there is no trying yet', () => {
	const gate = new RateGate();
	const refused = refusal(30);
	note(gate, refused, 0);
	expect(gate.refusalOf(29_999, 0)).toBe(refused);
	expect(gate.refusalOf(30_000, 0)).toBeUndefined();
	expect(gate.refusalOf(20_000, 10_000)).toBeUndefined();
	expect(gate.refusalOf(0, 30_000)).toBeUndefined();
	const other = new RateGate();
	note(other, limits(0), 0);
	expect(other.refusalOf(0, 0)).toBeUndefined();
	expect(new RateGate().refusalOf(0, 0)).toBeUndefined();
});

it('a refusal without a time leaves it open', () => {
	const gate = new RateGate();
	note(gate, answer(429), 0);
	expect(gate.isOpen).toBe(true);
});

describe('a probe', () => {
	it('keeps others waiting until it ends, or takes too long', () => {
		const gate = new RateGate();
		note(gate, refusal(30), 0);
		gate.startProbe(30_000);
		expect(gate.probeTime(patient(0))).toBe(30_000 + MAX_PROBE_MS);
		note(gate, undefined, 31_000, { isProbe: true });
		expect(gate.probeTime(patient(0))).toBe(31_000);
	});

	it('of an earlier closing says nothing about this one', () => {
		const gate = new RateGate();
		note(gate, refusal(10), 0);
		const closings = gate.closings;
		note(gate, refusal(40), 1_000, { closings: closings - 1 });
		gate.startProbe(41_000);
		note(gate, fault('perhaps'), 42_000, { isProbe: true, closings });
		expect(gate.probeTime(patient(0))).toBe(41_000 + MAX_PROBE_MS);
		note(gate, fault('perhaps'), 43_000);
		expect(gate.probeTime(patient(0))).toBe(41_000 + MAX_PROBE_MS);
	});
});

describe('an answer to what left before it was closed', () => {
	it('may close it for longer, not for less', () => {
		const gate = new RateGate();
		note(gate, refusal(20), 0);
		const early = { closings: 0 };
		note(gate, refusal(10), 0, early);
		expect([gate.closings, gate.probeTime(patient(0))]).toEqual([1, 20_000]);
		note(gate, refusal(20), 0, early);
		expect(gate.closings).toBe(1);
		note(gate, refusal(30), 0, early);
		expect([gate.closings, gate.probeTime(patient(0))]).toEqual([2, 30_000]);
	});

	it('does not open it; a later one does, or closes it for less', () => {
		const gate = new RateGate();
		note(gate, refusal(20), 0);
		note(gate, limits(5), 1_000, { closings: 0 });
		expect(gate.isOpen).toBe(false);
		note(gate, refusal(5), 2_000);
		expect(gate.probeTime(patient(0))).toBe(7_000);
		note(gate, limits(5), 7_000);
		expect(gate.isOpen).toBe(true);
	});
});

describe('something on the way that is in trouble', () => {
	it.each([500, 503])('and answers %d knows nothing of the limit', (status) => {
		const gate = new RateGate();
		note(gate, limits(3), 0);
		note(gate, answer(status), 0);
		expect(gate.remaining).toBe(3);
		note(gate, refusal(30), 0);
		note(gate, answer(status), 1_000);
		expect(gate.isOpen).toBe(false);
	});

	it('counts when it says so', () => {
		const gate = new RateGate();
		note(gate, answer(500, { 'x-ratelimit-remaining': '1' }), 0);
		expect(gate.remaining).toBe(1);
		note(gate, answer(404), 0);
		expect(gate.remaining).toBe(Infinity);
	});
});

describe('new room after there was none', () => {
	/** A gate that was full for 20 s. The first request then passes, and its response shows room for eight. */
	const reopened = (left = 8, window = 80) => {
		const gate = new RateGate();
		note(gate, limits(0, 10, window, 20), 0);
		gate.startProbe(20_000);
		note(gate, limits(left, 10, window), 20_100, { sentAt: 20_000, isProbe: true });
		return gate;
	};

	it('is shared: the next request passes a tenth of an eighth of the window later', () => {
		const gate = reopened();
		expect([gate.isOpen, gate.probeTime(patient(20_100))]).toEqual([false, 20_750]);
		gate.startProbe(20_750);
		note(gate, limits(7, 10, 80), 20_800, { sentAt: 20_750, isProbe: true });
		expect([gate.isOpen, gate.probeTime(patient(20_800))]).toEqual([false, 21_500]);
	});

	it('is shared one by one: a slow response lets the next request pass at once', () => {
		const gate = reopened();
		gate.startProbe(20_750);
		note(gate, limits(7, 10, 80), 25_000, { sentAt: 20_750, isProbe: true });
		expect([gate.isOpen, gate.probeTime(patient(20_800))]).toEqual([false, 25_000]);
	});

	it.each([
		[27_499, false],
		[27_500, true],
	])('is for all from an eighth of a minute on: by %i open is %j', (sentAt, isOpen) => {
		const gate = reopened();
		gate.startProbe(sentAt);
		note(gate, limits(7, 10, 80), sentAt + 1, { sentAt, isProbe: true });
		expect(gate.isOpen).toBe(isOpen);
	});

	it('is not shared by whoever goes to see before the time, or where the service names no limit', () => {
		const early = new RateGate();
		note(early, limits(0, 10, 80, 20), 0);
		early.startProbe(5_000);
		note(early, limits(8, 10, 80), 5_100, { sentAt: 5_000, isProbe: true });
		expect(early.isOpen).toBe(true);
		const nameless = new RateGate();
		note(nameless, refusal(20), 0);
		nameless.startProbe(20_000);
		note(nameless, answer(200, { 'x-ratelimit-window': '80' }), 20_100, { sentAt: 20_000, isProbe: true });
		expect(nameless.isOpen).toBe(true);
	});
});

describe('a full window', () => {
	it('contains requests of others if our own in it are fewer than the limit', () => {
		const gate = new RateGate();
		expect(gate.isShared(0, 0)).toBe(false);
		note(gate, limits(1, 2), 0);
		note(gate, limits(0, 2), 1_000);
		expect([59_999, 60_000].map((now) => gate.isShared(0, now))).toEqual([false, true]);
		expect([0, 1].map((underWay) => gate.isShared(underWay, 60_000))).toEqual([true, false]);
	});

	it('says nothing where the service names no window', () => {
		const gate = new RateGate();
		note(gate, answer(200, { 'x-ratelimit-limit': '9' }), 0);
		expect(gate.isShared(0, 0)).toBe(false);
	});
});

describe('when nothing is left', () => {
	const roomAfter = (gate: RateGate) => gate.probeTime(patient(0));

	it('there is room at the reset, or after a window, whichever is sooner', () => {
		const gate = new RateGate();
		note(gate, limits(0, 100, 60, 20), 0);
		expect(roomAfter(gate)).toBe(20_000);
		const other = new RateGate();
		note(other, limits(0, 100, 10, 40), 0);
		expect(roomAfter(other)).toBe(10_000);
	});

	it('by a quota that is longer than a minute, the reset counts', () => {
		const gate = new RateGate();
		note(gate, limits(1, 2, 3_600, 50), 0);
		note(gate, limits(0, 2, 3_600, 50), 1_000);
		expect(roomAfter(gate)).toBe(51_000);
	});

	it('by a window of a minute, our own requests tell when the first of them leaves it', () => {
		const gate = new RateGate();
		note(gate, limits(1, 2, 60, 60), 0);
		note(gate, limits(0, 2, 60, 60), 5_000);
		expect(roomAfter(gate)).toBe(60_000);
	});

	it.each<[string, HttpResponse | NetworkError, number]>([
		['one that was refused', answer(429), 65_000],
		['one that never left', fault('never'), 65_000],
		['one whose answer was lost', fault('perhaps'), 61_000],
		['one that failed', answer(404), 61_000],
	])('among which %s counts as the service counts it', (_what, result, room) => {
		const gate = new RateGate();
		note(gate, answer(200, { 'x-ratelimit-limit': '2' }), 0);
		note(gate, result, 1_000);
		note(gate, limits(0, 2, 60, 60), 5_000);
		expect(roomAfter(gate)).toBe(room === 61_000 ? 61_000 : 60_000);
	});

	it.each([
		[59_999, 60_000],
		[60_000, 120_000],
		[60_001, 120_001],
	])('but not one that has left the window by %i', (sentAt, room) => {
		const gate = new RateGate();
		note(gate, limits(1, 2, 60, 60), 0);
		note(gate, limits(0, 2, 60, 60), sentAt);
		expect(roomAfter(gate)).toBe(room);
	});

	it('more than two thousand of our own are not kept', () => {
		const room = (limit: number) => {
			const gate = new RateGate();
			for (let sent = 1; sent < limit; sent++) note(gate, limits(1, limit), 0);
			note(gate, limits(0, limit), 5_000);
			return roomAfter(gate);
		};
		expect(room(2_000)).toBe(60_000);
		expect(room(2_001)).toBe(65_000);
	});

	it('and the window says nothing, the reset alone counts; and where that is over, it stays open', () => {
		const gate = new RateGate();
		note(
			gate,
			answer(200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(WALL / 1000 + 9) }),
			0,
		);
		expect(roomAfter(gate)).toBe(9_000);
		const over = new RateGate();
		note(over, answer(200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' }), 0);
		expect(over.isOpen).toBe(true);
	});
});
