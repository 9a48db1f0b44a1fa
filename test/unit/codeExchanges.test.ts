import { SingleFlight } from '../../nodes/RewardsEngagement/consentTrigger/codeExchanges';

const sent = { headersSent: true, statusCode: 200 };
const MINUTE = 60_000;

afterEach(() => jest.useRealTimers());

it('remembers a code for ten minutes, twice as long as the service takes it', async () => {
	jest.useFakeTimers({ now: 0 });
	const linkings = new SingleFlight<string>();
	const exchange = jest.fn(async () => 'member');
	await linkings.take('code', sent, exchange);
	jest.setSystemTime(10 * MINUTE - 1);
	expect(await linkings.take('code', sent, exchange)).toEqual({ part: 'done' });
	jest.setSystemTime(10 * MINUTE);
	expect(await linkings.take('code', sent, exchange)).toEqual({ part: 'start', result: 'member' });
	expect(exchange).toHaveBeenCalledTimes(2);
});

it('keeps ten thousand codes and no more', async () => {
	const linkings = new SingleFlight<number>();
	const isNew = async (key: string) => (await linkings.take(key, sent, async () => 0)).part === 'start';
	for (let n = 0; n < 10_001; n++) await linkings.take(`code ${n}`, sent, async () => n);
	expect([await isNew('code 10000'), await isNew('code 0')]).toEqual([false, true]);
}, 60_000);

it('lets go of an answer once it was sent', async () => {
	const linkings = new SingleFlight<number>();
	const answer = { headersSent: false, statusCode: 200 };
	await linkings.take('code', answer, async () => 1);
	answer.headersSent = true;
	await linkings.take('another', sent, async () => 2);
	// Whatever happens to the answer's object now, what it said is known.
	answer.statusCode = 500;
	expect(await linkings.take('code', sent, async () => 3)).toEqual({ part: 'done' });
});

it('says that it takes a while when the first answer does not come', async () => {
	const linkings = new SingleFlight<number>();
	await linkings.take('code', { headersSent: false, statusCode: 200 }, async () => 1);
	const startedAt = Date.now();
	expect(await linkings.take('code', sent, async () => 2)).toEqual({ part: 'wait' });
	expect(Date.now() - startedAt).toBeGreaterThanOrEqual(14_900);
}, 30_000);

it('forgets a code that could not be exchanged, and frees its place', async () => {
	const linkings = new SingleFlight<number>();
	for (let n = 0; n < 100; n++) {
		const failing = linkings.take('code', sent, async () => await Promise.reject(new Error('no')));
		await expect(failing).rejects.toThrow('no');
	}
	expect(await linkings.take('code', sent, async () => 1)).toEqual({ part: 'start', result: 1 });
});
