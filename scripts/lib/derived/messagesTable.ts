import fs from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { literalText } from '../literals';
import { messagesIn } from '../messages';
import { root } from '../project';

/** Fewer words than these are no advice: the rest follows only when the node runs. */
const FEWEST_WORDS = 3;

/** The page says this once for all messages. */
const REST = / Nothing was [\w…]+\.$/;

interface Message {
	message: string;
	advice: string;
}

/** A message of several sentences ends with its own advice. Responses to the service have another table. */
const WITH_ADVICE = /[\w)]\. (?!Please deliver)[A-Z]/;

/** The table of docs/troubleshooting.md: each message whose advice the code states, with that advice. */
export function messagesTable(): string {
	const advice = new Map<string, Set<string>>();
	for (const code of shippedFiles().map((file) => fs.readFileSync(file, 'utf8'))) {
		for (const one of advisedMessagesIn(code))
			advice.set(one.message, (advice.get(one.message) ?? new Set()).add(one.advice));
		for (const message of messagesIn(code))
			if (WITH_ADVICE.test(message) && !advice.has(message))
				advice.set(message, new Set(['Follow the message.']));
	}
	const rows = [...advice]
		.sort(([one], [other]) => sortKey(one).localeCompare(sortKey(other), 'en'))
		.map(([message, texts]) => `| \`${message}\` | ${[...texts].join(' Or: ').replaceAll('|', '\\|')} |`);
	return ['| You see | Do this |', '|---|---|', ...rows].join('\n');
}

/** Messages that start with a part that varies stand where their first word does. */
const sortKey = (message: string) => message.replace(/^[^\p{L}]+/u, '').toLowerCase();

const shippedFiles = () =>
	['nodes', 'credentials'].flatMap((folder) =>
		fs
			.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.sort()
			.map((file) => path.join(root, folder, file)),
	);

/** The messages of a piece of TypeScript that come with advice. `…` stands for an expression. */
export function advisedMessagesIn(code: string): Message[] {
	const source = ts.createSourceFile('code.ts', code, ts.ScriptTarget.ES2022, true);
	const values = constantsIn(source);
	const found: Message[] = [];
	const take = (message: ts.Expression | undefined, advice: ts.Expression | undefined) => {
		for (const text of textsOf(message, values))
			for (const next of textsOf(advice, values)) found.push({ message: text, advice: next });
	};
	const visit = (node: ts.Node): void => {
		if (ts.isNewExpression(node) && node.expression.getText() === 'InvalidParameter')
			take(node.arguments?.[0], node.arguments?.[1]);
		if (ts.isObjectLiteralExpression(node)) take(memberOf(node, 'message'), memberOf(node, 'description'));
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found
		.map(({ message, advice }) => ({ message, advice: advice.replace(REST, '') }))
		.filter(({ message, advice }) => isSaid(message, 1) && isSaid(advice, FEWEST_WORDS));
}

const isSaid = (text: string, fewest: number) =>
	(fewest === 1 || !text.startsWith('…')) &&
	text.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length >= fewest;

function constantsIn(source: ts.SourceFile): Map<string, ts.Expression> {
	const found = new Map<string, ts.Expression>();
	const visit = (node: ts.Node): void => {
		if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
			found.set(node.name.text, node.initializer);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
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
	if (ts.isConditionalExpression(node))
		return [node.whenTrue, node.whenFalse].flatMap((branch) => textsOf(branch, values));
	if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
		const ends = textsOf(node.right, values);
		return textsOf(node.left, values).flatMap((text) => ends.map((end) => text + end));
	}
	const value = ts.isIdentifier(node) ? values.get(node.text) : undefined;
	return value && value !== node ? textsOf(value, values) : [];
}
