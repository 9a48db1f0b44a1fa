import ts from 'typescript';

import { constantsIn, literalText } from './source';

export interface Message {
	message: string;
	/** The texts that can come with it. Empty if only the running node knows them. */
	advice: string[];
}

/** The messages of failures in a piece of TypeScript, with `…` in place of each expression. */
export function messagesIn(code: string): Message[] {
	const source = ts.createSourceFile('code.ts', code, ts.ScriptTarget.ES2022, true);
	const [values, makers] = [constantsIn(source), makersIn(source)];
	const found: Message[] = [];
	const take = (message: ts.Expression | undefined, next?: ts.Expression) => {
		const advice = textsOf(next, values);
		found.push(...textsOf(message, values).map((text) => ({ message: text, advice })));
	};
	const visit = (node: ts.Node): void => {
		if (ts.isObjectLiteralExpression(node)) take(memberOf(node, 'message'), memberOf(node, 'advice'));
		if (ts.isCallExpression(node) && node.expression.getText() === 'unsentProblem')
			take(node.arguments[0], node.arguments[1]);
		const made = ts.isCallExpression(node) ? makers.get(node.expression.getText()) : undefined;
		if (made !== undefined && ts.isCallExpression(node)) take(node.arguments[made]);
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

function memberOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
	const member = object.properties.find((property) => property.name?.getText() === name);
	if (member && ts.isPropertyAssignment(member)) return member.initializer;
	return member && ts.isShorthandPropertyAssignment(member) ? member.name : undefined;
}

/** The texts that an expression can give. None if it gives one that only the running node knows. */
function textsOf(node: ts.Expression | undefined, values: Map<string, ts.Expression>): string[] {
	if (!node) return [];
	const text = literalText(node);
	if (text !== undefined) return [text.replace(/…+/g, '…')];
	if (ts.isParenthesizedExpression(node)) return textsOf(node.expression, values);
	if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return textsOf(node.body, values);
	if (ts.isConditionalExpression(node))
		return [node.whenTrue, node.whenFalse].flatMap((branch) => textsOf(branch, values));
	if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
		const ends = textsOf(node.right, values);
		return textsOf(node.left, values).flatMap((text) => ends.map((end) => text + end));
	}
	const value = ts.isIdentifier(node) ? values.get(node.text) : undefined;
	return value && value !== node ? textsOf(value, values) : [];
}
