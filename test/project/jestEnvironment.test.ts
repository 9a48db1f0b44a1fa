import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { temporaryFolder } from '../../scripts/lib/folder';
import { program, root } from '../../scripts/lib/project';

const FILES = ['one', 'two', 'three'];

/** Prints how many listeners Jest calls at each event of this file's tests. */
const TELL = (file: string) => `
test('tells', () => {
	const listeners = globalThis[Symbol.for('EVENT_HANDLERS')];
	require('node:fs').writeFileSync(${JSON.stringify(file)}, String(listeners.length));
});
`;

const folder = temporaryFolder('jest-environment');
afterAll(() => folder.remove());

/** Runs the files one after another in one worker, and returns the listeners of each. */
function listenersIn(environment: string): number[] {
	const told = (name: string) => path.join(folder.path, `${name}.listeners`);
	for (const name of FILES) fs.writeFileSync(path.join(folder.path, `${name}.test.js`), TELL(told(name)));
	const config = { rootDir: folder.path, testEnvironment: environment, testMatch: ['**/*.test.js'] };
	const args = ['--runInBand', '--silent', '--config', JSON.stringify(config)];
	execFileSync(process.execPath, [program('jest', 'bin/jest.js'), ...args], { cwd: root, stdio: 'pipe' });
	return FILES.map((name) => Number(fs.readFileSync(told(name), 'utf8')));
}

it('each test file of a worker has only its own listeners', () => {
	const [ofJest = 0] = listenersIn(path.join(root, 'node_modules', 'jest-environment-node'));
	expect(ofJest).toBeGreaterThan(0);
	const ours = listenersIn(path.join(root, 'test', 'harness', 'jest', 'workerEnvironment.cjs'));
	expect(ours).toEqual([ofJest, ofJest, ofJest]);
});
