import { parseArgs } from 'node:util';
import { startService, type Service } from './service';

const defaultPort = '4010';

function readPort(): number {
	const { values } = parseArgs({ options: { port: { type: 'string', default: defaultPort } } });
	const port = Number(values.port);
	if (!Number.isInteger(port) || port < 0 || port > 65_535) {
		throw new Error(`--port must be a number from 0 to 65535, but is "${values.port}".`);
	}
	return port;
}

/** The information to start with: addresses, a key, ids, and commands that cause an event. */
function introduction({ baseUrl, appUrl, realmId, keys, ids }: Service): string {
	const curl = (path: string, ...more: string[]) => ['curl -s', ...more, `'${baseUrl}${path}'`].join(' ');
	const key = `-H 'Authorization: Bearer ${keys.admin}'`;
	const post = (path: string, body: Record<string, unknown>) =>
		curl(path, "-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`);
	const { ada, bruno, bonusPool } = ids.members;
	const transfer = JSON.stringify({ recipientId: ada, amount: 25 });
	return `
The sandbox is ready.

  Base URL   ${baseUrl}
  App URL    ${appUrl}
  Client ID  ${ids.app.clientId}
  API key    ${keys.admin}
  Realm ID   ${realmId}
  Members    ada ${ada}, bruno ${bruno}, bonus pool ${bonusPool}
  Quests     ${Object.entries(ids.quests)
		.map(([name, id]) => `${name} ${id}`)
		.join(', ')}

Read the realm:
  ${curl(`/api/v1/realms/${realmId}`, key)}
Transfer 25 points from the bonus pool to Ada:
  ${curl(`/api/v1/realms/${realmId}/members/${bonusPool}/transfer`, '-X PATCH', key, "-H 'Content-Type: application/json'", `-d '${transfer}'`)}
Complete a quest for Ada:
  ${post(`/sandbox/quests/${ids.quests.firstSteps}/complete`, { memberId: ada })}
Add a member:
  ${post('/sandbox/members', { username: 'nora' })}
Make the next transfer fail after it was applied:
  ${post('/sandbox/faults', { operation: 'member.transferBalance', kind: 'status', status: 502, when: 'after', times: 1 })}
Redirect people from the consent page to your Consent Trigger (enter its production URL):
  ${post(`/sandbox/apps/${ids.app.clientId}`, { redirectUri: 'http://127.0.0.1:5678/webhook/…/consent', returnsState: true })}
Open the console in a browser:
  ${baseUrl}/sandbox
Get the list of all control functions as JSON:
  ${curl('/sandbox')}

Press Ctrl+C to stop.
`;
}

async function main(): Promise<void> {
	const port = readPort();
	const service = await startService({
		port,
		rateLimit: { limit: 500, windowSeconds: 60 },
		onRequest: ({ method, path, status, fault }) =>
			console.log(`${method} ${path} ${status ?? 'no response'}${fault ? ` (fault: ${fault})` : ''}`),
		onAttempt: ({ type, url, attempts }, { status, error }) =>
			console.log(`delivery ${type} to ${new URL(url).host}, attempt ${attempts.length}: ${status ?? error}`),
	}).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EADDRINUSE') throw error;
		throw new Error(
			`Port ${port} is in use. Stop the program that uses it, or choose another port with --port.`,
		);
	});
	console.log(introduction(service));
	const stop = () => void service.stop();
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
