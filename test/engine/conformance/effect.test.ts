import { namedOperations } from '../../fixtures/operations';
import { scenarios } from '../../fixtures/scenarios';
import { useService, withoutPauses } from '../sandbox';
import { documentedEndpoint } from './documented';
import { effectProblems } from './effectProblems';

const service = useService();
withoutPauses();

it.each(namedOperations)('%s does for equal items what its effect says', async (name, operation) => {
	const endpoint = (await documentedEndpoint(operation))!;
	const problems = await effectProblems({ operation, endpoint, scenario: scenarios[name]!, service });
	expect(problems).toEqual([]);
});
