import fs from 'node:fs';
import path from 'node:path';

import { root } from '../../scripts/lib/project';

/** The folders of the sandbox from the top to the ground. A file imports only from below, or from its own folder. */
const FLOORS = [
	'sandbox',
	'sandbox/server',
	'sandbox/control',
	'sandbox/world',
	'sandbox/resources',
	'sandbox/faults',
	'sandbox/base',
	'sandbox/contract',
];

const files = fs
	.readdirSync(path.join(root, 'sandbox'), { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => path.posix.join('sandbox', file));

/** The file or the package that an import leads to. */
function targetOf(file: string, imported: string): string {
	if (!imported.startsWith('.')) return imported;
	const target = path.posix.join(path.posix.dirname(file), imported);
	return files.includes(`${target}.ts`) ? `${target}.ts` : `${target}/index.ts`;
}

const imports = new Map(
	files.map((file) => {
		const code = fs.readFileSync(path.join(root, file), 'utf8');
		const names = [...code.matchAll(/^(?:import|export|\}) (?:[^;]*? )?from '([^']+)';$/gms)];
		return [file, names.map(([, name]) => targetOf(file, name!))] as const;
	}),
);

/** A path from a place back to itself, if there is one. */
function circleOf(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
	const done = new Set<string>();
	const walk = (place: string, way: readonly string[]): string[] | undefined => {
		if (way.includes(place)) return [...way.slice(way.indexOf(place)), place];
		if (done.has(place)) return undefined;
		for (const next of graph.get(place) ?? []) {
			const circle = walk(next, [...way, place]);
			if (circle) return circle;
		}
		done.add(place);
		return undefined;
	};
	return [...graph.keys()].map((place) => walk(place, [])).find((circle) => circle !== undefined);
}

const folderOf = (file: string) => path.posix.dirname(file);
const floorOf = (file: string) =>
	FLOORS.indexOf(folderOf(file).split('/').slice(0, 2).join('/') || 'sandbox');

it('finds the files and what they import', () => {
	expect(files.length).toBeGreaterThan(50);
	expect([...imports.values()].flat().length).toBeGreaterThan(100);
	expect(files.filter((file) => floorOf(file) < 0)).toEqual([]);
});

it('imports nothing of the project from outside itself', () => {
	const outside = [...imports].flatMap(([file, targets]) =>
		targets
			.filter((target) => target.includes('/index.ts') || target.endsWith('.ts'))
			.map((target) => [file, target]),
	);
	expect(outside.filter(([, target]) => !files.includes(target!))).toEqual([]);
});

it('has no circle of files', () => expect(circleOf(imports)).toBeUndefined());

it('has no circle of folders, and every import goes down', () => {
	const folders = new Map<string, string[]>();
	const upwards: string[] = [];
	for (const [file, targets] of imports) {
		for (const target of targets.filter((one) => files.includes(one))) {
			if (floorOf(target) < floorOf(file)) upwards.push(`${file} -> ${target}`);
			if (folderOf(target) === folderOf(file)) continue;
			folders.set(folderOf(file), [...(folders.get(folderOf(file)) ?? []), folderOf(target)]);
		}
	}
	expect(upwards).toEqual([]);
	expect(circleOf(folders)).toBeUndefined();
});

it('the check finds a circle', () => {
	const graph = new Map([
		['a', ['b']],
		['b', ['c']],
		['c', ['b']],
	]);
	expect(circleOf(graph)).toEqual(['b', 'c', 'b']);
});
