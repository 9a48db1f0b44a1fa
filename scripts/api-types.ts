import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { API_TYPES, apiTypes } from '../sandbox/contract/generateTypes';

/**
 * `npm run api-types`: writes the types of the API document, which the sandbox is written with. With `--check` it only
 * says whether they are old.
 */
export async function main(args: string[]): Promise<number> {
	const { values } = parseArgs({ args, options: { check: { type: 'boolean', default: false } } });
	const types = await apiTypes();
	const isOld = readFileSync(API_TYPES, 'utf8') !== types;
	if (!values.check) writeFileSync(API_TYPES, types);
	console.log(
		`${API_TYPES} ${!isOld ? 'is up to date' : values.check ? 'is old: run "npm run api-types"' : 'is written'}.`,
	);
	return values.check && isOld ? 1 : 0;
}
