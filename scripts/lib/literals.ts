import ts from 'typescript';

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
