/**
 * Lines of an aligned table. The first column is aligned to the left, the others to the right.
 *
 * @param rows The heading first. Every row has as many cells as the heading.
 */
export function table(rows: string[][]): string[] {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	return rows.map((row) =>
		row
			.map((cell, column) =>
				column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
			)
			.join('   '),
	);
}
