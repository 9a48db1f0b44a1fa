import { randomBytes } from 'node:crypto';

import { N8nClient } from '../test/harness/n8n/client';
import { payoutProblems } from '../test/harness/workflows/examplePayout';
import { command } from './lib/command';
import { say } from './lib/progress';

const HELP = `npm run check:compose [-- options]

Pays the rows of an example in a fresh n8n that is running, twice, and looks at the ledger of the sandbox. Run it where
both are reached at the same address, as in the sandbox of compose.yaml:
  docker compose exec -T sandbox node scripts/run.mjs check-compose

  --n8n <address>       http://127.0.0.1:5678 unless told
  --sandbox <address>   http://127.0.0.1:4010 unless told
  --help                this text`;

/** `npm run check:compose`. */
export const main = command({
	name: 'check-compose',
	help: HELP,
	options: { n8n: { type: 'string' }, sandbox: { type: 'string' } },
	run: async ({ values }) => {
		const client = new N8nClient(values.n8n ?? 'http://127.0.0.1:5678');
		const password = `N8n-${randomBytes(9).toString('base64url')}-1`;
		await client.setUpOwner({ email: 'owner@rewards-engagement.example', password });
		const problems = await payoutProblems(client, values.sandbox ?? 'http://127.0.0.1:4010');
		for (const problem of problems) say(`✘ ${problem}`);
		if (problems.length === 0) say('✔ Each row was paid once, and the second run paid nothing.');
		return problems.length === 0 ? 0 : 1;
	},
});
