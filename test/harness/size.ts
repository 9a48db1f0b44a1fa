/**
 * The number of repetitions in a large test. The small one is enough to show the defect. `.github/workflows/weekly.yml`
 * runs all tests that import this file in full size, each week.
 * @param most keeps the full size within minutes
 */
export const sizeOf = (small: number, most = Infinity): number =>
	Math.min(most, Number(process.env.REWARDS_ENGAGEMENT_ITEMS ?? small));
