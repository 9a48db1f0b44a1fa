/** The number of items in a large test: the small one is enough to show the defect, and the full size runs weekly. */
export const sizeOf = (small: number): number => Number(process.env.REWARDS_ENGAGEMENT_ITEMS ?? small);
