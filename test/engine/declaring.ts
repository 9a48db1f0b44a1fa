import { resources } from '../../nodes/RewardsEngagement/resources';
import type { Operation } from '../../nodes/RewardsEngagement/run/operation';
import type { OperationPlace } from '../../nodes/RewardsEngagement/run/registry';
import type { Resource } from '../../nodes/RewardsEngagement/run/resource';

/** Gives an operation of the node another declaration while the work runs. Each run reads the declarations. */
export async function declaring<T>(
	{ resource, name }: OperationPlace,
	changes: Partial<Operation>,
	work: () => Promise<T>,
): Promise<T> {
	const all: Record<string, Resource> = resources;
	const { operations } = all[resource]!;
	const declared = { ...operations[name]!, ...changes } as Operation;
	const replaced = jest.replaceProperty(operations, name, declared);
	try {
		return await work();
	} finally {
		replaced.restore();
	}
}
