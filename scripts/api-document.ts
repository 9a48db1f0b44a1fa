import { parseArgs } from 'node:util';
import { stringify } from 'yaml';

import { apiDocument } from '../sandbox/contract/apiDocument';

const FORMATS: Record<string, (document: object) => string> = {
	json: (document) => `${JSON.stringify(document, null, '\t')}\n`,
	yaml: (document) => stringify(document, { aliasDuplicateObjects: false }),
};

const HELP = `Prints the document of the service's API in one piece, for any OpenAPI 3.1 tool.

Examples

  npm run --silent api-document > api.yaml
  npm run --silent api-document -- --format json > api.json

Options
  --format yaml|json   The format, by default yaml.
  --help               Prints this text.
`;

/** `npm run api-document`. */
export async function main(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: { format: { type: 'string', default: 'yaml' }, help: { type: 'boolean', short: 'h' } },
	});
	const print = FORMATS[values.format];
	if (!values.help && !print) throw new Error(`--format must be yaml or json, and is "${values.format}".`);
	process.stdout.write(values.help || !print ? HELP : print(await apiDocument()));
}
