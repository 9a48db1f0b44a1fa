import type { Score } from './mutants';

const ROW = /^\| `([^`]+)` \|.*$/gm;
const HEAD =
	'| File | Changes | Noticed | Explained | Score | Asked |\n| --- | --- | --- | --- | --- | --- |\n';

/**
 * Updates the table of scores in a text. Files without a measurement keep their row.
 *
 * @param asked the tests that ran
 */
export function withScores(text: string, scores: readonly Score[], asked: string): string {
	const rows = new Map([...text.matchAll(ROW)].map(([row, file = '']) => [file, row]));
	for (const { file, tried, noticed, explained, score } of scores) {
		const cells = [`\`${file}\``, tried, noticed, explained, `${(score * 100).toFixed(1)} %`, asked];
		rows.set(file, `| ${cells.join(' | ')} |`);
	}
	const sorted = [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
	const before = text.includes('| File |')
		? text.slice(0, text.indexOf('| File |'))
		: `${text.trimEnd()}\n\n`;
	return `${before}${HEAD}${sorted.join('\n')}\n`;
}
