import { operations } from '../../../nodes/RewardsEngagement/run/runItem';
import { contractProblems, endpointOf, endpoints } from './contractProblems';
import { sampleValues } from './samples';
import { topLevelFields } from '../../../nodes/RewardsEngagement/run/readParameters';

const named = operations.map((operation) => [`${operation.resource}.${operation.name}`, operation] as const);

it('finds the operations', () => expect(named.length).toBeGreaterThanOrEqual(28));

it.each(named)('%s keeps to the document', (_name, operation) => {
	expect(contractProblems(operation)).toEqual([]);
});

it('has an operation for every endpoint of the document', () => {
	const covered = operations.map((operation) => {
		const { additionalFields = {}, updateFields = {} } = operation;
		const fields = { ...topLevelFields(operation), ...additionalFields, ...updateFields };
		return endpointOf(operation.request(sampleValues(fields)))?.operationId;
	});
	expect(endpoints.filter((endpoint) => !covered.includes(endpoint))).toEqual([]);
});
