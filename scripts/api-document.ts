import { parseArgs } from 'node:util';
import { stringify } from 'yaml';

import { apiDocument } from '../sandbox/contract/apiDocument';

const FORMATS: Record<string, (document: object) => string> = {
	json: (document) => `${JSON.stringify(document, null, '\t')}\n`,
	yaml: (document) => stringify(document, { aliasDuplicateObjects: false }),
};

const HELP = `Prints the document of the service's API in one piece, as any tool for OpenAPI 3.1 takes it:

  npm run --silent api-document > api.yaml
  npm run --silent api-document -- --format json > api.json

  --format yaml|json   default yaml
  --help
`;

/** `npm run api-document`. */
export async function main(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: { format: { type: 'string', default: 'yaml' }, help: { type: 'boolean', short: 'h' } },
	});
	const print = FORMATS[values.format];
	if (!values.help && !print) throw new Error(`--format takes yaml or json, not "${values.format}".`);
	process.stdout.write(values.help || !print ? HELP : print(await apiDocument()));
}
