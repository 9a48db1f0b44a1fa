import { Problem } from '../../errors';

/** What a file's server says about the file, and what the job says. */
export interface Claims {
	/** The MIME type in the response, in small letters. */
	type?: string;
	/** The format of the job, in small letters, such as csv. */
	format?: string;
	/** Whether the job gives the file's size, which a page in its place does not have. */
	hasSize: boolean;
}

/** So many bytes show what a file is. */
export const START_BYTES = 512;

/** The first words of web pages, and of the XML with which storages report errors. */
const PAGE_START = /^<(?:!doctype html|html|head|body|title|meta|script|!--)/i;
const ERROR_START = /^<(?:\?xml|error)/i;
const MARKUP = /^<[a-z?]/i;

/** Formats whose files may start as a page does. */
const PAGES = new Set(['html', 'htm', 'xhtml', 'xml', 'svg', 'md', 'xls']);
const WORDS = /^(?!true\b|false\b|null\b)[a-z]/i;

const PAGE_TYPES = new Set(['text/html', 'application/xhtml+xml']);
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;

/**
 * The problem of a page in place of a file. Some storages respond to an expired link with status 200 and a page that
 * says so.
 *
 * @param start the first bytes of the file
 * @returns `undefined` if a file of this format may start so
 */
export function pageInPlace(start: Buffer, { type = '', format = '', hasSize }: Claims): Problem | undefined {
	const text = start.toString().replace(/^[\uFEFF\s]+/, '');
	// A control character is in no message. It may be a compressed file.
	if (text === '' || /(?!\s)\p{Cc}/u.test(text) || PAGES.has(format)) return undefined;
	const isPage = PAGE_START.test(text) || (PAGE_TYPES.has(type) && MARKUP.test(text));
	if (!isPage && mayStart(text, { type, format, hasSize })) return undefined;
	return new Problem({
		message: `The link gave a ${isPage || PAGE_TYPES.has(type) ? 'web page' : 'message'} instead of the file`,
		advice:
			'Links expire. Run it again to get a new one, or start the export again in the dashboard of the service and use its new job ID.',
		outcome: 'notApplied',
	});
}

function mayStart(text: string, { type, format, hasSize }: Required<Claims>): boolean {
	if (format === 'json') return !MARKUP.test(text) && !WORDS.test(text);
	if (format !== 'csv') return true;
	// Some servers call every file a page, so a file of the right size is accepted.
	const isOther = PAGE_TYPES.has(type) && !hasSize;
	const isJson = text.startsWith('{') && (JSON_TYPE.test(type) || text.startsWith('{"'));
	return !isOther && !isJson && !ERROR_START.test(text);
}
