import http, { type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';

import { useSteadyClock } from '../../harness/clock';
import { byId } from '../../harness/workflows/nodes';
import { runNode } from '../engine';
import { startHttpServer, type HttpServer } from '../httpServer';
import { useService } from '../sandbox';

useSteadyClock();
const service = useService();

/** What a refusal for the rate limit says, beside its status. */
type Said = 'the wait in the body' | 'nothing';

let said: Said;
let underWay = 0;

/** Hides the rate limit of the service, as a proxy or another service does. */
const hiding: RequestListener = (request, response) => {
	underWay++;
	response.on('close', () => void underWay--);
	const { method, headers, url = '' } = request;
	const onward = http.request(service.baseUrl + url, { method, headers, agent: false }, (answer) => {
		const isLimit = (name: string) => /^(x-ratelimit-|retry-after$)/.test(name);
		const shown = Object.entries(answer.headers).filter(([name]) => !isLimit(name));
		const isSilent = said === 'nothing' && answer.statusCode === 429;
		void text(answer).then((body) => {
			const kept = isSilent ? '{"error":"Too Many Requests"}' : body;
			const length = { 'content-length': Buffer.byteLength(kept) };
			response.writeHead(answer.statusCode!, { ...Object.fromEntries(shown), ...length }).end(kept);
		});
	});
	request.pipe(onward);
};

let front: HttpServer;
beforeAll(async () => void (front = await startHttpServer(hiding)));
afterAll(async () => await front.stop());
// A pause before a retry is a random share of its span: here half of it.
beforeAll(() => void jest.spyOn(Math, 'random').mockReturnValue(0.5));
afterAll(() => void jest.restoreAllMocks());

/** Lets time pass quickly while no request is under way. */
async function quickly<T>(work: Promise<T>): Promise<T> {
	let isOver = false;
	const end = () => void (isOver = true);
	work.then(end, end);
	for (let idle = 0; !isOver; idle = underWay === 0 ? idle + 1 : 0) {
		await turn();
		if (idle > 5) jest.advanceTimersByTime(50);
	}
	return await work;
}

const award = async (times: number) =>
	await quickly(
		runNode({
			credential: service.credential({ baseUrl: front.url }),
			onError: 'continueErrorOutput',
			input: Array.from({ length: times }, () => ({})),
			parameters: {
				resource: 'member',
				operation: 'updateBalance',
				serviceId: byId(service.ids.members.ada),
				currencyId: byId(service.ids.currencies.stars),
				amount: 1,
			},
		}),
	);
const stars = () => service.balance(service.ids.members.ada, service.ids.currencies.stars);

it.each<[number, number, Said]>([
	[12, 4, 'nothing'],
	[12, 4, 'the wait in the body'],
	[36, 24, 'nothing'],
	[36, 24, 'the wait in the body'],
])('pays all of %i awards once at %i a minute, where a refusal says %s', async (awards, limit, what) => {
	said = what;
	service.control.setRateLimit({ limit, windowSeconds: 60 });
	const before = stars();
	const startedAt = Date.now();
	const { items, errorItems } = await award(awards);
	expect(errorItems).toEqual([]);
	expect(items).toHaveLength(awards);
	expect(stars()).toBe(before + awards);
	expect((Date.now() - startedAt) / 1_000).toBeLessThan(300);
});

it('ends after the total wait with nothing applied, where the service refuses for ever', async () => {
	said = 'nothing';
	service.control.addFault({ operation: 'member.updateBalance', kind: 'status', status: 429 });
	const before = stars();
	const startedAt = Date.now();
	const { items, errorItems } = await award(12);
	const seconds = (Date.now() - startedAt) / 1_000;
	expect([seconds > 200, seconds < 310]).toEqual([true, true]);
	expect(items).toEqual([]);
	expect(errorItems).toHaveLength(12);
	for (const { json } of errorItems) expect(json).toMatchObject({ details: { outcome: 'notApplied' } });
	expect(stars()).toBe(before);
});

it.each<Said>(['nothing', 'the wait in the body'])(
	'reads all of 20 records side by side at 8 a minute, where a refusal says %s',
	async (what) => {
		said = what;
		service.control.setRateLimit({ limit: 8, windowSeconds: 60 });
		const { items, errorItems } = await quickly(
			runNode({
				credential: service.credential({ baseUrl: front.url }),
				onError: 'continueErrorOutput',
				input: Array.from({ length: 20 }, (_, number) => ({ number })),
				parameters: {
					resource: 'member',
					operation: 'search',
					type: 'username',
					values: '={{ "ada,user" + $json.number }}',
				},
			}),
		);
		expect(errorItems).toEqual([]);
		expect(items).toHaveLength(20);
	},
);
