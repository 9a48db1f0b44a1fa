// Every day, because it draws every example in a browser. At once: test/project/workflows.test.ts.
import fs from 'node:fs';
import path from 'node:path';

import type { Browser } from 'playwright-core';

import { root } from '../../scripts/lib/project';
import { openBrowser } from '../harness/browser/chromium';
import { Editor } from '../harness/browser/editor';
import { OPEN_TIMEOUT_MS, shareTestEnvironment, type TestEnvironment } from '../harness/environment';
import { CANVAS, heightOfText, NOTE_FONT_PX, zoomToFit, type Size } from '../harness/workflows/canvas';
import { exampleNames, isNote, readExample, WORKFLOWS_FOLDER } from '../harness/workflows/examples';

const WINDOW = { width: 1440, height: 900 };

/** The height of one line of a note and its spacing: an estimate may be off by this much. */
const ONE_LINE_PX = 24;

/** The drawing of the editor, in pixels of a canvas without zoom. */
interface Drawn {
	canvas: Size;
	zoom: number;
	notes: Array<{ height: number; text: number; font: number }>;
}

/** A text, because it runs in the browser, and the tests do not have the browser's types. */
const MEASURE = `(() => {
	const { width, height } = document.querySelector('.vue-flow').getBoundingClientRect();
	const notes = [...document.querySelectorAll('[data-test-id="sticky"]')].map((note) => {
		const box = note.getBoundingClientRect();
		const node = note.closest('.vue-flow__node');
		const zoom = node.getBoundingClientRect().width / node.offsetWidth;
		const lines = [...note.querySelectorAll('h2, p, li')];
		const end = Math.max(...lines.map((line) => line.getBoundingClientRect().bottom));
		const begin = Math.min(...lines.map((line) => line.getBoundingClientRect().top));
		const font = parseFloat(getComputedStyle(lines.at(-1)).fontSize);
		return { zoom, height: box.height / zoom, text: (end - box.top + begin - box.top) / zoom, font };
	});
	return { canvas: { width, height }, zoom: notes[0].zoom, notes };
})()`;

let environment: TestEnvironment;
let browser: Browser;
let editor: Editor;

beforeAll(async () => {
	environment = await shareTestEnvironment();
	browser = await openBrowser();
	editor = await Editor.open(browser, environment.client, 'light');
	await editor.page.setViewportSize(WINDOW);
}, OPEN_TIMEOUT_MS);

afterAll(async () => {
	await browser?.close();
	await environment?.close();
});

/** Opens an example as just after its import, and waits until n8n has fitted it into the canvas. */
async function opened(name: string): Promise<Drawn> {
	const { page } = editor;
	const workflow = await environment.client.createWorkflow(readExample(name));
	await editor.showWorkflow(workflow);
	await page.getByTestId('sticky').first().waitFor();
	await page.getByTestId('zoom-to-fit').click();
	let drawn = await page.evaluate<Drawn>(MEASURE);
	for (let before = 0; before !== drawn.zoom;) {
		before = drawn.zoom;
		await page.waitForTimeout(300);
		drawn = await page.evaluate<Drawn>(MEASURE);
	}
	const folder = process.env.REWARDS_ENGAGEMENT_PICTURES;
	if (folder) await page.screenshot({ path: `${folder}/example-${name}.png` });
	return drawn;
}

describe.each(exampleNames())('%s', (name) => {
	let drawn: Drawn;
	beforeAll(async () => {
		drawn = await opened(name);
	});

	it('shows all of its note at a size that people read, and little empty space', () => {
		const [note, ...others] = drawn.notes;
		expect(others).toEqual([]);
		expect(note!.text).toBeLessThanOrEqual(note!.height);
		expect(note!.text).toBeGreaterThanOrEqual(0.8 * note!.height);
		expect(note!.font * drawn.zoom).toBeGreaterThanOrEqual(10);
	});

	it('is drawn as the rules of the examples expect', () => {
		const example = readExample(name);
		const { content, width } = example.nodes.find(isNote)!.parameters;
		const expected = heightOfText(String(content), Number(width));
		expect(drawn.canvas).toEqual(CANVAS);
		expect(drawn.zoom).toBeCloseTo(zoomToFit(example), 2);
		expect(drawn.notes[0]!.font).toBe(NOTE_FONT_PX);
		expect(Math.abs(drawn.notes[0]!.text - expected)).toBeLessThanOrEqual(ONE_LINE_PX);
	});
});

it('imports an example with the menu that docs/workflows.md names', async () => {
	const { page } = editor;
	const [, menu = ''] =
		/choose \*\*([^*]+)\*\* in its menu/.exec(
			fs.readFileSync(path.join(root, 'docs/workflows.md'), 'utf8'),
		) ?? [];
	await editor.visit(`${environment.n8n.url}/workflow/new`, '[data-test-id="workflow-menu"]');
	const fileChooser = page.waitForEvent('filechooser');
	await page.getByTestId('workflow-menu').click();
	for (const label of menu.split(/\s→\s/))
		await page.getByRole('menuitem', { name: label, exact: true }).click();
	await (await fileChooser).setFiles(path.join(WORKFLOWS_FOLDER, 'anniversary-gift.json'));
	await editor.node('Award gift once').waitFor();
	expect(await page.getByTestId('sticky').innerText()).toContain('A gift for each year of membership');
});
