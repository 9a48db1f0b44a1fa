import { parseArgs } from 'node:util';
import { startService, type Service } from './service';

const defaultPort = '4010';

function readPort(): number {
	const { values } = parseArgs({ options: { port: { type: 'string', default: defaultPort } } });
	const port = Number(values.port);
	if (!Number.isInteger(port) || port < 0 || port > 65_535) {
		throw new Error(`--port takes a number from 0 to 65535, not "${values.port}".`);
	}
	return port;
}

/** What a person needs to begin: addresses, a key, ids, and commands that make something happen. */
function introduction({ baseUrl, appUrl, realmId, keys, ids }: Service): string {
	const curl = (path: string, ...more: string[]) => ['curl -s', ...more, `'${baseUrl}${path}'`].join(' ');
	const key = `-H 'Authorization: Bearer ${keys.admin}'`;
	const post = (path: string, body: Record<string, unknown>) =>
		curl(path, "-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`);
	const { ada, bruno, bonusPool } = ids.members;
	const transfer = JSON.stringify({ recipientId: ada, amount: 25 });
	return `
Sandbox service is ready.

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
Pay Ada 25 from the bonus pool:
  ${curl(`/api/v1/realms/${realmId}/members/${bonusPool}/transfer`, '-X PATCH', key, "-H 'Content-Type: application/json'", `-d '${transfer}'`)}
Let Ada complete a quest:
  ${post(`/sandbox/quests/${ids.quests.firstSteps}/complete`, { memberId: ada })}
Let somebody join:
  ${post('/sandbox/members', { username: 'nora' })}
Make the next transfer fail after it happened:
  ${post('/sandbox/faults', { operation: 'member.transferBalance', kind: 'status', status: 502, when: 'after', times: 1 })}
Have the consent page send people back to a trigger of yours, at its production URL:
  ${post(`/sandbox/apps/${ids.app.clientId}`, { redirectUri: 'http://127.0.0.1:5678/webhook/…/consent', returnsState: true })}
See and do everything else in a browser:
  ${baseUrl}/sandbox
or in words:
  ${curl('/sandbox')}

Stop with Ctrl+C.
`;
}

async function main(): Promise<void> {
	const port = readPort();
	const service = await startService({
		port,
		rateLimit: { limit: 500, windowSeconds: 60 },
		onRequest: ({ method, path, status, fault }) =>
			console.log(`${method} ${path} ${status ?? 'no answer'}${fault ? ` (fault: ${fault})` : ''}`),
		onAttempt: ({ type, url, attempts }, { status, error }) =>
			console.log(`delivery ${type} to ${new URL(url).host}, attempt ${attempts.length}: ${status ?? error}`),
	}).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EADDRINUSE') throw error;
		throw new Error(`Port ${port} is taken. Stop what uses it, or choose another with --port.`);
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
