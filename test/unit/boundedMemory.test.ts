// Falls with nodes/RewardsEngagement/shared/boundedMemory.ts.

import { BoundedMemory } from '../../nodes/RewardsEngagement/shared/boundedMemory';

it('removes outdated entries even after the clock was set back', () => {
	const memory = new BoundedMemory<{ keptUntil: number }>(2, 'refuse');
	expect(memory.add('of the wrong time', { keptUntil: 1e12 }, 1e12 - 1)).toBe(true);
	expect(memory.add('short', { keptUntil: 1_000 }, 0)).toBe(true);
	expect(memory.add('refused', { keptUntil: 2_000 }, 500)).toBe(false);
	expect(memory.add('later', { keptUntil: 60_000 }, 30_000)).toBe(true);
});
