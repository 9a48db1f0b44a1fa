import { drawChart, THEMES, type Chart } from '../../scripts/lib/chart';

const chart: Chart = {
	title: 'Rates <of> "both" & all',
	unit: 'a second',
	series: ['answered', 'worked off'],
	groups: [
		{
			label: 'One',
			bars: [
				{ value: 50, text: '50.0' },
				{ value: 25, text: '25.0' },
			],
		},
		{
			label: 'A & B',
			bars: [
				{ value: 100, text: '100' },
				{ value: 0, text: '0' },
			],
		},
	],
};
const one = (value: number, reference?: Chart['reference']): Chart => ({
	...chart,
	series: ['only'],
	groups: [{ label: 'One', bars: [{ value, text: String(value) }] }],
	reference,
});

/** The widths of the bars, without the squares of the legend. */
const widths = (svg: string) =>
	[...svg.matchAll(/<rect x="16" y="\d+" width="([\d.]+)"/g)].map(([, width]) => Number(width)).slice(1);
const told = (svg: string) => /<desc id="told">(.*)<\/desc>/.exec(svg)![1];

it('a bar is as long as its value', () => {
	const [first = 0, ...others] = widths(drawChart(chart, 'light'));
	expect(others).toEqual([first / 2, first * 2, 0]);
});

it('every number is told to readers of the screen, with the title', () => {
	const svg = drawChart(chart, 'light');
	expect(svg).toContain('<title id="title">Rates &lt;of&gt; &quot;both&quot; &amp; all</title>');
	expect(told(svg)).toBe('One: answered 50.0, worked off 25.0. A &amp; B: answered 100, worked off 0.');
	expect(told(drawChart(one(3), 'light'))).toBe('One: 3 a second.');
	expect(svg).toContain('role="img" aria-labelledby="title told"');
});

it('text is text, whatever it holds', () => {
	const svg = drawChart(chart, 'light');
	expect(svg).not.toContain('<of>');
	expect(svg).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
});

it('a legend names the series when there is more than one', () => {
	expect(drawChart(chart, 'light')).toContain('>worked off</text>');
	expect(drawChart(one(3), 'light')).not.toContain('>only</text>');
});

it('the line of a reference is where a bar of its value ends, and no number stands on it', () => {
	const svg = drawChart(one(0.97, { value: 1, label: '1: the same' }), 'light');
	const line = Number(/<path d="M([\d.]+) /.exec(svg)![1]);
	const [, numberAt] = /<text x="([\d.]+)"[^>]*>0\.97</.exec(svg)!;
	expect(Number(numberAt)).toBeGreaterThan(line);
	expect(Number(/<rect x="16" y="\d+" width="([\d.]+)"/.exec(svg)![1])).toBeCloseTo((line - 16) * 0.97, 0);
	expect(told(svg)).toBe('One: 0.97 a second. The line is at 1: 1: the same.');
});

it('light and dark differ in colours alone', () => {
	const [light, dark] = THEMES.map((theme) => drawChart(chart, theme));
	const bare = (svg = '') => svg.replace(/#[0-9a-f]{6}/g, '');
	expect(light).not.toBe(dark);
	expect(bare(light)).toBe(bare(dark));
});

it('a label that is too long for the picture is shortened, and told whole', () => {
	const label = 'x'.repeat(300);
	const svg = drawChart({ ...one(1), groups: [{ label, bars: [{ value: 1, text: '1' }] }] }, 'light');
	expect(svg).toMatch(/>x{99}…</);
	expect(told(svg)).toContain(label);
});

it.each([[-1], [Number.NaN], [Number.POSITIVE_INFINITY]])('no bar is drawn of %d', (value) => {
	expect(() => drawChart(one(value), 'light')).toThrow(
		`"One" of the chart "${chart.title}" has a bar of ${value}.`,
	);
});

it('a group without a bar for every series is refused', () => {
	const groups = [{ label: 'One', bars: [] }];
	expect(() => drawChart({ ...chart, groups }, 'light')).toThrow('has 0 of 2 bars');
});
