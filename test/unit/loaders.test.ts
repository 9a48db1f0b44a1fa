// Falls with nodes/RewardsEngagement/resources/loaders.ts.

import { resources } from '../../nodes/RewardsEngagement/resources';
import { loaders } from '../../nodes/RewardsEngagement/resources/loaders';
import type { Resource } from '../../nodes/RewardsEngagement/run/resource';

it.each(Object.entries<Resource>(resources))('the loader of %s loads it', async (name, resource) => {
	expect(await loaders[name as keyof typeof loaders]()).toBe(resource);
});

it('there is a loader for each resource, in the same order', () => {
	expect(Object.keys(loaders)).toEqual(Object.keys(resources));
});
