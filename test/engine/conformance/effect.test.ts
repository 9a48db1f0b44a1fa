import { registry } from '../../../nodes/RewardsEngagement/resources/registry';
import { keyOf } from '../../../nodes/RewardsEngagement/run/registry';
import { endpointOf } from '../../../scripts/lib/derived/endpoints';
import { scenarios } from '../../fixtures/scenarios';
import { useService, withoutPauses } from '../sandbox';
import { effectProblems } from './effectProblems';

const service = useService();
withoutPauses();
const named = registry.remoteOperations.map((operation) => [keyOf(operation), operation] as const);

it.each(named)('%s does for equal items what its effect says', async (name, operation) => {
	const endpoint = (await endpointOf(operation))!;
	const problems = await effectProblems({ operation, endpoint, scenario: scenarios[name]!, service });
	expect(problems).toEqual([]);
});
