/**
 * A textlint rule about sentences: at most `maximum` words, no semicolon, and none that starts with "Who" without being
 * a question. Code counts as one word.
 */
module.exports = ({ Syntax, RuleError, report, getSource }, { maximum = 25 } = {}) => {
	let split;
	const check = async (node) => {
		split ??= (await import('sentence-splitter')).split;
		const text = textOf(node).replace(/\s*\n[\s*/#]*/g, ' ');
		// The splitter takes a number at the end of a sentence for the number of an entry in a list.
		const parts = text.split(/(?<=\d[.!?]) (?=\p{Lu})/u);
		for (const { type, raw } of parts.flatMap((part) => split(part))) {
			if (type !== 'Sentence') continue;
			const words = raw.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
			const beginning = `"${words.slice(0, 6).join(' ')} …"`;
			if (words.length > maximum)
				report(node, new RuleError(`${words.length} words, and ${maximum} at most: ${beginning}`));
			if (/^Who\b[^?]*$/.test(raw.trim()))
				report(node, new RuleError(`"Who" as a subject. Write "People who": ${beginning}`));
			if (/;(?=\s)/.test(raw)) report(node, new RuleError(`A semicolon. Make two sentences: ${beginning}`));
		}
	};
	const textOf = (node) => {
		if (node.type === Syntax.Str) return getSource(node);
		if (node.type === Syntax.Break) return ' ';
		if (node.children) return node.children.map(textOf).join('');
		return ' code ';
	};
	return { [Syntax.Paragraph]: check, [Syntax.TableCell]: check };
};
