import fs from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

const root = path.join(__dirname, '..', '..');
/** n8n's guidelines ask texts to say what happened in place of these. */
const VAGUE = /\b(errors?|problems?|failed|failures?|mistakes?)\b/i;
/** Files that hold what parameters are for, which may be failures: when a request is repeated, for one. */
const OF_PARAMETERS = ['/fields.ts', '/options.ts'];

/** The texts of a piece of TypeScript that are sentences or parts of one; `…` stands where an expression does. */
function sentencesIn(code: string): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node)) found.push(node.text);
		if (ts.isTemplateExpression(node))
			found.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('code.ts', code, ts.ScriptTarget.ES2022));
	return found.filter((text) => text.trim().split(/\s+/).length >= 3);
}

/** "On Error" is what n8n calls its setting. */
const vague = (code: string) =>
	sentencesIn(code).filter((text) => VAGUE.test(text.replaceAll('"On Error"', '')));

const files = ['nodes', 'credentials'].flatMap((folder) =>
	(fs.readdirSync(path.join(root, folder), { recursive: true }) as string[])
		.filter((file) => file.endsWith('.ts') && !OF_PARAMETERS.some((other) => file.endsWith(other)))
		.map((file) => path.join(root, folder, file)),
);

it('no text of a failure says "error", "problem", "failed" or "mistake" where it can say what happened', () => {
	expect(files.length).toBeGreaterThan(100);
	expect(files.flatMap((file) => vague(fs.readFileSync(file, 'utf8')))).toEqual([]);
});

it('one that did would be found', () => {
	expect(vague("refuse(`The export failed: ${'x'}`, 'To keep them, set \"On Error\" to continue')")).toEqual([
		'The export failed: …',
	]);
});
