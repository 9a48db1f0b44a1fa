import { randomBytes } from 'node:crypto';

import { N8nClient } from '../test/harness/n8n/client';
import { payoutProblems } from '../test/harness/workflows/examplePayout';
import { command } from './lib/command';
import { say } from './lib/progress';

const HELP = `npm run check:compose [-- options]

Runs a payout example twice in a new n8n, and checks the ledger of the sandbox. The addresses must work both here and
in n8n, as they do in the sandbox of config/compose.yaml. Run it there:

  docker compose --file config/compose.yaml exec -T sandbox node scripts/run.mjs check-compose

Options
  --n8n <address>       Replaces http://127.0.0.1:5678 as the address of n8n.
  --sandbox <address>   Replaces http://127.0.0.1:4010 as the address of the sandbox.
  --help                Prints this text.`;

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
