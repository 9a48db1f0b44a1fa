import { SEED } from '../harness/random';
import { sizeOf } from '../harness/size';
import { tellStory } from './paymentStory';
import { useService, withoutPauses } from './sandbox';

const service = useService();
withoutPauses();

const STORIES = sizeOf(80);

it.each(['event', 'execution'] as const)(
	'what an %s wants is paid exactly once in any story, and each item says what the ledger shows',
	async (origin) => {
		for (let story = 0; story < STORIES; story++) {
			const problems = await tellStory(service, SEED + story, origin);
			if (problems.length > 0)
				throw new Error(`REWARDS_ENGAGEMENT_SEED=${SEED + story}\n${problems.join('\n')}`);
		}
	},
);
