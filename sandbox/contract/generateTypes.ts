import openapiTypescript, { astToString } from 'openapi-typescript';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

import { bundleDocument } from './document';

/** The file with the types of the API document. */
export const API_TYPES = path.join(__dirname, 'types.ts');

const HEADER =
	'// Made from sandbox/openapi/ by "npm run generate". Change the documents, not this file.\n\n';

/** The expected content of `API_TYPES`: the types of the whole API document. */
export async function apiTypes(): Promise<string> {
	const types = await openapiTypescript((await bundleDocument()) as never, { emptyObjectsUnknown: true });
	const options = await resolveConfig(API_TYPES);
	return await format(HEADER + astToString(types), { ...options, filepath: API_TYPES });
}
