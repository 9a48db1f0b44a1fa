import type { Pagination } from '../../../nodes/RewardsEngagement/api/request';
import type { RemoteOperation } from '../../../nodes/RewardsEngagement/declare/registry';
import type { Operation as Endpoint, Schema } from '../../../sandbox/contract/document';
import { nameOf } from '../../fixtures/operations';

const PLACES: ReadonlyArray<Pagination['place']> = ['page', 'after', 'cursor', 'from'];
const SIZES: ReadonlyArray<Pagination['size']> = ['limit', 'take'];

/** The signs of further pages in `meta`, in its three shapes. */
const OF_PAGES = ['totalPages', 'hasNextPage'];

/** The query parameters for pages, with their names in the document. */
export function pageParameters({ parameters }: Endpoint): string[] {
	const names: readonly string[] = [...PLACES, ...SIZES];
	return parameters.filter((one) => one.in === 'query' && names.includes(one.name)).map(({ name }) => name);
}

/**
 * Finds an operation whose endpoint returns its list in pages, but which does not declare how to ask for them. It
 * would return only the first page, or pages of a size that the service chooses.
 *
 * @returns the missing declaration, and its place
 */
export function undeclaredPaging(operation: RemoteOperation, endpoint: Endpoint): string[] {
	// An operation that uses the endpoint of another one asks only for what it needs.
	const { resource, name, pagination, givesAll, endpoint: borrowed } = operation;
	if (pagination || givesAll || borrowed !== undefined) return [];
	const asked = pageParameters(endpoint);
	const place = PLACES.find((word) => asked.includes(word));
	if (place === undefined && !answersPages(endpoint)) return [];
	const size = SIZES.find((word) => asked.includes(word));
	const example = `pagination: { place: ${quoted(place)}, size: ${quoted(size)} }`;
	return [
		`${nameOf(operation)} gives its list page by page: declare \`pagination\` in resources/${resource}/${name}.ts, ` +
			`as \`${example}\` beside \`response: listInData(…)\`. See "A list" in docs/add-a-resource.md.`,
	];
}

function answersPages({ responses }: Endpoint): boolean {
	const answer = responses['200']?.content?.['application/json']?.schema;
	const meta = propertiesOf(propertiesOf(answer).meta);
	return OF_PAGES.some((name) => name in meta);
}

function propertiesOf(schema: Schema | undefined): Record<string, Schema> {
	return (schema?.properties ?? {}) as Record<string, Schema>;
}

/** The word in quotes, or a gap to fill in when the document does not name it. */
function quoted(word = '…'): string {
	return `'${word}'`;
}
