import { asGenerated } from '../../scripts/lib/generatedSection';
import { checks } from './checks';
import { differences } from './differences';
import { nameOf, pairings, type Pairing } from './hosts';
import { measurements } from './measurements';

/** The results for one pairing, by the titles of the checks and measurements. */
export interface Findings {
	pairing: Pairing;
	/** `yes`, or the reason of the failure. */
	checks: Map<string, string>;
	measurements: Map<string, string>;
}

/** docs/compatibility.md */
export function document(findings: Findings[], packageVersion: string): string {
	const head = ['', ...findings.map(({ pairing }) => nameOf(pairing))];
	const rows = (titles: string[], of: (found: Findings) => Map<string, string>) => [
		row(head),
		row(head.map(() => '---')),
		...titles.map((title) => row([title, ...findings.map((found) => of(found).get(title) ?? 'not checked')])),
	];
	return [
		'# Compatibility',
		'',
		`The results of \`npm run compatibility\` for version ${packageVersion} of this package. It was packed, and installed by`,
		"n8n's own installer, with SQLite. The command writes this page, so do not edit it.",
		'',
		...generated(
			rows(
				checks.map(({ title }) => title),
				(found) => found.checks,
			),
		),
		'',
		'<a id="what-differs"></a>',
		'',
		'## Differences',
		'',
		...generated(
			rows(
				measurements.map(({ title }) => title),
				(found) => found.measurements,
			),
		),
		'',
		...differences.flatMap((paragraph) => [...paragraph.split('\n'), '']),
	].join('\n');
}

/** The command writes the whole page. The marks show that the tables are results. */
const generated = (lines: string[]) => asGenerated('npm run compatibility', lines.join('\n')).split('\n');

/** The pairings and titles of a page, in order. A test compares them with the present checks. */
export function outline(page: string): { pairings: string[]; titles: string[] } {
	const rows = page
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.map((line) => line.split(' | ').map((cell) => cell.replace(/^\| ?| \|$/g, '').trim()));
	const heads = rows.filter(([first]) => first === '');
	return {
		pairings: heads[0]?.slice(1) ?? [],
		titles: rows.map(([first = '']) => first).filter((first) => first !== '' && first !== '---'),
	};
}

/** The expected outline of the page. */
export function wantedOutline(): ReturnType<typeof outline> {
	return {
		pairings: pairings.map(nameOf),
		titles: [...checks, ...measurements].map(({ title }) => title),
	};
}

function row(cells: string[]): string {
	return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}
