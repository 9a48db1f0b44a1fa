import { useSteadyClock } from '../harness/clock';
import { SEED } from '../harness/random';
import { sizeOf } from '../harness/size';
import { tellStory } from './paymentStory';
import { Front } from './paymentStoryFront';
import { useService, withoutPauses } from './sandbox';

useSteadyClock();
const service = useService();
withoutPauses();

let front: Front;
beforeAll(async () => {
	front = await Front.start(service);
});
afterAll(async () => await front.stop());

const STORIES = sizeOf(80, 300);

/** Many stories take longer than the limit for a test that hangs. Milliseconds. */
const TIMEOUT = 300_000 + STORIES * 5_000;

it.each([
	['an event', 'event'],
	['an execution that no event started', 'execution'],
	['a key that the user chose', 'key'],
] as const)(
	'the payments of %s are made exactly once in any story, and each item agrees with the ledger',
	async (_what, origin) => {
		for (let story = 0; story < STORIES; story++) {
			const problems = await tellStory(service, front, SEED + story, origin);
			if (problems.length > 0)
				throw new Error(`REWARDS_ENGAGEMENT_SEED=${SEED + story}\n${problems.join('\n')}`);
		}
	},
	TIMEOUT,
);
