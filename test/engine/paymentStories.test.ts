import { useSteadyClock } from '../harness/clock';
import { SEED } from '../harness/random';
import { sizeOf } from '../harness/size';
import { Front } from './paymentStoryFront';
import { tellStory } from './paymentStory';
import { useService, withoutPauses } from './sandbox';

useSteadyClock();
const service = useService();
withoutPauses();

let front: Front;
beforeAll(async () => (front = await Front.start(service)));
afterAll(async () => await front.stop());

const STORIES = sizeOf(80);

it.each(['event', 'execution', 'key'] as const)(
	'what an %s wants is paid exactly once in any story, and each item says what the ledger shows',
	async (origin) => {
		for (let story = 0; story < STORIES; story++) {
			const problems = await tellStory(service, front, SEED + story, origin);
			if (problems.length > 0)
				throw new Error(`REWARDS_ENGAGEMENT_SEED=${SEED + story}\n${problems.join('\n')}`);
		}
	},
);
