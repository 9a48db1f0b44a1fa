// Falls with nodes/RewardsEngagement/pollTrigger/poller.ts.

import type { IDataObject } from 'n8n-workflow';

import {
	attempt,
	eventIdOf,
	identifiedIn,
	shortOf,
	tooLong,
	unreadable,
	type Reading,
} from '../../nodes/RewardsEngagement/pollTrigger/poller';
import { wholeList } from '../../nodes/RewardsEngagement/pollTrigger/snapshot';

it('has the same id for the same thing, and another for another', () => {
	expect(eventIdOf('a', 1)).toBe(eventIdOf('a', 1));
	expect(eventIdOf('a', 1)).toMatch(/^[0-9a-f]{64}$/);
	expect(new Set([eventIdOf('a', 1), eventIdOf('a', '1'), eventIdOf('a1'), eventIdOf(1, 'a')]).size).toBe(4);
});

it('has eight characters for any text', () => {
	expect(shortOf('')).toMatch(/^[\w-]{8}$/);
	expect(shortOf('a')).not.toBe(shortOf('b'));
});

it('reads the records of a page, with numbers for ids as well', () => {
	expect(identifiedIn({ data: [{ id: 'a' }, null, { id: 7 }], meta: { total: 2 } })).toEqual([
		{ id: 'a', record: { id: 'a' } },
		{ id: '7', record: { id: 7 } },
	]);
	expect(identifiedIn({ data: [{ id: 'a', accountId: 'b' }] }, 'accountId')).toMatchObject([{ id: 'b' }]);
});

it('takes null for a list without records, as Get Many does', () => {
	expect(identifiedIn({ data: null })).toEqual([]);
});

it('gives what was asked for, or the error that kept it from coming', async () => {
	const broken = new Error('broken');
	expect(await attempt(Promise.resolve(1))).toBe(1);
	expect(await attempt(Promise.reject(broken))).toBe(broken);
});

it.each([[null], [[]], ['x'], [{}], [{ data: {} }]])('says of %j that it holds no list', (body) => {
	expect(() => identifiedIn(body)).toThrow(
		'The service returned an unexpected list: the response contains no list',
	);
});

it.each([[{}], [{ id: '' }], [{ id: null }], [{ id: {} }]])('says that %j has no id', (record) => {
	expect(() => identifiedIn({ data: [{ id: 'a' }, record] })).toThrow(
		'the list contains a record without an ID',
	);
});

it('says what to do about a list that is too long, which may pass, or that cannot be read', () => {
	expect(tooLong()).toMatchObject({
		message: 'The list is too long to read in one poll',
		told: {
			advice: expect.stringMatching(/^Poll less often/) as string,
			outcome: 'notApplied',
			failure: { cause: 'rate-limited' },
		},
	});
	expect(unreadable('it rains').told).toMatchObject({
		message: 'The service returned an unexpected list: it rains',
		advice: expect.stringMatching(/^Check the base URL/) as string,
		outcome: 'notApplied',
	});
});

describe('a whole list', () => {
	const request = { method: 'GET', path: '/things' };
	const list = { request: () => request } as unknown as Parameters<typeof wholeList>[1];
	const contentOf = ({ n }: IDataObject) => (typeof n === 'number' ? `${n}` : undefined);
	let asked = 0;

	function reading(pages: object[], hasTime: () => boolean = () => true): Reading {
		asked = 0;
		async function* give(wanted: unknown) {
			expect(wanted).toBe(request);
			for (const page of pages) {
				asked++;
				yield page;
			}
		}
		return { client: { pages: give }, hasTime } as unknown as Reading;
	}

	it('has each record of its pages once, as it was last', async () => {
		const first = { data: [{ id: 'a', n: 1 }, { id: 'b' }] };
		const second = { data: [{ id: 'a', n: 2 }, { id: 'c' }] };
		expect(await wholeList(reading([first, second, { data: [] }]), list, contentOf)).toEqual({
			listed: [
				{ id: 'a', record: { id: 'a', n: 2 }, content: '2' },
				{ id: 'b', record: { id: 'b' } },
				{ id: 'c', record: { id: 'c' } },
			],
		});
		expect(asked).toBe(3);
	});

	it('is given up where there is no time for another page', async () => {
		const page = (id: string) => ({ data: [{ id }] });
		const hasTime = () => asked < 2;
		await expect(
			wholeList(reading([page('a'), page('b'), page('c')], hasTime), list, contentOf),
		).rejects.toThrow('The list is too long to read in one poll');
		expect(asked).toBe(2);
	});

	it('that cannot be read is told', async () => {
		await expect(wholeList(reading([{}]), list, contentOf)).rejects.toThrow('the response contains no list');
	});
});
