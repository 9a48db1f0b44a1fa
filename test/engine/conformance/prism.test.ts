import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import type { ApiRequest } from '../../../nodes/RewardsEngagement/api/request';
import { apiDocument } from '../../../sandbox/contract/apiDocument';
import { program } from '../../../scripts/lib/project';
import { useService } from '../sandbox';
import { namedOperations, requestsOf } from '../../fixtures/operations';
import { scenarios } from '../../fixtures/scenarios';

/** Prism is an independent program. It knows the API only from the printed document, and refuses everything else. */

const START_MS = 60_000;

const service = useService();

let folder: string;
let prism: ChildProcess;
let baseUrl: string;

beforeAll(async () => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-prism-'));
	const file = path.join(folder, 'api.json');
	fs.writeFileSync(file, JSON.stringify(await apiDocument()));
	const args = ['mock', '--host', '127.0.0.1', '--port', '0', '--errors', file];
	prism = spawn(process.execPath, [program('@stoplight/prism-cli', 'dist/index.js'), ...args]);
	let said = '';
	baseUrl = await new Promise((resolve, reject) => {
		const read = (chunk: Buffer) => {
			said += chunk.toString();
			const address = /Prism is listening on (http:[/\d.:]+)\s/.exec(said)?.[1];
			if (address !== undefined) resolve(address);
		};
		prism.stdout?.on('data', read);
		prism.stderr?.on('data', read);
		prism.once('exit', () => reject(new Error(`Prism did not start: ${said}`)));
	});
}, START_MS);

afterAll(async () => {
	const ended = new Promise((resolve) => prism.once('close', resolve));
	prism.kill();
	await ended;
	fs.rmSync(folder, { recursive: true, force: true });
});

/** Prism's response to a request of the node: the status, and the reason when it refuses. */
async function answerTo({ method, path: where, query = {}, body }: ApiRequest): Promise<string> {
	const url = new URL(where.text, baseUrl);
	for (const [name, value] of Object.entries(query)) {
		for (const one of [value].flat()) if (one !== undefined) url.searchParams.append(name, String(one));
	}
	const response = await fetch(url, {
		method,
		headers: {
			authorization: 'Bearer any',
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
		},
		body: body === undefined ? undefined : JSON.stringify(body),
		redirect: 'manual',
	});
	await response.arrayBuffer();
	return response.ok ? 'accepted' : `${response.status} ${response.headers.get('sl-violations')}`;
}

it.each(namedOperations)('Prism accepts the requests of %s', async (name, operation) => {
	const items = scenarios[name]!(service);
	const requests = requestsOf(operation, items, service.credential({ appUrl: service.appUrl }));
	const answers = await Promise.all(requests.map(answerTo));
	expect(answers).toEqual(items.map(() => 'accepted'));
});

it('Prism refuses a request that the document does not allow', async () => {
	const { realmId, ids } = service;
	const where = { text: `/api/v1/realms/${realmId}/members/${ids.members.ada}/transfer` };
	const body = { recipientId: ids.members.bruno, amount: 'all of it' };
	expect(await answerTo({ method: 'PATCH', path: where, body })).toMatch(/^422 .*amount/);
});
