import fs from 'node:fs';

import { OPEN_TIMEOUT_MS } from '../harness/environment';
import type { Workflow } from '../harness/n8n/client';
import { Production, type Copy } from '../harness/workflows/production';
import { withTrigger } from '../harness/workflows/lifecycleWorkflow';

const [SAME, CHANGED] = ['game.won', 'game.lost'];

let production: Production;
/** An n8n instance with the data of production. */
let staging: Copy;
const workflows = new Map<string, Workflow>();

beforeAll(async () => {
	production = await Production.open();
	for (const event of [SAME, CHANGED]) workflows.set(event, await production.publish(event));
	staging = await production.startCopy();
}, OPEN_TIMEOUT_MS);

afterAll(async () => {
	await staging?.n8n.stop();
	await production?.close();
});

const hooksOf = (event: string) => production.hooks().filter(({ events }) => events.includes(event));
const portsOf = (event: string) =>
	hooksOf(event)
		.map(({ url }) => portOf({ url }))
		.sort();
const portOf = ({ url }: { url: string }) => Number(new URL(url).port);
const both = () => [portOf(production.front), portOf(staging.n8n)].sort();

it('a staging n8n with the data of production registers a separate webhook, and never changes the webhook of production', async () => {
	const { id } = workflows.get(SAME)!;
	expect(portsOf(SAME)).toEqual([portOf(production.front)]);
	const { secret } = hooksOf(SAME)[0]!;
	await production.expectRuns(1, SAME);
	await staging.client.unpublish(id);
	expect(hooksOf(SAME)).toMatchObject([{ secret }]);
	await production.expectRuns(1, SAME);
	await staging.client.publish(await staging.client.getWorkflow(id));
	await staging.client.waitForPublication(id);
	expect(portsOf(SAME)).toEqual(both());
	const own = hooksOf(SAME).find(({ url }) => url.startsWith(staging.n8n.url));
	expect(own?.secret).toBe(secret);
	const log = fs.readFileSync(staging.n8n.logFile, 'utf8');
	expect(log.match(/kept a webhook of another address/g)).toHaveLength(1);
	expect(log).toContain(`for ${production.front.url}/`);
	await production.expectRuns(2, SAME);
	await staging.client.unpublish(id);
	expect(hooksOf(SAME)).toMatchObject([{ secret }]);
	await production.expectRuns(1, SAME);
});

it('a workflow that was imported and changed elsewhere registers a separate webhook', async () => {
	const { id } = workflows.get(CHANGED)!;
	const changed = withTrigger(await staging.client.getWorkflow(id), { name: 'Renamed' });
	await staging.client.publish(await staging.client.updateWorkflow(changed));
	await staging.client.waitForPublication(id);
	expect(portsOf(CHANGED)).toEqual(both());
	await production.expectRuns(2, CHANGED);
	await staging.client.unpublish(id);
	expect(portsOf(CHANGED)).toEqual([portOf(production.front)]);
});
