import { SEED } from '../harness/random';
import { sizeOf } from '../harness/size';
import { tellStory } from './paymentStory';
import { useService, withoutPauses } from './sandbox';

const service = useService();
withoutPauses();

const STORIES = sizeOf(120);

it('pays what an event wants exactly once in any story, and says of each item what the ledger shows', async () => {
	for (let story = 0; story < STORIES; story++) {
		const problems = await tellStory(service, SEED + story, 'event');
		if (problems.length > 0) throw new Error(`REWARDS_ENGAGEMENT_SEED=${SEED + story}\n${problems.join('\n')}`);
	}
});
