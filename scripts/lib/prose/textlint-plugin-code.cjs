/**
 * A textlint plugin: the comments of TypeScript and JavaScript, and the texts that people read. Each paragraph of a
 * comment, and each text, is a separate paragraph. Inline code and the expressions of a template are code.
 */
const ts = require('typescript');
const yaml = require('yaml');

/** In these places a text is for people if it has as many words as a sentence. */
const WITH_TEXTS = /(^|\/)(nodes|credentials|sandbox|scripts|workflows)\//;
const A_SENTENCE = 4;
/** The keys of a YAML file whose values are for people. */
const DESCRIPTIONS = new Set(['about', 'description', 'label', 'summary']);
/** Pages, style sheets, headers of a content policy, expressions and calls. */
const NO_PROSE = /<\/\w|\{\s*\n|'(none|self|unsafe-inline)'|^\W*[={<]|^[\w$.]+\(/;
const TOOL_COMMENT = /^\s*(eslint|oxlint|prettier|@ts-|istanbul|\/ <reference)/;

class CodeProcessor {
	availableExtensions() {
		return ['.ts', '.cts', '.mts', '.js', '.cjs', '.mjs', '.json', '.yaml', '.yml'];
	}

	processor() {
		return {
			preProcess: (text, file = 'code.ts') => documentOf(text, file.replaceAll('\\', '/')),
			postProcess: (messages, filePath = 'code.ts') => ({ messages, filePath }),
		};
	}
}

function documentOf(text, file) {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const pieces = /\.ya?ml$/.test(file) ? piecesOfYaml(text) : piecesOfCode(source, text, file);
	const node = nodesOf(source, text);
	const children = pieces
		.sort((one, other) => one[0].range[0] - other[0].range[0])
		.map((parts) => {
			const [first, last] = [parts[0], parts.at(-1)];
			const inside = parts.map(({ type, range }) => node(type, range, { value: text.slice(...range) }));
			return node('Paragraph', [first.range[0], last.range[1]], { children: inside });
		});
	return node('Document', [0, text.length], { children });
}

/** The descriptions of a YAML file, and its comments, if they are alone in their line. */
function piecesOfYaml(text) {
	const found = [...text.matchAll(/(?:^[ \t]*#.*\n)+/gm)].map((match) => [
		match.index,
		match.index + match[0].length,
	]);
	yaml.visit(yaml.parseDocument(text), {
		Pair: (_, { key, value }) => {
			if (DESCRIPTIONS.has(String(key)) && value?.range) found.push(value.range.slice(0, 2));
		},
	});
	return found
		.flatMap((range) => paragraphsOf(text, range))
		.filter((parts) => !TOOL_COMMENT.test(text.slice(...parts[0].range)));
}

function piecesOfCode(source, text, file) {
	return [
		...commentsIn(source, text).flatMap((range) => paragraphsOf(text, range)),
		...(WITH_TEXTS.test(file) ? textsIn(source) : []),
	];
}

/** Makes nodes of textlint, with lines and columns. */
function nodesOf(source, text) {
	const at = (offset) => {
		const { line, character } = source.getLineAndCharacterOfPosition(offset);
		return { line: line + 1, column: character };
	};
	return (type, range, more) => ({
		type,
		range,
		loc: { start: at(range[0]), end: at(range[1]) },
		raw: text.slice(...range),
		...more,
	});
}

/** The comments of a file, without those that are for tools. Comments in lines one below the other are one. */
function commentsIn(source, text) {
	const found = new Map();
	const visit = (node) => {
		for (const range of [
			...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
			...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
		])
			found.set(range.pos, [range.pos + 2, range.end - (text.startsWith('/*', range.pos) ? 2 : 0)]);
		node.getChildren(source).forEach(visit);
	};
	visit(source);
	const ranges = [...found.values()]
		.filter(([from, to]) => !TOOL_COMMENT.test(text.slice(from, to)))
		.sort(([one], [other]) => one - other);
	return ranges.reduce((joined, [from, to]) => {
		const before = joined.at(-1);
		if (before && /^\s*\/\/$/.test(text.slice(before[1], from))) before[1] = to;
		else joined.push([from, to]);
		return joined;
	}, []);
}

/** The paragraphs of a comment: an empty line, an entry of a list, a row of a table and a tag begin one. */
function paragraphsOf(text, [from, to]) {
	const begin = /\n[\s*/#]*\n|\n[\s*/#]*(?=[-@|])/g;
	const comment = text.slice(from, to);
	const ends = [...comment.matchAll(begin)].map((match) => [match.index, match.index + match[0].length]);
	const starts = [0, ...ends.map(([, end]) => end)];
	const stops = [...ends.map(([start]) => start), comment.length];
	return starts
		.map((start, index) => partsOf(text, [from + start, from + stops[index]]))
		.filter((parts) => parts.length > 0);
}

/** Text and inline code in turns, without the marks of the comment at both ends. */
function partsOf(text, [from, to]) {
	const raw = text.slice(from, to);
	const start = from + /^[\s*/#>|'"-]*/.exec(raw)[0].length;
	const stop = from + raw.replace(/[\s*/#'"]*$/, '').length;
	if (start >= stop) return [];
	const parts = [];
	let last = start;
	for (const match of text
		.slice(start, stop)
		.matchAll(/`[^`]*`|\{@\w+[^}]*\}|https?:\S+?(?=[.,:)]*(?:\s|$))/g)) {
		const place = start + match.index;
		if (place > last) parts.push({ type: 'Str', range: [last, place] });
		last = place + match[0].length;
		parts.push({ type: 'Code', range: [place, last] });
	}
	if (last < stop) parts.push({ type: 'Str', range: [last, stop] });
	return parts;
}

/** The texts for people, a list of parts for each paragraph. */
function textsIn(source) {
	const found = [];
	const visit = (node) => {
		found.push(...textOf(node, source).flatMap(paragraphsIn(source)).filter(isSentence(source)));
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** A list with the parts of a text, or an empty one if the node is no text. */
function textOf(node, source) {
	const inside = (literal, after = 1) => ({
		type: 'Str',
		range: [literal.getStart(source) + 1, literal.getEnd() - after],
	});
	const isText = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);
	if (!isText && !ts.isTemplateExpression(node)) return [];
	const text = isText
		? node.text
		: [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join('code');
	if (NO_PROSE.test(text)) return [];
	if (isText) return [[inside(node)]];
	return [
		[
			inside(node.head, 2),
			...node.templateSpans.flatMap(({ expression, literal }) => [
				{ type: 'Code', range: [expression.getStart(source), expression.getEnd()] },
				inside(literal, literal.kind === ts.SyntaxKind.TemplateTail ? 1 : 2),
			]),
		],
	];
}

/** A new line that is written as `\n` starts a paragraph, and so do an empty line and an indented one. */
const paragraphsIn = (source) => (parts) => {
	const paragraphs = [[]];
	for (const part of parts) {
		if (part.type !== 'Str') {
			paragraphs.at(-1).push(part);
			continue;
		}
		const [start, to] = part.range;
		let from = start;
		for (const match of source.text.slice(from, to).matchAll(/(?:\\n)+|\n\s*\n|\n(?=[ \t])/g)) {
			paragraphs.at(-1).push({ type: 'Str', range: [from, start + match.index] });
			paragraphs.push([]);
			from = start + match.index + match[0].length;
		}
		paragraphs.at(-1).push({ type: 'Str', range: [from, to] });
	}
	return paragraphs.map((paragraph) => paragraph.filter(notEmpty));
};

const isSentence = (source) => (parts) => {
	const words = parts
		.filter(({ type }) => type === 'Str')
		.map(({ range }) => source.text.slice(...range))
		.join(' code ');
	return words.split(/\s+/).filter((word) => /^["'(*]?[A-Za-z]/.test(word)).length >= A_SENTENCE;
};

function notEmpty({ range: [from, to] }) {
	return to > from;
}

module.exports = { Processor: CodeProcessor };
