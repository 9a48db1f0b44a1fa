import type { INodeParameters } from 'n8n-workflow';

import type { PollNode } from '../pollNode';
import { at, emittedIds, pass, usePolledRealm } from '../polledRecords';

const { service, realm, fault, askedSince, join, buy, finalize, trigger, start } = usePolledRealm();

describe('what is wrong', () => {
	it.each<[string, INodeParameters, RegExp]>([
		['no event', { events: [] }, /No event is chosen/],
		['an unknown event', { events: ['member.left'] }, /"Trigger On" must be one of/],
		['no job', { events: ['export.finished'] }, /"Job IDs" is empty/],
		[
			'an expression without a value',
			{ events: ['member.joined'], realmId: '={{ null }}' },
			/"Realm ID" is an expression/,
		],
		[
			'a job with a part without a value',
			{ events: ['export.finished'], jobIds: '=one,{{ null }}' },
			/"Job IDs" contains an expression that returned no value/,
		],
		[
			'an expression that n8n cannot evaluate',
			{ events: ['member.joined'], realmId: '={{ $json.nope }}' },
			/"Realm ID" is an expression that cannot be evaluated here/,
		],
		[
			'a number that is none',
			{ events: ['member.joined'], options: { includeRecentEvents: -1 } },
			/Include Recent Events/,
		],
	])('%s is named at publishing', async (_what, parameters, words) => {
		await expect(trigger(parameters).activate()).rejects.toThrow(words);
		expect(service.requests).toEqual([]);
	});

	it('at first fails the publication', async () => {
		fault({ status: 401 });
		await expect(trigger({ events: ['member.joined'] }).activate()).rejects.toThrow(
			/did not accept the API key/,
		);
	});

	it('with one event affects no other, and is reported by the next poll that has nothing to emit', async () => {
		const node = trigger({ events: ['member.joined', 'raffle.drawn'] });
		await node.activate();
		fault({ operation: 'raffle.getMany', status: 403 });
		const joined: string[] = [];
		for (let busy = 0; busy < 3; busy++) {
			joined.push(join());
			await node.poll();
		}
		await expect(node.poll()).rejects.toThrow(/not allowed/);
		expect(emittedIds(node, 'member')).toEqual(joined);
		expect(node.warnings.join()).toMatch(/not allowed/);
		await node.poll();
	});
});

describe('the time of a poll', () => {
	it('is kept when the service drips, and the next one goes on', async () => {
		const node = trigger({ events: ['member.joined'] });
		node.budget = 4_000;
		await node.activate();
		const joined = Array.from({ length: 450 }, (_, number) => join(at(number / 1000)));
		fault({ operation: 'member.getMany', kind: 'delay', delay: 300 });
		for (let poll = 0; poll < 12; poll++) {
			const began = performance.now();
			await node.poll();
			expect(performance.now() - began).toBeLessThan(node.budget);
		}
		expect(emittedIds(node, 'member')).toEqual(joined);
	});

	it('is kept when the service hangs', async () => {
		const node = trigger({ events: ['member.joined', 'raffle.drawn'] });
		node.budget = 1_600;
		await node.activate();
		fault({ kind: 'timeout' });
		const began = performance.now();
		await node.poll();
		expect(performance.now() - began).toBeLessThan(node.budget);
	});

	it('is shared when ten triggers want more than the limit, and nothing is left out', async () => {
		service.control.setRateLimit({ limit: 24, windowSeconds: 1 });
		const events = ['member.joined', 'raffle.drawn', 'quest.changed', 'store.purchase.completed'];
		const nodes = Array.from({ length: 10 }, () => trigger({ events }));
		for (const node of nodes) {
			await node.activate();
			node.budget = 8_000;
		}
		const joined: string[] = [];
		for (let minute = 0; minute < 4; minute++) {
			joined.push(join());
			await Promise.all(nodes.map(async (node) => await node.poll()));
		}
		expect(nodes.map((node) => emittedIds(node, 'member'))).toEqual(nodes.map(() => joined));
	});

	it('is enough for ten triggers within a limit of 24 a minute', async () => {
		service.control.setRateLimit({ limit: 24, windowSeconds: 60 });
		const nodes = Array.from({ length: 10 }, () => trigger({ events: ['member.joined'] }));
		for (const node of nodes) await node.activate();
		const joined = join();
		for (const node of nodes) await node.poll();
		expect(nodes.map((node) => emittedIds(node, 'member'))).toEqual(nodes.map(() => [joined]));
		expect(service.requests.filter(({ status }) => status === 429)).toEqual([]);
	});
});

