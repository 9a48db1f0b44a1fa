import type { Locator, Page } from 'playwright-core';

/** Milliseconds. All are zero when a test only tries the presentation. */
const PACE = { beforeClick: 350, betweenKeys: 70, move: 600, look: 1_200, perWord: 280 };
const STEPS_OF_A_MOVE = 24;
const LOOKS = 50;
const LOOK_MS = 100;

/** The position of the pointer, in CSS pixels. */
interface Place {
	x: number;
	y: number;
}

/** Draws the pointer and the caption over every page. It runs in the browser, before the scripts of the page. */
const OVERLAY = `(() => {
	const make = (id, style) => {
		const element = document.createElement('div');
		element.id = id;
		element.setAttribute('aria-hidden', 'true');
		element.style.cssText = 'position:fixed;z-index:2147483647;pointer-events:none;' + style;
		return element;
	};
	const begin = () => {
		if (window !== window.top) return;
		const pointer = make('presenter-pointer', 'left:-40px;top:-40px;width:26px;height:26px;transform-origin:0 0;transition:transform .12s');
		pointer.innerHTML = '<svg viewBox="0 0 26 26"><path d="M2 1l19 11-9 2-4 9z" fill="#111" stroke="#fff" stroke-width="2"/></svg>';
		const caption = make('presenter-caption', 'left:0;right:0;bottom:22px;margin:auto;width:fit-content;max-width:80%;padding:10px 22px;border-radius:10px;' +
			'background:rgba(17,24,39,.92);color:#fff;font:600 19px/1.4 sans-serif;text-align:center;display:none');
		document.documentElement.append(pointer, caption);
		addEventListener('mousemove', ({ clientX, clientY }) => {
			pointer.style.left = clientX + 'px';
			pointer.style.top = clientY + 'px';
		}, true);
		addEventListener('mousedown', () => { pointer.style.transform = 'scale(.7)'; }, true);
		addEventListener('mouseup', () => { pointer.style.transform = ''; }, true);
		window.presenterCaption = (text) => {
			caption.textContent = text;
			caption.style.display = text ? 'block' : 'none';
		};
	};
	if (document.documentElement) begin();
	else addEventListener('DOMContentLoaded', begin);
})();`;

/** Uses a page like a person who presents it, with a visible pointer, captions, and time to read. */
export class Presenter {
	private caption = '';
	private at: Place = { x: 0, y: 0 };

	private constructor(
		readonly page: Page,
		private readonly isQuick: boolean,
	) {}

	/** @param isQuick skips all pauses */
	static async open(page: Page, isQuick: boolean): Promise<Presenter> {
		const presenter = new Presenter(page, isQuick);
		await page.addInitScript({ content: OVERLAY });
		page.on('domcontentloaded', () => void presenter.show().catch(() => undefined));
		return presenter;
	}

	/** Shows a sentence below the page until the next one, and waits until a person has read it. */
	async say(text: string): Promise<void> {
		this.caption = text;
		await this.show();
		await this.wait(PACE.perWord * text.split(' ').length);
	}

	/** Waits so that a person can look. */
	async look(times = 1): Promise<void> {
		await this.wait(PACE.look * times);
	}

	/** Moves the pointer there, and waits before the next action. */
	async point(target: Locator): Promise<void> {
		const box = await boxOf(target);
		await this.moveTo({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
		await this.wait(PACE.beforeClick);
	}

	async click(target: Locator): Promise<void> {
		await this.point(target);
		await target.click();
	}

	/**
	 * Replaces the text of a field, key by key. Without pauses it fills in the text at once. After single keys n8n
	 * stores the first one at once and the others a moment later, possibly after the next click.
	 */
	async type(target: Locator, text: string): Promise<void> {
		await this.click(target);
		await target.fill(this.isQuick ? text : '');
		if (!this.isQuick) await target.pressSequentially(text, { delay: PACE.betweenKeys });
		const held = await target.inputValue();
		if (held !== text) throw new Error(`"${text}" was typed, and the field holds "${held}".`);
	}

	/** Types into the element with the focus. */
	async keys(text: string): Promise<void> {
		await this.page.keyboard.type(text, { delay: this.isQuick ? 0 : PACE.betweenKeys });
	}

	private async moveTo(target: Place): Promise<void> {
		const { x, y } = this.at;
		const steps = this.isQuick ? 1 : STEPS_OF_A_MOVE;
		for (let step = 1; step <= steps; step++) {
			const way = step / steps;
			await this.page.mouse.move(x + (target.x - x) * way, y + (target.y - y) * way);
			await this.wait(PACE.move / steps);
		}
		this.at = target;
	}

	private async show(): Promise<void> {
		// The page may be about to change, and the next page also gets the caption.
		await this.page.evaluate(`window.presenterCaption?.(${JSON.stringify(this.caption)})`);
	}

	private async wait(milliseconds: number): Promise<void> {
		if (!this.isQuick) await this.page.waitForTimeout(milliseconds);
	}
}

/**
 * The position of an element, once it has stopped moving. n8n redraws a list while it filters.
 *
 * @throws Error when it is not visible
 */
async function boxOf(target: Locator): Promise<Place & { width: number; height: number }> {
	for (let look = 0; look < LOOKS; look++) {
		const box = await scrolledTo(target);
		if (box) return box;
		await target.page().waitForTimeout(LOOK_MS);
	}
	throw new Error('What is to be pointed at is not to be seen.');
}

/** The position of an element. `null` if it is not visible, or if n8n redraws it while it is scrolled to. */
async function scrolledTo(target: Locator): ReturnType<Locator['boundingBox']> {
	try {
		await target.scrollIntoViewIfNeeded();
		return await target.boundingBox();
	} catch (thrown) {
		if (String(thrown).includes('not attached to the DOM')) return null;
		throw thrown;
	}
}
