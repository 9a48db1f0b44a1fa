import { LEAN, OPEN_TIMEOUT_MS, openTestEnvironment, type TestEnvironment } from '../harness/environment';
import { pollStory } from '../harness/polls/story';

/** The number of events of each kind. */
const COUNT = 20;

let environment: TestEnvironment;

beforeAll(async () => {
	environment = await openTestEnvironment(LEAN);
}, OPEN_TIMEOUT_MS);

afterAll(async () => await environment?.close());

it(
	`emits each of ${COUNT} of every event while n8n is killed and the service is down`,
	async () => {
		const results = await pollStory(environment, COUNT, { killed: [environment.n8n] });
		expect(results).not.toEqual([]);
		for (const { event, happened, emitted } of results) {
			const distinct = new Set(emitted);
			expect(happened.length).toBeGreaterThanOrEqual(COUNT);
			expect([event, [...distinct].sort()]).toEqual([event, [...happened].sort()]);
			// n8n repeats the last emission if it is killed between storing an execution and the end of the poll.
			expect(emitted.length - distinct.size).toBeLessThanOrEqual(0.5 * COUNT);
		}
	},
	10 * 60_000,
);
