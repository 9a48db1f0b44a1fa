import fs from 'node:fs';
import path from 'node:path';

import { withoutGenerated } from '../../scripts/lib/generatedSection';
import { root } from '../../scripts/lib/project';

/** The pages stay short enough to be read. A page that is too long must drop something, or link to another page. */

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

/** As `wc -w` counts them. */
const wordsIn = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;

const pages = fs
	.readdirSync(path.join(root, 'docs'))
	.filter((file) => file.endsWith('.md'))
	.map((file) => `docs/${file}`);

it.each([
	['docs/trigger.md', 1_400],
	['docs/idempotency.md', 900],
	['docs/troubleshooting.md', 3_500],
])('%s has at most %i words, with its generated part', (page, most) => {
	expect(wordsIn(read(page))).toBeLessThanOrEqual(most);
});

it('README.md has at most 700 words beside its table of operations', () => {
	expect(wordsIn(withoutGenerated(read('README.md')))).toBeLessThanOrEqual(700);
});

it('no page has more than 1,800 words beside its generated part', () => {
	expect(pages.filter((page) => wordsIn(withoutGenerated(read(page))) > 1_800)).toEqual([]);
});

it('README.md and all pages of docs/ have at most 16,000 words beside their generated parts', () => {
	const words = ['README.md', ...pages].map((page) => wordsIn(withoutGenerated(read(page))));
	expect(words.length).toBeGreaterThan(15);
	expect(words.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(16_000);
});

it('a generated part does not count, and all else does', () => {
	const text =
		'one <!-- what "npm run x" writes begins here -->\n\ntwo\n\n<!-- what "npm run x" writes ends here --> four';
	expect([wordsIn(withoutGenerated(text)), wordsIn('| a | b |\n')]).toEqual([2, 5]);
});