it('asks once a poll in an unchanged realm, for each event', async () => {
	const events = [
		'member.joined',
		'store.purchase.completed',
		'store.purchase.finalized',
		'raffle.drawn',
		'quest.changed',
		'balance.reached',
		'export.finished',
	];
	const [template] = realm().purchases.values();
	realm().purchases = new Map([[template!.id, Object.assign(template!, { createdAt: at(-20_000) })]]);
	finalize(template!.id, at(-19_000));
	for (let number = 0; number < 250; number++) {
		join(at(-9000 + number));
		finalize(buy(at(-9000 + number)), at(-8000 + number));
	}
	const jobIds = service.ids.exports.stalled;
	const node = trigger({ events, threshold: 100_000, currencyId: '', jobIds });
	await node.activate();
	// The trigger finds its place in the list of purchases once no earlier one can come late.
	pass(11);
	await node.poll();
	const before = service.requests.length;
	await node.poll();
	expect(askedSince(before).sort()).toEqual([
		'export.get',
		'member.getLeaderboard',
		'member.getMany',
		'purchase.getMany',
		'purchase.getMany',
		'quest.getMany',
		'raffle.getMany',
	]);
	expect(node.events).toEqual([]);
});

it('two polls at once read once', async () => {
	const node = await start('raffle.drawn');
	const before = service.requests.length;
	service.control.addFault({ operation: 'raffle.getMany', kind: 'delay', delay: 100 });
	await Promise.all([node.poll(), node.poll()]);
	expect(service.requests).toHaveLength(before + 1);
});

/** The minutes after which a poll fails in n8n, with one poll every five minutes. */
async function failures(node: PollNode, minutes: number): Promise<number[]> {
	const failed: number[] = [];
	for (let minute = 0; minute <= minutes; minute += 5) {
		await node.poll().catch(() => failed.push(minute));
		pass(5);
	}
	return failed;
}

describe('what a person sees of a service that is away', () => {
	let node: PollNode;
	beforeEach(async () => {
		node = trigger({ events: ['member.joined'] });
		await node.activate();
	});
	const answer = (status: number) => service.control.addFault({ operation: '*', kind: 'status', status });

	it.each([408, 429, 500])(
		'is one failed execution after a quarter of an hour of status %d, and then one an hour',
		async (status) => {
			// Each poll waits for this long. By default it waits for minutes, in many short naps.
			node.budget = 5_000;
			answer(status);
			expect(await failures(node, 80)).toEqual([15, 75]);
		},
	);

	it('is a failed execution at the second poll of what does not pass by itself, and then one an hour', async () => {
		answer(403);
		expect(await failures(node, 70)).toEqual([5, 65]);
		// Each of the polls wrote it into the log.
		expect(node.warnings).toHaveLength(15);
	});

	it('starts from the beginning once a poll went well', async () => {
		for (let round = 0; round < 2; round++) {
			answer(500);
			expect(await failures(node, 10)).toEqual([]);
			service.control.clearFaults();
			await node.poll();
		}
	});
});

describe('with too little time for all events of a trigger', () => {
	/** A trigger whose purchases take longer to read than two polls may take. */
	function busy(event: string, options = {}): PollNode {
		for (let number = 0; number < 900; number++) buy(at(-90_000 - ((number * 7_919) % 901)));
		return trigger({ events: ['store.purchase.completed', event], options });
	}
	const slowDown = (node: PollNode) => {
		node.budget = 4_000;
		service.control.addFault({ operation: 'purchase.getMany', kind: 'delay', delay: 350 });
	};

	it('each event still gets its turn', async () => {
		const node = busy('raffle.drawn');
		await node.activate();
		slowDown(node);
		const raffle = realm().raffles.get(service.ids.raffle)!;
		raffle.winners = [service.ids.members.ada];
		for (let poll = 0; poll < 2; poll++) await node.poll();
		expect(emittedIds(node, 'raffle')).toEqual([raffle.id]);
	});

	it('each event still starts when the trigger does, so that nothing after it is lost', async () => {
		const node = busy('member.joined', { includeRecentEvents: 1 });
		slowDown(node);
		await node.activate('init');
		service.control.clearFaults();
		const joined = [join(at(1)), join(at(2))];
		for (let poll = 0; poll < 2; poll++) await node.poll();
		const names = node.events.map(({ data }) => (data as { member?: { id: string } }).member?.id);
		expect(names.filter((id) => joined.includes(id!))).toEqual(joined);
	});

	it('a list that must be read whole is told to be too long', async () => {
		const node = await start('quest.changed');
		node.budget = 1_000;
		const page = (number: number) => ({
			data: [{ id: `page ${number}`, name: 'Quest' }],
			meta: { hasNextPage: true, endCursor: String(number) },
		});
		for (let number = 0; number < 9; number++) {
			const fault = { operation: 'quest.getMany', status: 200, times: 1, body: page(number) } as const;
			service.control.addFault({ ...fault, kind: 'status', delay: 90 });
		}
		await node.poll();
		expect([node.events, node.warnings]).toEqual([
			[],
			[expect.stringContaining('too long to read in one poll')],
		]);
	});
});
