import fs from 'node:fs';
import path from 'node:path';

import { build, type Plugin } from 'esbuild';

import type { Delivery } from '../../sandbox/base/deliveries';
import type { Webhook } from '../../sandbox/resources/webhook/records';
import type { Service } from '../../sandbox/service';
import { openEnvironment } from '../harness/environment';
import type { EffectRecorder } from '../harness/http/effectRecorder';
import type { CredentialReference, Workflow } from '../harness/n8n/client';
import type { N8nHost } from '../harness/n8n/install';
import { packageIdentity, type OpenN8n } from '../harness/n8n/open';
import { reportingWorkflow, TRIGGER, type Run } from '../harness/workflows/lifecycleWorkflow';
import { createCredential } from '../harness/workflows/questBonus';

const FIXTURES = path.join(__dirname, '..', 'fixtures', 'host');
const HOST = path.join(__dirname, '..', '..', 'nodes', 'RewardsEngagement', 'host');

/**
 * Writes the nodes that check the assumptions into a folder of custom nodes. They use the files of the package
 * installed in n8n, not those of the project.
 *
 * @returns the settings that make n8n load them
 */
export async function writeHostProbe(folder: string): Promise<Record<string, string>> {
	await build({
		entryPoints: [path.join(FIXTURES, 'HostProbe.node.ts')],
		outfile: path.join(folder, 'HostProbe.node.js'),
		bundle: true,
		platform: 'node',
		format: 'cjs',
		external: ['n8n-workflow'],
		plugins: [ofInstalledPackage],
		logLevel: 'silent',
	});
	// n8n loads one node per file, and the two share their results.
	fs.writeFileSync(
		path.join(folder, 'HostProbePoll.node.js'),
		"exports.HostProbePoll = require('./HostProbe.node.js').HostProbePoll;\n",
	);
	return { N8N_CUSTOM_EXTENSIONS: folder };
}

/** Replaces each file of host/ with the compiled file of the installed package. */
const ofInstalledPackage: Plugin = {
	name: 'of-installed-package',
	setup(bundler) {
		bundler.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
			if (path.dirname(file) !== HOST) return undefined;
			const compiled = `dist/nodes/RewardsEngagement/host/${path.basename(file, '.ts')}.js`;
			const { packageName } = packageIdentity();
			const installed = `/.n8n/nodes/node_modules/${packageName}/${compiled}`;
			return { contents: `module.exports = require(process.env.N8N_USER_FOLDER + '${installed}');` };
		});
	},
};

export { TRIGGER };

/** A real n8n of some version with the packed package installed, a sandbox service, and a recorder of executions. */
export interface Environment extends OpenN8n {
	service: Service;
	recorder: EffectRecorder<Run>;
	credential: CredentialReference;
}

/** @param folder an empty folder for everything that n8n writes. The caller removes it. */
export async function openCompatibility(
	host: N8nHost,
	packageTarball: string,
	folder: string,
): Promise<Environment> {
	const retryDelays = Array<number>(5).fill(500);
	const env = await writeHostProbe(path.join(folder, 'probe'));
	const { opened, ...others } = await openEnvironment<Run>({
		host,
		packageTarball,
		folder,
		retryDelays,
		env,
	});
	const { baseUrl, appUrl, realmId, keys } = others.service;
	const access = { baseUrl, appUrl, realmId, apiKey: keys.admin };
	return { ...opened, ...others, credential: await createCredential(opened.client, access) };
}

/** Publishes a workflow that reports each event of this type, with its number, to the recorder. */
export async function publishReporter(
	environment: Environment,
	event: string,
	options = {},
): Promise<Workflow> {
	const workflow = await saveReporter(environment, event, options);
	await environment.client.publish(workflow);
	return workflow;
}

export async function saveReporter(
	{ client, recorder, credential }: Environment,
	event: string,
	options = {},
): Promise<Workflow> {
	return await client.createWorkflow(
		reportingWorkflow(recorder.url, { events: [event], credential, options }),
	);
}

let lastNumber = 0;

/** Makes the service emit an event, which goes to one workflow. */
export function emit({ service }: Environment, event: string): { number: number; delivery: Delivery } {
	lastNumber += 1;
	const [delivery, ...others] = service.control.emit(event, { number: lastNumber });
	if (!delivery || others.length > 0)
		throw new Error(
			`${others.length + (delivery ? 1 : 0)} deliveries of ${event} are sent, and it should be one.`,
		);
	return { number: lastNumber, delivery };
}

export function runsOf({ recorder }: Environment, number: number): readonly Run[] {
	return recorder.reportsOf(number);
}

/** The service's webhooks for this n8n. */
export function hooksOf({ service, n8n }: Environment): Webhook[] {
	const hooks = service.state.realms.get(service.realmId)?.webhooks.values() ?? [];
	return [...hooks].filter(({ url }) => url.startsWith(n8n.url));
}
