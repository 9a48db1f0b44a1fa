/** What a chart of lying bars shows: for each label a bar of every series. */
export interface Chart {
	title: string;
	/** Behind the numbers where they are told to readers who do not see the picture: `a second`. */
	unit: string;
	/** One name is left out of the picture, more get a legend. */
	series: readonly string[];
	groups: readonly Group[];
	/** A line that the bars are seen against, e.g. at the ratio 1. */
	reference?: { value: number; label: string };
}

export interface Group {
	label: string;
	bars: readonly Bar[];
}

export interface Bar {
	/** From 0 on. */
	value: number;
	/** Beside the bar: the value as a reader knows it, `1,020`, and perhaps a remark. */
	text: string;
}

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const COLOURS: Record<Theme, { text: string; quiet: string; bars: readonly string[] }> = {
	light: { text: '#1f2328', quiet: '#59636e', bars: ['#7c3aed', '#d97706'] },
	dark: { text: '#e6edf3', quiet: '#9198a1', bars: ['#a78bfa', '#fbbf24'] },
};

/** CSS pixels. */
const WIDTH = 760;
const EDGE = 16;
/** At most, of a letter of a number, and of a label. */
const LETTER = 8.5;
const LETTERS_OF_A_LABEL = 100;
const GAP = 6;
const TITLE = 28;
const LEGEND = 26;
const LABEL = 20;
const BAR = 14;
const BETWEEN_BARS = 4;
const BETWEEN_GROUPS = 12;
const FOOT = 24;

/**
 * A chart as an SVG of its own, without a background. Readers of the screen are told its title and every number.
 *
 * @throws Error when a value is below 0 or no number, or a group has not a bar for every series
 */
export function drawChart(chart: Chart, theme: Theme): string {
	check(chart);
	const { title, series, groups, reference } = chart;
	const { text, quiet, bars: fills } = COLOURS[theme];
	const largest = Math.max(reference?.value ?? 0, ...groups.flatMap(({ bars }) => bars.map(valueOf)));
	const widest = Math.max(0, ...groups.flatMap(({ bars }) => bars.map(widthOf)));
	const longest = WIDTH - 2 * EDGE - GAP - widest;
	const length = (value: number) => (largest === 0 ? 0 : (value / largest) * longest);
	const line = reference && length(reference.value);
	/** Beside the bar, and never on the line. */
	const placeOf = (bar: Bar) => {
		const end = length(bar.value);
		const isOnLine = line !== undefined && end < line && line < end + GAP + widthOf(bar);
		return EDGE + (isOnLine ? line : end) + GAP;
	};

	const lines: string[] = [];
	const write = (x: number, y: number, words: string, more = '') =>
		lines.push(`<text x="${x}" y="${round(y)}"${more}>${escaped(words)}</text>`);
	const draw = (y: number, width: number, index: number) =>
		lines.push(
			`<rect x="${EDGE}" y="${y}" width="${round(width)}" height="${BAR}" rx="2" fill="${fills[index % fills.length]}"/>`,
		);

	write(EDGE, TITLE, title, ' font-size="16" font-weight="600"');
	let y = TITLE + BETWEEN_GROUPS;
	if (series.length > 1) {
		const wide = (WIDTH - 2 * EDGE) / series.length;
		series.forEach((name, index) => {
			const x = EDGE + index * wide;
			lines.push(`<rect x="${x}" y="${y}" width="${BAR}" height="${BAR}" rx="2" fill="${fills[index]}"/>`);
			write(x + BAR + GAP, y + BAR - 2, name);
		});
		y += LEGEND;
	}
	for (const { label, bars } of groups) {
		write(EDGE, y + BAR, shortened(label), ` fill="${quiet}"`);
		y += LABEL;
		bars.forEach((bar, index) => {
			draw(y, length(bar.value), index);
			write(round(placeOf(bar)), y + BAR - 2, bar.text, ' font-weight="600"');
			y += BAR + BETWEEN_BARS;
		});
		if (line !== undefined) {
			const height = bars.length * (BAR + BETWEEN_BARS);
			lines.push(
				`<path d="M${round(EDGE + line)} ${y - height - 2}v${height}" stroke="${text}" stroke-width="2"/>`,
			);
		}
		y += BETWEEN_GROUPS - BETWEEN_BARS;
	}
	if (reference && line !== undefined) {
		const side = line > WIDTH / 2 ? 'end' : 'start';
		write(round(EDGE + line), y + 4, reference.label, ` text-anchor="${side}"`);
		y += FOOT;
	}
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" aria-labelledby="title told" font-family="system-ui, sans-serif" font-size="13" fill="${text}">`,
		`<title id="title">${escaped(title)}</title>`,
		`<desc id="told">${escaped(toldOf(chart))}</desc>`,
		...lines,
		'</svg>',
		'',
	].join('\n');
}

const valueOf = ({ value }: Bar) => value;
const widthOf = ({ text }: Bar) => text.length * LETTER;

/** The whole of it is told to readers of the screen. */
function shortened(label: string): string {
	return label.length <= LETTERS_OF_A_LABEL ? label : `${label.slice(0, LETTERS_OF_A_LABEL - 1)}…`;
}

function check({ title, series, groups }: Chart): void {
	for (const { label, bars } of groups) {
		if (bars.length !== series.length)
			throw new Error(`"${label}" of the chart "${title}" has ${bars.length} of ${series.length} bars.`);
		const odd = bars.find(({ value }) => !(value >= 0 && Number.isFinite(value)));
		if (odd) throw new Error(`"${label}" of the chart "${title}" has a bar of ${odd.value}.`);
	}
}

/** The numbers in words. */
function toldOf({ series, groups, unit, reference }: Chart): string {
	const sentences = groups.map(({ label, bars }) => {
		const numbers = bars.map(({ text }, index) =>
			series.length > 1 ? `${series[index]} ${text}` : `${text} ${unit}`.trim(),
		);
		return `${label}: ${numbers.join(', ')}.`;
	});
	return [
		...sentences,
		...(reference ? [`The line is at ${reference.value}: ${reference.label}.`] : []),
	].join(' ');
}

function escaped(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}
