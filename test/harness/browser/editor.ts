import { selectors, type Browser, type Frame, type Locator, type Page } from 'playwright-core';

import { waitFor } from '../process/wait';
import type { N8nClient, Workflow } from '../n8n/client';

/** A part of the page, in CSS pixels. */
export interface Picture {
	x: number;
	y: number;
	width: number;
	height: number;
}

const SIZE = { width: 1360, height: 850 };
const PATIENCE_MS = 180_000;

/**
 * Hides n8n's messages to its own users, which belong in no picture. Also hides the empty boxes that its text fields
 * leave in the corner of the page.
 */
const TIDY = `
	[data-test-id="banner-stack"], [data-test-id="version-updates-panel"], [data-test-id="ask-assistant-sidebar"],
	[data-test-id="instance-ai-canvas-action-button"], [data-test-id="toggle-focus-panel-button"],
	[data-test-id="evaluations-beta"], .el-notification,
	[data-test-id="ndv-feature-request"], [class*="featureRequest"],
	[data-reka-popper-content-wrapper]:has([data-test-id="suggested-action-item"]) { display: none !important; }
	[class*="ͼ"]:empty { visibility: hidden !important; }
	* { caret-color: transparent !important; }
`;

selectors.setTestIdAttribute('data-test-id');

/** The editor of n8n in a browser. */
export class Editor {
	private constructor(
		readonly page: Page,
		private readonly url: string,
	) {}

	/** @param session of a client that is logged in. An empty one leaves the browser at the login. */
	static async open(
		browser: Browser,
		{ url, session }: Pick<N8nClient, 'url' | 'session'>,
		theme: 'light' | 'dark',
	): Promise<Editor> {
		const context = await browser.newContext({
			viewport: SIZE,
			deviceScaleFactor: 1.5,
			colorScheme: theme,
			// n8n compresses its 20 MB of scripts again for each page, which takes longer than sending them.
			extraHTTPHeaders: { 'accept-encoding': 'identity' },
		});
		const [name = '', value = ''] = session.split('=');
		if (name) await context.addCookies([{ name, value, url }]);
		const page = await context.newPage();
		page.setDefaultTimeout(PATIENCE_MS);
		await page.addInitScript({
			content: `document.addEventListener('DOMContentLoaded', () => {
				const style = document.createElement('style');
				style.textContent = ${JSON.stringify(TIDY)};
				document.head.append(style);
			});`,
		});
		return new Editor(page, url);
	}

	/** Opens a page of n8n and waits until the given element is visible. */
	async visit(url: string, seen: string): Promise<void> {
		await this.page.goto(url);
		await this.page.locator(seen).first().waitFor();
	}

	/**
	 * Opens a workflow and waits until its name is visible. An editor that is open already goes there like after a
	 * click on a link. That takes a quarter of the processor time of a new page.
	 */
	async showWorkflow({ id, name }: Workflow): Promise<void> {
		const { page, url } = this;
		const address = `${url}/workflow/${id}`;
		if (page.url().startsWith(url)) {
			await page.evaluate(`(() => {
				history.pushState(history.state, '', ${JSON.stringify(address)});
				dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
			})()`);
		} else {
			await page.goto(address);
		}
		await page
			.getByTestId('workflow-name-input')
			.and(page.getByTitle(name, { exact: true }))
			.waitFor();
	}

	/** A node on the canvas, by name. */
	node(name: string): Locator {
		return this.page.locator('[data-test-id="canvas-node"]', { hasText: name }).first();
	}

	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.page.getByText('Parameters', { exact: true }).first().waitFor();
		await this.rest();
	}

	/** Closes the open panel. */
	async closeNode(): Promise<void> {
		await this.page
			.getByTestId('ndv-close-button')
			.or(this.page.getByTestId('back-to-canvas'))
			.first()
			.click();
		await this.page.getByText('Parameters', { exact: true }).first().waitFor({ state: 'hidden' });
	}

	/** Hides everything that covers the canvas. */
	async bareCanvas(): Promise<void> {
		await this.page.addStyleTag({
			content:
				'[data-test-id="canvas-controls"], [data-test-id="execute-workflow-button"], .vue-flow__panel { visibility: hidden !important; }',
		});
	}

	/** Waits until nothing on the page moves or loads. */
	async rest(): Promise<void> {
		await this.page.waitForLoadState('networkidle').catch(() => undefined);
		await this.page.waitForTimeout(1_500);
	}

	/**
	 * The frame that shows an execution. Depending on its version, n8n draws it in the page itself or in an inner
	 * page.
	 */
	async preview(): Promise<Frame> {
		return await waitFor('the execution to be drawn', PATIENCE_MS, async () => {
			for (const frame of this.page.frames()) {
				if (await frame.locator('[data-test-id="canvas-node"]').count()) return frame;
			}
			return undefined;
		});
	}

	/** The visible part of these elements, with a margin. */
	async around(elements: Locator[], marginX: number, marginY = marginX): Promise<Picture> {
		const boxes = (await Promise.all(elements.map(async (element) => await element.boundingBox()))).filter(
			(box) => box !== null,
		);
		const left = Math.max(0, Math.min(...boxes.map(({ x }) => x)) - marginX);
		const top = Math.max(0, Math.min(...boxes.map(({ y }) => y)) - marginY);
		const right = Math.min(SIZE.width, Math.max(...boxes.map(({ x, width }) => x + width)) + marginX);
		const bottom = Math.min(SIZE.height, Math.max(...boxes.map(({ y, height }) => y + height)) + marginY);
		return { x: left, y: top, width: right - left, height: bottom - top };
	}

	/** Takes a part of the page. Without `clip` it takes the whole page with fewer pixels, for a smaller file. */
	async take(path: string, clip: Picture | undefined): Promise<void> {
		const scale = clip ? 'device' : 'css';
		await this.page.screenshot({ path, clip, scale, animations: 'disabled' });
	}

	async close(): Promise<void> {
		await this.page.context().close();
	}
}
