import fs from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { root } from '../../scripts/lib/project';

/** No person can bring these about: they would tell of a slip of ours. */
const OF_OURS = ['This item waits for a request that nobody makes'];

/** The form of one field is told by the message itself, which names it: the page says so once. */
const OF_A_FIELD = /^("|must )/;

/** Names what is wrong with a filter, in words of the field. */
const TOO_SHORT = ['The filter "…" …'];

/** The messages of failures in a piece of TypeScript; `…` stands where an expression does. */
function messagesIn(code: string): string[] {
	const found: string[] = [];
	const take = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node)) found.push(node.text);
		if (ts.isTemplateExpression(node))
			found.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
		if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(take);
	};
	const visit = (node: ts.Node): void => {
		if (ts.isPropertyAssignment(node) && node.name.getText() === 'message') take(node.initializer);
		const [first] = ts.isNewExpression(node) ? (node.arguments ?? []) : [];
		if (first && ts.isNewExpression(node) && node.expression.getText() === 'InvalidParameter') take(first);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('code.ts', code, ts.ScriptTarget.ES2022, true));
	return found;
}

/** The longest part of a message that is always the same. */
function mainPart(message: string): string {
	const parts = message
		.split('…')
		.map((part) => part.trim().replace(/[:;]$/, '').replace(/^"|"$/g, '').trim());
	return parts.sort((one, other) => other.length - one.length)[0]!;
}

const page = fs.readFileSync(path.join(root, 'docs', 'troubleshooting.md'), 'utf8').replace(/\s+/g, ' ');
const missing = (messages: readonly string[]) =>
	messages.filter(
		(message) =>
			![...OF_OURS, ...TOO_SHORT].includes(message) &&
			!OF_A_FIELD.test(message) &&
			!page.includes(mainPart(message)),
	);

const messages = (fs.readdirSync(path.join(root, 'nodes'), { recursive: true }) as string[])
	.filter((file) => file.endsWith('.ts'))
	.flatMap((file) => messagesIn(fs.readFileSync(path.join(root, 'nodes', file), 'utf8')));

it('every cause that a failure can name is in docs/troubleshooting.md', () => {
	expect(messages.length).toBeGreaterThan(100);
	expect(missing(messages)).toEqual([]);
});

it('one that is not there would be found', () => {
	const code = "throw new InvalidParameter(isBad ? `The moon of ${name} is away` : 'Wait for it', 'Wait.')";
	expect(missing(messagesIn(code))).toEqual(['The moon of … is away', 'Wait for it']);
});

it('every message is short enough for the panel', () => {
	const long = messages.filter((message) => message.length > 160);
	expect(long).toEqual([]);
});
