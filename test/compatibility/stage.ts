import fs from 'node:fs';
import path from 'node:path';

import { reportingWorkflow, TRIGGER, type Run } from '../harness/lifecycleWorkflow';
import type { CredentialReference, Workflow } from '../harness/n8n/client';
import type { N8nHost } from '../harness/n8n/install';
import { openN8n, type OpenN8n } from '../harness/n8n/open';
import { freePort } from '../harness/ports';
import { createCredential } from '../harness/n8n/quest-bonus';
import { Witness } from '../harness/effectRecorder';
import type { Delivery } from '../../sandbox/base/deliveries';
import { startService, type Service } from '../../sandbox/service';
import type { Webhook } from '../../sandbox/resources/webhook/records';

export { TRIGGER };

/** A real n8n of some version with the packed package installed, a sandbox service, and a witness of what ran. */
export interface Stage extends OpenN8n {
	service: Service;
	witness: Witness<Run>;
	credential: CredentialReference;
	close(): Promise<void>;
}

/** @param folder an empty folder for everything that n8n writes; it is left to the caller */
export async function openStage(host: N8nHost, packageTarball: string, folder: string): Promise<Stage> {
	const service = await startService({ retryDelays: [500, 500, 500, 500, 500] });
	const witness = new Witness<Run>();
	await witness.start();
	const userFolder = path.join(folder, 'n8n');
	fs.mkdirSync(userFolder, { recursive: true });
	let opened: OpenN8n | undefined;
	const close = async () => {
		await opened?.n8n.stop();
		await service.stop();
		await witness.stop();
	};
	try {
		opened = await openN8n({ host, userFolder, port: await freePort(), packageTarball });
		const { baseUrl, appUrl, realmId, keys } = service;
		const access = { baseUrl, appUrl, realmId, apiKey: keys.admin };
		return { ...opened, service, witness, credential: await createCredential(opened.client, access), close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** Publishes a workflow that reports each event of this type, with its number, to the witness. */
export async function publishReporter(stage: Stage, event: string, options = {}): Promise<Workflow> {
	const workflow = await saveReporter(stage, event, options);
	await stage.client.publish(workflow);
	return workflow;
}

export async function saveReporter(
	{ client, witness, credential }: Stage,
	event: string,
	options = {},
): Promise<Workflow> {
	return await client.createWorkflow(
		reportingWorkflow(witness.url, { events: [event], credential, options }),
	);
}

let lastNumber = 0;

/** Makes an event happen, which goes to one workflow. */
export function emit({ service }: Stage, event: string): { number: number; delivery: Delivery } {
	lastNumber += 1;
	const [delivery, ...others] = service.control.emit(event, { number: lastNumber });
	if (!delivery || others.length > 0)
		throw new Error(
			`${others.length + (delivery ? 1 : 0)} deliveries of ${event} are sent, and it should be one.`,
		);
	return { number: lastNumber, delivery };
}

export function runsOf({ witness }: Stage, number: number): readonly Run[] {
	return witness.reportsOf(number);
}

/** The webhooks that the service holds for this n8n. */
export function hooksOf({ service, n8n }: Stage): Webhook[] {
	const hooks = service.state.realms.get(service.realmId)?.webhooks.values() ?? [];
	return [...hooks].filter(({ url }) => url.startsWith(n8n.url));
}
