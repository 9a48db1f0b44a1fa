import { registry } from '../../nodes/RewardsEngagement/resources/registry';
import type { Operation } from '../../nodes/RewardsEngagement/declare/operation';
import type { OperationPlace, RegisteredOperation } from '../../nodes/RewardsEngagement/declare/registry';

/** Gives an operation of the node another declaration while the work runs. Each run finds its operations again. */
export async function declaring<T>(
	place: OperationPlace,
	changes: Partial<Operation>,
	work: () => Promise<T>,
): Promise<T> {
	const find = registry.find.bind(registry);
	const operation = find(place);
	const declared = { ...operation, ...changes } as RegisteredOperation;
	const finding = jest.spyOn(registry, 'find').mockImplementation((wanted) => {
		const found = find(wanted);
		return found === operation ? declared : found;
	});
	try {
		return await work();
	} finally {
		finding.mockRestore();
	}
}
