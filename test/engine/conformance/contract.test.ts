import { registry } from '../../../nodes/RewardsEngagement/resources/registry';
import { contractProblems, endpointOf, endpoints } from './contractProblems';
import { sampleValues } from './samples';
import { topLevelFields } from '../../../nodes/RewardsEngagement/run/readParameters';

const named = registry.remoteOperations.map(
	(operation) => [`${operation.resource}.${operation.name}`, operation] as const,
);

it('finds the operations', () => expect(named.length).toBeGreaterThanOrEqual(28));

it.each(named)('%s keeps to the document', (_name, operation) => {
	expect(contractProblems(operation)).toEqual([]);
});

it('has an operation for every endpoint of the document', () => {
	const covered = registry.remoteOperations.map((operation) => {
		const { additionalFields = {}, updateFields = {} } = operation;
		const fields = { ...topLevelFields(operation), ...additionalFields, ...updateFields };
		return endpointOf(operation.request(sampleValues(fields)))?.operationId;
	});
	expect(endpoints.filter((endpoint) => !covered.includes(endpoint))).toEqual([]);
});
