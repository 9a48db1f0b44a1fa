import fs from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { root } from './project';

/** The text of a string or template, with `…` for each expression. Undefined for every other node. */
export function literalText(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}

/** The texts of all strings and templates in a piece of TypeScript. */
export function literalsIn(code: string): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		const text = literalText(node);
		if (text !== undefined) found.push(text);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('code.ts', code, ts.ScriptTarget.ES2022));
	return found;
}

/** The variables of a file that have a value, by name. */
export function constantsIn(source: ts.SourceFile): Map<string, ts.Expression> {
	const found = new Map<string, ts.Expression>();
	const visit = (node: ts.Node): void => {
		if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
			found.set(node.name.text, node.initializer);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** Every TypeScript file of the shipped code, as a path. */
export const shippedFiles = (): string[] =>
	['nodes', 'credentials'].flatMap((folder) =>
		fs
			.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.sort()
			.map((file) => path.join(root, folder, file)),
	);
