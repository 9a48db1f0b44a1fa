import fs from 'node:fs';
import path from 'node:path';

import { root } from '../../scripts/lib/project';
import { targetsIn } from './markdown';

/** Pages and headings that people may have linked to. A page can move on, but the link keeps its place. */
const targets = JSON.parse(
	fs.readFileSync(path.join(root, 'test/fixtures/linkTargets.json'), 'utf8'),
) as Record<string, string[]>;

it.each(Object.entries(targets))('old links to %s still lead somewhere', (page, anchors) => {
	const now = targetsIn(fs.readFileSync(path.join(root, page), 'utf8'));
	expect(anchors.length).toBeGreaterThan(0);
	expect(anchors.filter((anchor) => !now.includes(anchor))).toEqual([]);
});

it('a heading that is gone is noticed', () => {
	expect(targetsIn('## Repeat protection\n')).toEqual(['repeat-protection']);
	expect(targetsIn('<a id="events"></a>\n\n## React to an event\n')).toContain('events');
	expect(targetsIn('```md\n## Not a heading\n```\n')).toEqual([]);
});
