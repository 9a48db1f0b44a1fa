/** A change by Stryker and its result (the mutation testing report's schema, version 2). */
export interface Mutant {
	file: string;
	mutatorName: string;
	replacement?: string;
	location: { start: Place; end: Place };
	status:
		| 'Killed'
		| 'Survived'
		| 'NoCoverage'
		| 'Timeout'
		| 'CompileError'
		| 'RuntimeError'
		| 'Ignored'
		| 'Pending';
	/** The changed lines, trimmed. */
	line: string;
}

interface Place {
	/** From 1. */
	line: number;
	column: number;
}

/** The parts of Stryker's JSON report that are read here. */
export interface Report {
	files: Record<string, { source: string; mutants: Array<Omit<Mutant, 'file' | 'line'>> }>;
}

/** A change that no test can notice, with the reason why that is right. */
export interface Explained {
	file: string;
	/** The changed line, trimmed. It identifies the place as long as the line stays the same. */
	line: string;
	mutatorName: string;
	replacement: string;
	reason: string;
}

/** The mutants of a report, in the order of the files. */
export function mutantsOf({ files }: Report): Mutant[] {
	return Object.entries(files).flatMap(([file, { source, mutants }]) => {
		const lines = source.split('\n');
		return mutants.map((mutant) => ({
			...mutant,
			file,
			line: (lines[mutant.location.start.line - 1] ?? '').trim(),
		}));
	});
}

/** The same text for the same change. */
export function nameOf({ file, location: { start, end }, mutatorName, replacement = '' }: Mutant): string {
	return [file, start.line, start.column, end.line, end.column, mutatorName, replacement].join(':');
}

/** Whether no test noticed the change. */
export function isUnnoticed({ status }: Mutant): boolean {
	return status === 'Survived' || status === 'NoCoverage';
}

/** Whether a change is one of the explained ones. */
export function isExplained(mutant: Mutant, explained: readonly Explained[]): boolean {
	return explained.some(
		({ file, line, mutatorName, replacement }) =>
			mutant.file.endsWith(file) &&
			mutant.line === line &&
			mutant.mutatorName === mutatorName &&
			(mutant.replacement ?? '') === replacement,
	);
}

/** The score by file. */
export interface Score {
	file: string;
	/** Changes that could be tried. */
	tried: number;
	noticed: number;
	explained: number;
	/** The share of noticed or explained changes among those tried, 0 to 1. */
	score: number;
}

/** Counts by file. A change that could not be tried, such as one that does not compile, does not count. */
export function scoresOf(mutants: readonly Mutant[], explained: readonly Explained[]): Score[] {
	const files = [...new Set(mutants.map(({ file }) => file))];
	return files.map((file) => {
		const own = mutants.filter(
			(mutant) =>
				mutant.file === file && (isUnnoticed(mutant) || ['Killed', 'Timeout'].includes(mutant.status)),
		);
		const unnoticed = own.filter(isUnnoticed);
		const reasons = unnoticed.filter((mutant) => isExplained(mutant, explained)).length;
		const noticed = own.length - unnoticed.length;
		return {
			file,
			tried: own.length,
			noticed,
			explained: reasons,
			score: own.length === 0 ? 1 : (noticed + reasons) / own.length,
		};
	});
}

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
