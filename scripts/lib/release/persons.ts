import fs from 'node:fs';
import path from 'node:path';

import { root } from '../project';

/** The page that lists the steps of a release. */
const PAGE = 'docs/releasing.md';

/**
 * The steps that only a person with the accounts can do, in order. First those of "Set up once", then those of "A
 * release" after the rehearsal.
 *
 * @param wanted the argument of the release, which replaces that of the page
 */
export function personsSteps(wanted: string): string[] {
	const page = fs.readFileSync(path.join(root, PAGE), 'utf8').replaceAll('-- minor', `-- ${wanted}`);
	const release = itemsOf(page, 'A release');
	const rehearsal = release.findIndex((item) => item.includes('--rehearse'));
	if (rehearsal < 0) throw new Error(`"A release" in ${PAGE} does not name the rehearsal.`);
	return [...itemsOf(page, 'Set up once'), ...release.slice(rehearsal + 1)];
}

/** The items of the numbered list below a heading, each in one line and without Markdown. */
function itemsOf(page: string, heading: string): string[] {
	const [, section = ''] = page.split(`\n## ${heading}\n`);
	const [text = ''] = section.split('\n## ');
	const [, ...items] = text.split(/^\d+\. /m);
	if (items.length === 0) throw new Error(`"${heading}" in ${PAGE} has no numbered list.`);
	return items.map((item) => plain(item.split('\n\n')[0] ?? ''));
}

function plain(item: string): string {
	return item
		.replace(/\s+/g, ' ')
		.replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_whole, text: string, target: string) =>
			target.startsWith('http') ? `${text} (${target})` : text,
		)
		.replace(/\*+([^*]+)\*+/g, '$1')
		.replaceAll('`', '')
		.trim();
}
