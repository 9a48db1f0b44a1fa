import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { openBrowser } from '../test/harness/browser/chromium';
import { Editor } from '../test/harness/browser/editor';
import { Presenter } from '../test/harness/browser/presenter';
import { Recorder } from '../test/harness/browser/recorder';
import { openTestEnvironment } from '../test/harness/environment';
import { openByName } from '../test/harness/registry/openByName';
import { storyboard } from '../test/screenshots/storyboard';
import { command } from './lib/command';
import { createSteps, say } from './lib/progress';

const HELP = `Records the storyboard of docs/releasing.md in the editor of a real n8n. The packed package is on an npm registry here. It plays all scenes in
one take and at the pace of a person. The result is video.mp4, or without ffmpeg a page that plays pictures.

  npm run video                      Records about four minutes into a new folder.
  npm run video -- --into <folder>   Records into this folder, and makes it.
  npm run video -- --dark            Records in n8n's dark theme.
  npm run video -- --quick           Records without pauses, to check that every scene works.

The exit code is not 0 when a scene fails. A picture of that moment is then beside the video.`;

/** `npm run video`. */
export const main = command({
	name: 'video',
	help: HELP,
	options: { into: { type: 'string' }, dark: { type: 'boolean' }, quick: { type: 'boolean' } },
	run: async ({ values }) => {
		const folder = values.into
			? path.resolve(values.into)
			: fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-recorded-'));
		fs.mkdirSync(folder, { recursive: true });

		const step = createSteps(storyboard.length + 2);
		step('Start a real n8n, an npm registry with the package, and the sandbox');
		const environment = await openTestEnvironment({}, openByName);
		const browser = await openBrowser();
		try {
			const editor = await Editor.open(browser, environment.client, values.dark ? 'dark' : 'light');
			const presenter = await Presenter.open(editor.page, values.quick ?? false);
			// The recording starts as soon as n8n is visible.
			await editor.page.goto(`${environment.n8n.url}/home/workflows`);
			const recorder = await Recorder.start(editor.page, folder);
			const stage = { ...environment, editor };
			let stopped: string | undefined;
			for (const { name, caption, play } of storyboard) {
				step(name);
				try {
					await presenter.say(caption);
					await play(presenter, stage);
				} catch (error) {
					await editor.take(path.join(folder, 'stopped.png'), undefined);
					say(error instanceof Error ? error.message : String(error));
					stopped = name;
					break;
				}
			}
			step('Save the recording');
			say(`  ${await recorder.stop()}`);
			if (stopped === undefined) return 0;
			say(
				`The scene "${stopped}" failed. For a picture of that moment see ${path.join(folder, 'stopped.png')}`,
			);
			return 1;
		} finally {
			await browser.close();
			await environment.close();
		}
	},
});
