import { RateLimiter } from '../../sandbox/base/rateLimit';
import { startService } from '../../sandbox/service';
import { setClock } from '../harness/clock';
import { send } from './testing';

const limitHeaders = ({ headers }: { headers: Headers }) =>
	['limit', 'remaining', 'reset', 'window'].map((name) => headers.get(`x-ratelimit-${name}`));

afterEach(() => {
	jest.useRealTimers();
});

test('every response has the headers of the limit, and a request over the limit gets 429', async () => {
	const service = await startService({ rateLimit: { limit: 2, windowSeconds: 60 } });
	const get = (key?: string) => send(service, 'GET', `/api/v1/realms/${service.realmId}`, { key });
	try {
		const now = Date.parse('2026-03-01T12:00:00Z') / 1000;
		setClock(now * 1000);
		const [first, second, third] = [await get(), await get(service.keys.readOnly), await get()];
		expect([first.status, second.status, third.status]).toEqual([200, 200, 429]);
		expect([first, second, third].map((reply) => limitHeaders(reply)[1])).toEqual(['1', '0', '0']);
		expect(limitHeaders(first)).toEqual(['2', '1', expect.any(String), '60']);
		expect(Number(third.headers.get('x-ratelimit-reset')) - now).toBe(60);
		expect(third.headers.get('retry-after')).toBe('60');
		expect(third.json).toEqual({
			error: 'Too Many Requests',
			message: expect.any(String),
			retryAfter: 60,
		});
		expect(service.requests.at(-1)).toMatchObject({ status: 429, acted: false });
		// Another realm has its own window. A request without a key uses up no window.
		const other = `/api/v1/realms/${service.ids.otherRealm}`;
		expect((await send(service, 'GET', other, { key: service.keys.otherRealm })).status).toBe(200);
		expect(service.contractViolations).toEqual([]);
	} finally {
		await service.stop();
	}
});

test('refusals use up the window too', async () => {
	const service = await startService({ rateLimit: { limit: 5, windowSeconds: 60 } });
	try {
		const reply = await send(service, 'GET', '/api/v1/exports/none');
		expect([reply.status, limitHeaders(reply)[1]]).toEqual([404, '4']);
	} finally {
		await service.stop();
	}
});

test('without a limit there are no limit headers', async () => {
	const service = await startService();
	try {
		const reply = await send(service, 'GET', `/api/v1/realms/${service.realmId}`);
		expect(limitHeaders(reply)).toEqual([null, null, null, null]);
	} finally {
		await service.stop();
	}
});

test('the window slides, so room returns request by request', () => {
	const limiter = new RateLimiter({ limit: 2, windowSeconds: 10 });
	limiter.take('realm', 0);
	limiter.take('realm', 4_000);
	expect(() => limiter.take('realm', 9_999)).toThrow('Try again in 1 s');
	expect(limiter.take('realm', 10_000)['x-ratelimit-remaining']).toBe('0');
	expect(() => limiter.take('realm', 10_001)).toThrow('Try again in 4 s');
	expect(limiter.take('realm', 14_000)['x-ratelimit-reset']).toBe('20');
});
