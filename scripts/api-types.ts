import { writeFileSync } from 'node:fs';

import { API_TYPES, apiTypes } from './lib/apiTypes';

/** `npm run api-types`: writes the types of the API document, which the sandbox is written with. */
export async function main(): Promise<void> {
	writeFileSync(API_TYPES, await apiTypes());
	console.log(`Wrote ${API_TYPES}.`);
}
