/** The middle of some numbers, or the mean of the two middle ones when their count is even. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((left, right) => left - right);
	const high = sorted[Math.floor(sorted.length / 2)];
	const low = sorted[Math.ceil(sorted.length / 2) - 1];
	if (high === undefined || low === undefined) throw new Error('There is no median of an empty list.');
	return (low + high) / 2;
}

/**
 * The median of the ratios of pairs that were measured next to each other. Other load on the machine affects both of
 * a pair, so it matters less than in a ratio of two medians.
 */
export function pairedRatio(ours: readonly number[], theirs: readonly number[]): number {
	return median(ours.map((value, index) => value / (theirs[index] ?? Number.NaN)));
}

/** 3 significant digits, without an exponent. */
export function short(value: number): string {
	if (value === 0) return '0';
	const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
	return value.toFixed(Math.min(digits, 3));
}

/**
 * The smallest number that is not exceeded by this share of the numbers, 0 to 1 (nearest rank). Undefined without
 * numbers.
 */
export function percentile(values: readonly number[], share: number): number | undefined {
	const sorted = [...values].sort((left, right) => left - right);
	return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
