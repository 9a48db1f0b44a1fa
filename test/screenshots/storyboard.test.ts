import fs from 'node:fs';
import path from 'node:path';

import { root } from '../../scripts/lib/project';
import { storyboard } from './storyboard';

it('is the one of docs/releasing.md, scene by scene', () => {
	const page = fs.readFileSync(path.join(root, 'docs', 'releasing.md'), 'utf8');
	const section = /\n## The video\n([\s\S]*?)\n## /.exec(page)?.[1] ?? '';
	const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
	const told = rows.map((row) => {
		const [, name, caption] = row.split('|').map((cell) => cell.trim());
		return { name, caption };
	});
	expect(told).toEqual(storyboard.map(({ name, caption }) => ({ name, caption })));
});
