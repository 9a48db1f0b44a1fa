import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { isPortFree } from '../test/harness/process/ports';
import { UsageError } from './lib/command';
import { Cleanup, readOptions, StepFailure, type DemoOptions } from '../test/demo/command';
import { runDemo, type Environment } from '../test/demo/run';
import { keepForCi } from './lib/failures';
import { bold, red, say } from './lib/progress';
import { killAll } from './lib/process';
import { onSignals } from './lib/signals';

const INTERRUPTED = 130;

const HELP = `Shows the package at work. A member completes a quest in a sandbox of the service, and a workflow
in a real n8n pays them a bonus.

  npm run demo             Runs the story, then leaves n8n open for you to look around.
  npm run demo -- --once   Runs the story and ends. The exit code is 0 only if the money arrived exactly once.

Options
  --n8n-port <port>       The port of n8n on 127.0.0.1, by default DEMO_N8N_PORT or 5678.
  --service-port <port>   The port of the sandbox on 127.0.0.1, by default DEMO_SERVICE_PORT or 5700.
  --once                  The same as DEMO_ONCE=1.
  --help                  Prints this text.

The installed n8n (about 3 GB) stays in your cache folder, or in REWARDS_ENGAGEMENT_CACHE. The command removes
everything else at the end.`;

/** `npm run demo`. Returns the exit code. */
export async function main(args: string[]): Promise<number> {
	const options = readOptions(args);
	if (!options) {
		say(HELP);
		return 0;
	}
	await requireFreePorts(options);

	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-demo-'));
	const cleanup = new Cleanup();
	const interrupted = new Promise<'interrupted'>((resolve) => onSignals(() => resolve('interrupted')));
	const outcome = await Promise.race([perform(options, folder, cleanup), interrupted]);
	if (outcome === 'interrupted') say('\nStopping everything …');
	await cleanup.run();
	// The cleanup does not know a program that is still starting.
	killAll();
	if (outcome === 'failed') tellWhereToLook(folder);
	else removeFolder(folder);

	if (outcome === 'done') return 0;
	if (outcome === 'failed') return 1;
	// A step may still be under way, so this forces the exit. npm and n8n end with this process.
	return process.exit(staying ? 0 : INTERRUPTED);
}

/** A program may write one last time while it stops, so this retries. */
function removeFolder(folder: string): void {
	try {
		fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	} catch {
		say(`Could not remove ${folder}. It contains only files of this demo, so you can delete it.`);
	}
}

/** True after the story, while n8n stays open. From then on Ctrl-C is the normal way to end. */
let staying = false;

async function requireFreePorts({ n8nPort, servicePort }: DemoOptions): Promise<void> {
	const wanted = [
		{ port: n8nPort, flag: '--n8n-port', what: 'n8n' },
		{ port: servicePort, flag: '--service-port', what: 'the sandbox service' },
	];
	if (n8nPort === servicePort) throw new UsageError('n8n and the sandbox service need two different ports.');
	for (const { port, flag, what } of wanted) {
		if (await isPortFree(port)) continue;
		throw new UsageError(
			`Another program uses port ${port}, which ${what} needs. ` +
				`Stop that program, or choose another port: npm run demo -- ${flag} ${port + 1}`,
		);
	}
}

async function perform(options: DemoOptions, folder: string, cleanup: Cleanup): Promise<'done' | 'failed'> {
	try {
		const environment = await runDemo(options, folder, cleanup, { onAttempt: tellLater });
		if (options.once) return 'done';
		staying = true;
		tellHowToGoOn(environment);
		return await new Promise<never>(() => undefined);
	} catch (error) {
		tellFailure(error);
		return 'failed';
	}
}

/** Prints the deliveries that the user causes after the story. The story prints its own. */
function tellLater(
	{ type }: { type: string },
	{ status, error }: { status: number | null; error: string | null },
): void {
	if (staying) say(`  ${type} delivered to n8n: ${status ?? error}`);
}

function tellHowToGoOn({ n8n, login, service, workflow, questId, memberId }: Environment): void {
	const url = `${service.baseUrl}/sandbox/quests/${questId}/complete`;
	const curl = `curl -s -H 'Content-Type: application/json' -d '{"memberId":"${memberId}"}' ${url}`;
	say(`
${bold('n8n stays open, and everything is set up')}

  Workflow   ${n8n.url}/workflow/${workflow.id}
  Email      ${login.email}
  Password   ${login.password}

What to try next:
  1. Open ${service.baseUrl}/sandbox in a browser. There you can complete a quest, repeat its delivery and switch
     faults on. Then look at the executions of the workflow in n8n. You can also complete the quest with
     ${curl}
  2. In n8n make a workflow with the node "Rewards and Engagement": Member, Award or Deduct. The credential exists.
  3. Import another example from workflows/. The page docs/workflows.md says what to fill in.

Stop with Ctrl-C. That ends everything that was started here, and removes its data.
`);
}

function tellFailure(error: unknown): void {
	const step = error instanceof StepFailure ? error.step : 'The demo failed';
	say(`\n${red('✘')} ${bold(step)}\n`);
	say(error instanceof Error ? error.message : String(error));
	keepForCi([{ what: `The demo: ${step}`, again: 'npm run demo -- --once' }]);
}

function tellWhereToLook(folder: string): void {
	const files = [
		{ name: 'n8n.log', what: "n8n's log" },
		{ name: 'service.json', what: 'the requests, deliveries and ledger of the service' },
	].filter(({ name }) => fs.existsSync(path.join(folder, name)));
	if (files.length === 0) return;
	say('\nThese files help to find the cause:');
	for (const { name, what } of files) say(`  ${path.join(folder, name)}  (${what})`);
}
