import ts from 'typescript';

import { literalText } from './literals';

/** The messages of failures in a piece of TypeScript, with `…` in place of each expression. */
export function messagesIn(code: string): string[] {
	const found: string[] = [];
	const take = (node: ts.Node): void => {
		const text = literalText(node);
		if (text !== undefined) found.push(text);
		if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(take);
	};
	const source = ts.createSourceFile('code.ts', code, ts.ScriptTarget.ES2022, true);
	const makers = makersIn(source);
	const visit = (node: ts.Node): void => {
		if (ts.isPropertyAssignment(node) && node.name.getText() === 'message') take(node.initializer);
		const [first] = ts.isNewExpression(node) ? (node.arguments ?? []) : [];
		if (first && ts.isNewExpression(node) && node.expression.getText() === 'InvalidParameter') take(first);
		const made = ts.isCallExpression(node) ? makers.get(node.expression.getText()) : undefined;
		if (made !== undefined && ts.isCallExpression(node) && node.arguments[made]) take(node.arguments[made]);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** The functions of a file that take a message, with the position of that argument. */
function makersIn(source: ts.SourceFile): Map<string, number> {
	const declared = source.statements.filter(ts.isFunctionDeclaration);
	return new Map(
		declared.flatMap(({ name, parameters }) => {
			const place = parameters.findIndex((parameter) => parameter.name.getText() === 'message');
			return name && place >= 0 ? [[name.text, place] as const] : [];
		}),
	);
}
