// Falls with scripts/lib/leanCode.ts.

import { asIn, withoutLooks, withOneExport, withTabs } from '../../scripts/lib/leanCode';

describe('withoutLooks', () => {
	it.each([
		[
			`operation({ displayName: 'Get', action: 'Get it', source: '4.1', effect })`,
			`operation({ displayName: 'Get', effect })`,
		],
		[
			`resource({ name: 'Quest', description: 'A challenge', operations })`,
			`resource({ name: 'Quest', operations })`,
		],
		[`[{ name: 'A', value: 'a', description: 'The first' }]`, `[{ name: 'A', value: 'a' }]`],
		[`flag('Label', { description: 'Whether' })`, `flag('Label', {})`],
		[`id(displayName, { hint, placeholder, schema })`, `id(displayName, { schema })`],
		[`({ displayName, ...options, description, })`, `({ displayName, ...options, })`],
	])('%s becomes %s', (code, lean) => expect(withoutLooks(code)).toBe(lean));

	it.each([
		`new InvalidParameter('Wrong', { description: 'What to do' })`,
		`problemOf({ message: 'Gone', description: 'Try again' })`,
		`({ method: 'POST', body: { name, description } })`,
		`record({ name: z.string(), description: z.string() })`,
		`identity({ value, source })`,
		`f(label, { description: 'Whether' })`,
	])('leaves %s', (code) => expect(withoutLooks(code)).toBe(code));

	it('goes into what stays', () => {
		const code = `operation({ displayName, fields: { a: flag('A', { description: 'B' }) }, action: 'C' })`;
		expect(withoutLooks(code)).toBe(`operation({ displayName, fields: { a: flag('A', {}) } })`);
	});

	it('keeps the looks that the code itself shows, and those that it computes', () => {
		const code = `text('Name', { description: 'Shown', placeholder: 'Not shown', hint })`;
		expect(withoutLooks(code, asIn(JSON.stringify(['Shown'])))).toBe(
			`text('Name', { description: 'Shown', hint })`,
		);
	});
});

it('indents with tabs, except in a text', () => {
	const text = '`\n    ${one}\n    `';
	expect(withTabs(`{\n    f(\n        ${text});\n}`)).toBe(`{\n\tf(\n\t\t${text});\n}`);
});

it('exports everything with one statement', () => {
	expect(withOneExport('f();\n\nexports.one = one;\nexports.two = two$1;\n')).toBe(
		'f();\n\nObject.assign(exports, {\n\tone,\n\ttwo: two$1,\n});\n',
	);
	expect(withOneExport('exports.One = One;\n')).toBe('exports.One = One;\n');
});
