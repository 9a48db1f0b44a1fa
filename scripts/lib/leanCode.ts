import ts from 'typescript';

/** What only the editor shows of a resource, an operation, a parameter or a choice. */
const LOOKS: ReadonlySet<string | undefined> = new Set([
	'action',
	'description',
	'hint',
	'idHint',
	'listHint',
	'listPlaceholder',
	'placeholder',
	'source',
]);

type Cut = [from: number, to: number];

/**
 * Leaves out what only the editor shows, because the computed description has it. The texts of errors and requests
 * stay. A test compares the packed operations with the source.
 *
 * @param code compiled code
 * @param stays whether the editor gets a look from this code. By default, it gets none.
 */
export function withoutLooks(code: string, stays: (look: ts.Node) => boolean = () => false): string {
	const cuts: Cut[] = [];
	visit(code, (node) => {
		if (!ts.isObjectLiteralExpression(node) || !isShown(node)) return;
		cuts.push(...cutsOf(node, (property) => LOOKS.has(nameOf(property)) && !stays(property)));
	});
	let lean = '';
	let end = 0;
	for (const [from, to] of cuts.sort(([one], [other]) => one - other)) {
		lean += code.slice(end, Math.max(end, from));
		end = Math.max(end, to);
	}
	return lean + code.slice(end);
}

/** Keeps the looks that contain one of these texts, and those that are not plain texts. */
export function asIn(texts: string): (look: ts.Node) => boolean {
	return (look) =>
		!ts.isPropertyAssignment(look) ||
		!ts.isStringLiteral(look.initializer) ||
		texts.includes(JSON.stringify(look.initializer.text));
}

/**
 * Whether an object is an operation or a parameter (it has a display name). Or a choice (a name and a value). Or a
 * resource (a name and operations). Or the object after the label of a parameter, as in `flag('Label', { … })`.
 */
function isShown(node: ts.ObjectLiteralExpression): boolean {
	const names = new Set(node.properties.map(nameOf));
	if (names.has('displayName')) return true;
	if (names.has('name') && (names.has('value') || names.has('operations'))) return true;
	const { parent } = node;
	if (!ts.isCallExpression(parent) || parent.arguments[1] !== node) return false;
	const label = parent.arguments[0]!;
	return ts.isStringLiteral(label) || label.getText() === 'displayName';
}

const nameOf = ({ name }: ts.ObjectLiteralElementLike) => name?.getText();

/** Where these properties are, with their commas. */
function cutsOf(
	{ properties, end }: ts.ObjectLiteralExpression,
	isCut: (property: ts.ObjectLiteralElementLike) => boolean,
): Cut[] {
	const last = properties.filter((property) => !isCut(property)).at(-1);
	if (!last) return [[properties.pos, end - 1]];
	const before = properties
		.slice(0, properties.indexOf(last))
		.flatMap((property, index): Cut[] =>
			isCut(property) ? [[property.pos, properties[index + 1]!.pos]] : [],
		);
	return [...before, [last.end, properties.at(-1)!.end]];
}

/** Indents with tabs. Texts of several lines stay as they are. */
export function withTabs(code: string): string {
	const texts: Cut[] = [];
	visit(code, (node) => {
		if (ts.isTemplateLiteralToken(node)) texts.push([node.getStart(), node.end]);
	});
	return code.replace(/^(?: {4})+/gm, (spaces, at: number) =>
		texts.some(([from, to]) => from < at && at < to) ? spaces : '\t'.repeat(spaces.length / 4),
	);
}

/** Exports everything with one statement. */
export function withOneExport(code: string): string {
	return code.replace(/(?:^exports\.\S+ = \S+;\n?){2,}/m, (lines) => {
		const names = lines.replace(/^exports\.(\S+) = (\S+);$/gm, (_line, name: string, value: string) =>
			name === value ? `\t${name},` : `\t${name}: ${value},`,
		);
		return `Object.assign(exports, {\n${names.trimEnd()}\n});\n`;
	});
}

function visit(code: string, handle: (node: ts.Node) => void): void {
	const each = (node: ts.Node): void => {
		handle(node);
		ts.forEachChild(node, each);
	};
	each(ts.createSourceFile('code.js', code, ts.ScriptTarget.ES2022, true));
}
