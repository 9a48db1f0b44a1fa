import fs from 'node:fs';
import path from 'node:path';

import { temporaryFolder } from '../../scripts/lib/folder';

interface Early {
	/** Loads another module at each call. */
	late: () => object;
}

const folder = temporaryFolder('isolated-modules');
const [early, late] = ['early.js', 'late.js'].map((name) => path.join(folder.path, name)) as [string, string];
beforeAll(() => {
	fs.writeFileSync(early, `exports.late = () => require('./late');`);
	fs.writeFileSync(late, 'exports.own = {};');
});
afterAll(() => folder.remove());

const load = <Module extends object>(file: string) => jest.requireActual<Module>(file);

function isolated(): Early {
	let module: Early | undefined;
	jest.isolateModules(() => void (module = load<Early>(early)));
	return module!;
}

it('what an isolated module loads later is isolated with it', () => {
	const [one, other] = [isolated(), isolated()];
	expect(one.late()).toBe(one.late());
	expect(new Set([one.late(), other.late(), load(late), load<Early>(early).late()]).size).toBe(3);
});

it('a module that an isolated one loads later does not isolate the modules of the test', () => {
	isolated().late();
	expect(load(late)).toBe(load<Early>(early).late());
	expect(isolated().late()).not.toBe(load(late));
});
