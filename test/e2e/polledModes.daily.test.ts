// Every day, because it kills n8n twice in both of its modes of polling. At once: test/e2e/pollTrigger.test.ts.
import { LEAN, OPEN_TIMEOUT_MS, openTestEnvironment, type TestEnvironment } from '../harness/environment';
import { changedRealmStory, DURABLE_CURSORS, fullDatabaseStory, pollStory } from '../harness/polls/story';

/** The number of events of each kind, or that in REWARDS_ENGAGEMENT_POLLED. */
const COUNT = Number(process.env.REWARDS_ENGAGEMENT_POLLED ?? 40);
const TEST_MS = 30 * 60_000;

const MODES: Array<[mode: string, env: Record<string, string>]> = [
	['static data', {}],
	['durable cursors', DURABLE_CURSORS],
];

const environments = new Map<string, TestEnvironment>();

beforeAll(async () => {
	for (const [mode, env] of MODES) environments.set(mode, await openTestEnvironment({ ...LEAN, ...env }));
}, OPEN_TIMEOUT_MS);

afterAll(async () => {
	for (const environment of environments.values()) await environment.close();
});

/**
 * n8n stores the end of an execution before it notifies its nodes. When it is killed at that moment, it repeats the
 * last emission. These are at most the events before a kill.
 */
const MOST_TWICE = 2 * 0.3 * COUNT;

it(
	`emits each of ${COUNT} of every event while n8n is killed twice and the service is down once`,
	async () => {
		const results = await Promise.all(
			MODES.map(async ([mode]) => ({ mode, events: await pollStory(environments.get(mode)!, COUNT) })),
		);
		for (const { mode, events } of results) {
			for (const { event, happened, emitted } of events) {
				const distinct = new Set(emitted);
				const twice = emitted.length - distinct.size;
				process.stderr.write(
					`${mode}, ${event}: ${happened.length} happened, ${distinct.size} emitted, ${twice} twice\n`,
				);
				expect([mode, event, [...distinct].sort()]).toEqual([mode, event, [...happened].sort()]);
				expect(twice).toBeLessThanOrEqual(MOST_TWICE);
			}
		}
	},
	TEST_MS,
);

it(
	'goes on after n8n started while the service was down and the realm had changed',
	async () => {
		const results = await Promise.all(
			MODES.map(async ([mode]) => ({ mode, ...(await changedRealmStory(environments.get(mode)!)) })),
		);
		for (const { mode, joined, emitted } of results) expect([mode, emitted]).toEqual([mode, joined]);
	},
	TEST_MS,
);

it(
	'emits an event again whose execution n8n could not store with durable cursors',
	async () => {
		const { joined, emitted } = await fullDatabaseStory(environments.get('durable cursors')!);
		expect(emitted).toEqual(joined);
	},
	TEST_MS,
);
