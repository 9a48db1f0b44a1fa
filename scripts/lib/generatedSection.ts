import fs from 'node:fs';

/** The lines before and after the part of a document that a command writes. */
function marksOf(command: string): { begin: string; end: string } {
	return {
		begin: `<!-- what "${command}" writes begins here -->`,
		end: `<!-- what "${command}" writes ends here -->`,
	};
}

/** Content between the marks of a command. */
export function asGenerated(command: string, content: string): string {
	const { begin, end } = marksOf(command);
	return `${begin}\n\n${content}\n\n${end}`;
}

/** A Markdown text without the parts that commands write. */
export const withoutGenerated = (text: string): string =>
	text.replace(/<!-- what "[^"]*" writes begins here -->[\s\S]*?ends here -->/g, '');

/**
 * A Markdown text with new content between the marks of a command.
 *
 * @param command as a person types it
 * @throws Error when the text does not have these marks
 */
export function withGenerated(text: string, command: string, content: string): string {
	const { begin, end } = marksOf(command);
	const [before, rest] = splitAt(text, begin);
	const [, after] = splitAt(rest, end);
	return `${before}${asGenerated(command, content)}${after}`;
}

/**
 * The text between the marks of a command in a file.
 *
 * @throws Error when the file does not have these marks
 */
export function readGenerated(file: string, command: string): string {
	const { begin, end } = marksOf(command);
	const [, rest] = splitAt(fs.readFileSync(file, 'utf8'), begin);
	return splitAt(rest, end)[0].trim();
}

/** Writes the content between the marks of a command in a file. */
export function writeGenerated(file: string, command: string, content: string): void {
	fs.writeFileSync(file, withGenerated(fs.readFileSync(file, 'utf8'), command, content));
}

function splitAt(text: string, mark: string): [string, string] {
	const place = text.indexOf(mark);
	if (place < 0) throw new Error(`The text does not contain the line ${mark}`);
	return [text.slice(0, place), text.slice(place + mark.length)];
}
