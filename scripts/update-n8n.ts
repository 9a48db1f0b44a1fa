import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { command, UsageError } from './lib/command';
import { newestVersions, presentVersions, writeVersions, type Versions } from './lib/n8nVersion';
import { say } from './lib/progress';
import { root } from './lib/project';

const HELP = `npm run update-n8n [-- 2.41.0] [options]

Moves the tests, the demo and the compatibility table to the newest n8n whose packages all exist, or to a version that
you name. Asks the npm registry for the versions of n8n, of the packages that this n8n depends on, and of Node.js. Writes them into
package.json, test/n8n/package.json, their lock files and README.md. If that fails, no file changes. Then runs npm run
compatibility, which writes docs/compatibility.md.

Options
  --only-versions   Does not run npm run compatibility.
  --dry-run         Says what would change, and changes nothing.
`;

/** `npm run update-n8n`. */
export const main = command({
	name: 'update-n8n',
	help: HELP,
	options: { 'only-versions': { type: 'boolean' }, 'dry-run': { type: 'boolean' } },
	takesWords: true,
	run: async ({ values, words: [wanted, ...others], folder }) => {
		if (others.length > 0) throw new UsageError(`There is more than one version.\n\n${HELP}`);
		const present = presentVersions(root);
		const next = await newestVersions(root, present, wanted);
		if (isDeepStrictEqual(next, present)) {
			say(`Nothing to change: the tests already use ${inWords(present)}.`);
			return 0;
		}
		if (values['dry-run']) {
			say(`Would move from ${inWords(present)} to ${inWords(next)}. No file was changed.`);
			return 0;
		}
		await writeVersions(root, next, folder).catch((error: unknown) => {
			say('No file was changed.');
			throw error;
		});
		say(`Moved from ${inWords(present)} to ${inWords(next)}.`);
		if (values['only-versions']) {
			say('Now run npm run compatibility and npm test.');
			return 0;
		}
		const code = compatibility();
		say(
			code === 0
				? 'Now run npm test, and commit the change.'
				: 'The versions are written. Fix what failed, then run npm run compatibility and npm test.',
		);
		return code;
	},
});

function inWords({ n8n, node }: Versions): string {
	return `n8n ${n8n} with Node.js ${node}`;
}

/** In its own process, because it needs the packages of the new lock file. Returns the exit code. */
function compatibility(): number {
	const { status } = spawnSync(process.execPath, [path.join(root, 'scripts', 'run.mjs'), 'compatibility'], {
		stdio: 'inherit',
	});
	return status ?? 1;
}
