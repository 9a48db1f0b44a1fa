const BLOCK = /^```(\w*)\n([\s\S]*?)^```$/gm;

/** The blocks of code of a page in one of these languages. */
export function blocks(text: string, ...languages: string[]): string[] {
	return [...text.matchAll(BLOCK)]
		.filter(([, language]) => languages.includes(language!))
		.map(([, , code]) => code!);
}

/** A page without its blocks of code. */
export const prose = (text: string) => text.replace(BLOCK, '');

/** What a link to a page can name: its headings, as GitHub names them, and its anchors. */
export function targetsIn(text: string): string[] {
	const headings = [...prose(text).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
		title!
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replace(/\s/g, '-'),
	);
	return [...headings, ...[...prose(text).matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!)];
}
