// Falls with nodes/RewardsEngagement/api/aimdWindow.ts.

import { AimdWindow } from '../../nodes/RewardsEngagement/api/aimdWindow';
import { CANCELLED, type HttpResult } from '../../nodes/RewardsEngagement/api/http';

const answer = (status: number): HttpResult => ({
	kind: 'response',
	status,
	headers: {},
	text: '',
	body: undefined,
});
const fault = (more: { isTransient: boolean; code?: string }): HttpResult => ({
	kind: 'networkError',
	reached: 'perhaps',
	code: '',
	reason: '',
	...more,
});
const kind = {};

it('starts with five, and adds one for each quick response until the first strain', () => {
	const window = new AimdWindow();
	expect(window.size).toBe(5);
	for (let time = 0; time < 3; time++) window.note(answer(200), kind, time, time + 1);
	expect(window.size).toBe(8);
	window.note(answer(429), kind, 3, 4);
	expect(window.size).toBe(4);
	window.note(answer(200), kind, 5, 6);
	expect(window.size).toBe(4.25);
});

it.each<[string, HttpResult]>([
	['a refusal', answer(429)],
	['a fault of the service', answer(500)],
	['a connection that broke', fault({ isTransient: true })],
])('%s halves it', (_what, result) => {
	const window = new AimdWindow();
	window.note(result, kind, 0, 1);
	expect(window.size).toBe(2.5);
});

it.each<[string, HttpResult]>([
	['a wrong address', fault({ isTransient: false })],
	['a cancel', fault({ isTransient: true, code: CANCELLED })],
])('%s says nothing about it', (_what, result) => {
	const window = new AimdWindow();
	window.note(result, kind, 0, 1);
	expect(window.size).toBe(5);
});

it('is halved once for all that left before, and again for what leaves at that moment', () => {
	const window = new AimdWindow();
	window.note(answer(503), kind, 0, 10);
	window.note(answer(503), kind, 9, 11);
	expect(window.size).toBe(2.5);
	window.note(answer(503), kind, 10, 12);
	expect(window.size).toBe(1.25);
	for (let time = 20; time < 30; time++) window.note(answer(503), kind, time, time);
	expect(window.size).toBe(1);
});

it('never grows above 100', () => {
	const window = new AimdWindow();
	for (let time = 0; time < 150; time++) window.note(answer(200), kind, time, time + 1);
	expect(window.size).toBe(100);
});

describe('an answer is slow', () => {
	/** Notes a quick response of `quick` milliseconds, and later one of `took` milliseconds. */
	const sizeAfter = (quick: number, took: number, between: number[] = []) => {
		const window = new AimdWindow();
		[quick, ...between].forEach((time) => window.note(answer(200), kind, 0, time));
		const before = window.size;
		window.note(answer(200), kind, 0, took);
		return window.size > before ? 'grows' : 'shrinks';
	};

	it('when it takes four times the quickest and a quarter of a second more', () => {
		// With each response, the quickest time on record grows by one hundredth.
		expect(sizeAfter(100, 404 + 250)).toBe('grows');
		expect(sizeAfter(100, 404 + 251)).toBe('shrinks');
	});

	it('later once the service has become slower', () => {
		const slower = Array.from({ length: 20 }, () => 400);
		expect(sizeAfter(100, 700)).toBe('shrinks');
		expect(sizeAfter(100, 700, slower)).toBe('grows');
	});

	it('by others of its kind alone', () => {
		const window = new AimdWindow();
		window.note(answer(200), kind, 0, 1);
		window.note(answer(200), {}, 0, 5_000);
		expect(window.size).toBe(7);
	});
});
