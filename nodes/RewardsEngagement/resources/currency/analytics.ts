import { z } from 'zod';

import { record } from '../../shared/record';

/** Figures over all currencies of a realm (API document, section 2.8). */
export const realmAnalytics = record({
	totalPointsSystems: z.number(),
	totalActivePointsSystems: z.number(),
	totalArchivedPointsSystems: z.number(),
	totalHolders: z.number(),
	totalPointsEarned: z.number(),
	averagePointsPerHolder: z.number(),
	last30DaysActivity: record({
		pointsEarned: z.number(),
		newHolders: z.number(),
		transactionCount: z.number(),
	}),
	growthMetrics: record({
		holdersGrowthRate: z.number(),
		pointsEarnedGrowthRate: z.number(),
		systemsGrowthRate: z.number(),
	}),
});

/** Figures of one currency (API document, section 2.9). */
export const currencyAnalytics = record({
	pointsSystemId: z.string(),
	pointsSystemName: z.string(),
	totalHolders: z.number(),
	totalPointsEarned: z.number(),
	totalPointsSpent: z.number(),
	averageBalance: z.number(),
	last30DaysActivity: record({
		pointsEarned: z.number(),
		pointsSpent: z.number(),
		newHolders: z.number(),
		transactionCount: z.number(),
	}),
	distribution: record({
		topPercentileHolders: z.number(),
		medianBalance: z.number(),
		averageBalance: z.number(),
	}),
	recentActivity: z.array(
		record({
			date: z.string(),
			pointsEarned: z.number(),
			pointsSpent: z.number(),
			newHolders: z.number(),
		}),
	),
	topHolders: z.array(
		record({ userId: z.string(), username: z.string(), balance: z.number(), rank: z.number() }),
	),
});
