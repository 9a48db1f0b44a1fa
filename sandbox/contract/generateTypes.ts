import openapiTypescript, { astToString } from 'openapi-typescript';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

import { bundleDocument } from './document';

/** Where the types of the API document are kept. */
export const API_TYPES = path.join(__dirname, 'types.ts');

const HEADER =
	'// Made from sandbox/openapi/ by "npm run generate". Change the documents, not this file.\n\n';

/** The types of everything that the API document describes, as `API_TYPES` has to hold them. */
export async function apiTypes(): Promise<string> {
	const types = await openapiTypescript((await bundleDocument()) as never, { emptyObjectsUnknown: true });
	const options = await resolveConfig(API_TYPES);
	return await format(HEADER + astToString(types), { ...options, filepath: API_TYPES });
}
