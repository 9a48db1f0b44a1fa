import fs from 'node:fs';
import path from 'node:path';

import { openBrowser } from '../test/harness/browser/chromium';
import { command } from './lib/command';
import { createSteps, say } from './lib/progress';
import { root } from './lib/project';
import { Editor } from '../test/harness/browser/editor';
import { openScenery, scenes, type Scene } from '../test/screenshots/scenes';

const FOLDER = path.join(root, 'docs', 'images');

const HELP = `Takes the pictures of the documentation from the editor of a real n8n, in light and dark, into docs/images.

  npm run screenshots                      All pictures.
  npm run screenshots -- --only <name>     Only some: ${scenes.map(({ name }) => name).join(', ')}.
  npm run screenshots -- --into <folder>   Into this folder.`;

/** `npm run screenshots`. */
export const main = command({
	name: 'screenshots',
	help: HELP,
	options: { only: { type: 'string' }, into: { type: 'string' } },
	run: async ({ values }) => {
		const only = values.only?.split(',');
		const chosen = scenes.filter(({ name }) => !only || only.includes(name));
		const folder = values.into ? path.resolve(values.into) : FOLDER;
		fs.mkdirSync(folder, { recursive: true });

		const step = createSteps(2);
		step('Start a real n8n and run a workflow');
		const scenery = await openScenery();
		const browser = await openBrowser();
		try {
			step('Take the pictures');
			for (const theme of ['light', 'dark'] as const) {
				const editor = await Editor.open(browser, scenery.client, theme);
				const takeScene = async (show: Scene['show'], file: string) => {
					const picture = await show(editor, scenery).catch(async (error: unknown) => {
						await editor.take(file.replace(/\.png$/, '-failed.png'), undefined);
						throw error;
					});
					await editor.take(file, picture);
					say(`  ${path.relative(root, file)}`);
				};
				for (const { name, show } of chosen) {
					const file = path.join(folder, `${name}-${theme}.png`);
					await takeScene(show, file);
				}
				await editor.close();
			}
		} finally {
			await browser.close();
			await scenery.close();
		}
	},
});
