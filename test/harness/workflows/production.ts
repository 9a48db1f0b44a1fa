import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

import type { Webhook } from '../../../sandbox/resources/webhook/records';
import { openTestEnvironment, QUICK, type TestEnvironment } from '../environment';
import { EffectRecorder } from '../http/effectRecorder';
import { listen, type Listener } from '../http/receiver';
import { N8nClient, type CredentialReference, type Workflow } from '../n8n/client';
import { installHost } from '../n8n/install';
import { startN8n, type N8nInstance } from '../n8n/instance';
import { freePort } from '../process/ports';
import { waitFor } from '../process/wait';
import { reportingWorkflow, type Run } from './lifecycleWorkflow';

const RUN_TIMEOUT_MS = 120_000;

/** A proxy in front of an n8n, which has its URL as WEBHOOK_URL. */
interface Front extends Listener {
	/** Where the n8n listens. */
	n8nUrl: string;
}

async function startFront(): Promise<Front> {
	const listener = await listen((request, response) => {
		const { method, headers, url = '' } = request;
		const forwarded = http.request(own.n8nUrl + url, { method, headers, agent: false }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		forwarded.on('error', () => response.destroy());
		request.pipe(forwarded);
	});
	const own: Front = Object.assign(listener, { n8nUrl: '' });
	return own;
}

/** A copy of an n8n instance, which runs beside it. */
export interface Copy {
	n8n: N8nInstance;
	client: N8nClient;
}

/** An n8n behind a proxy. Copies of it can be started. */
export class Production {
	private number = 0;

	private constructor(
		readonly environment: TestEnvironment,
		readonly front: Front,
		readonly recorder: EffectRecorder<Run>,
		readonly credential: CredentialReference,
	) {}

	static async open(): Promise<Production> {
		const recorder = new EffectRecorder<Run>();
		await recorder.start();
		const front = await startFront();
		const environment = await openTestEnvironment({ ...QUICK, WEBHOOK_URL: front.url });
		front.n8nUrl = environment.n8n.url;
		const { client, service } = environment;
		const { baseUrl, realmId, keys } = service;
		const credential = await client.createCredential({
			name: 'Rewards and Engagement',
			type: 'rewardsEngagementApi',
			data: { baseUrl, realmId, apiKey: keys.admin },
		});
		return new Production(environment, front, recorder, credential);
	}

	/** Publishes a workflow that listens to an event. */
	async publish(event: string): Promise<Workflow> {
		const { client } = this.environment;
		const input = reportingWorkflow(this.recorder.url, { events: [event], credential: this.credential });
		const workflow = await client.createWorkflow(input);
		await client.publish(workflow);
		await client.waitForPublication(workflow.id);
		return workflow;
	}

	async close(): Promise<void> {
		await this.environment.close();
		await Promise.all([this.front.stop(), this.recorder.stop()]);
	}

	/** The webhooks that the service has. */
	hooks(): Webhook[] {
		const { state, realmId } = this.environment.service;
		return [...(state.realms.get(realmId)?.webhooks.values() ?? [])];
	}

	/** Causes an event, and waits until this many workflows have run for it. */
	async expectRuns(count: number, event: string): Promise<void> {
		const number = ++this.number;
		const { control } = this.environment.service;
		control.emit(event, { number });
		await control.settled();
		await waitFor('the workflows to run', RUN_TIMEOUT_MS, () =>
			this.recorder.reportsOf(number).length >= count ? true : undefined,
		);
		expect(this.recorder.reportsOf(number)).toHaveLength(count);
	}

	/** Starts another n8n with all stored data of this one, on a different port. */
	async startCopy(): Promise<Copy> {
		const { n8n: first, login } = this.environment;
		const { packageName, packageVersion } = first;
		const n8n = await startN8n({
			host: await installHost(),
			userFolder: this.backUp(),
			port: await freePort(),
			packageTarball: process.env.REWARDS_ENGAGEMENT_TARBALL ?? '',
			packageName,
			packageVersion,
			env: QUICK,
		});
		const client = new N8nClient(n8n.url);
		await client.login(login);
		return { n8n, client };
	}

	private backUp(): string {
		const { userFolder } = this.environment.n8n;
		const copy = path.join(path.dirname(userFolder), `backup-${Date.now()}`);
		fs.cpSync(path.join(userFolder, '.n8n'), path.join(copy, '.n8n'), { recursive: true });
		return copy;
	}
}
