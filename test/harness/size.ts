/** How many items a large test takes: so few that they still show its defect, or the full size, which runs weekly. */
export const sizeOf = (small: number): number => Number(process.env.REWARDS_ENGAGEMENT_ITEMS ?? small);
