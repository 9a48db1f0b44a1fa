import type { IExecuteFunctions } from 'n8n-workflow';

import { nodesOf } from '../../host/otherNodes';
import { storedFor } from '../../host/staticData';
import { isRecord } from '../../shared/json';
import type { ManualTrigger, OwnN8n, OwnTrigger } from './webhookChecks';

const TRIGGER = /\.rewardsEngagementTrigger$/;

/** The address of this n8n instance, and the triggers of the workflow if it is published. */
export function ownN8n(context: IExecuteFunctions): OwnN8n {
	const nodes = context.getWorkflow().active ? nodesOf(context) : [];
	const triggers = nodes.filter(({ type, disabled }) => TRIGGER.test(type) && disabled !== true);
	return {
		base: baseOf(context),
		// A manually registered trigger may have any address.
		triggers: triggers
			.filter((node) => !isManual(node))
			.flatMap(toTrigger)
			.map((trigger) => ({ ...trigger, hasSecret: hasSecret(context, trigger.name) })),
		manual: triggers
			.filter(isManual)
			.flatMap((node) => toManualTrigger(node, credentialOf(context.getNode()))),
	};
}

type AnyNode = ReturnType<typeof nodesOf>[number];

function isManual({ parameters }: AnyNode): boolean {
	const options: unknown = parameters?.options;
	return isRecord(options) && options.registration === 'manual';
}

/** Empty if the realm is an expression, or if the trigger has another credential than this node. */
function toManualTrigger(node: AnyNode, credential: string | undefined): ManualTrigger[] {
	const { name, webhookId, parameters } = node;
	const realmId: unknown = parameters?.realmId ?? '';
	if (!webhookId || typeof realmId !== 'string' || realmId.startsWith('=')) return [];
	const isKnown = realmId.trim() !== '' || credentialOf(node) === credential;
	return isKnown ? [{ name, webhookId, realmId: realmId.trim() }] : [];
}

function credentialOf({ credentials }: Pick<AnyNode, 'credentials'>): string | undefined {
	return credentials?.rewardsEngagementApi?.id ?? undefined;
}

function toTrigger({ name, webhookId, parameters = {} }: AnyNode): OwnTrigger[] {
	if (!webhookId) return [];
	const { events = [], customEvents = '' } = parameters;
	if (!Array.isArray(events) || typeof customEvents !== 'string' || customEvents.startsWith('=')) {
		return [{ name, webhookId }];
	}
	const custom = customEvents.split(',').map((type) => type.trim());
	return [{ name, webhookId, events: [...events.map(String), ...custom].filter(Boolean) }];
}

/** n8n loads the stored data of the nodes when a trigger starts an execution, but not always otherwise. */
function hasSecret(context: IExecuteFunctions, name: string): boolean | undefined {
	const isLoaded = ['trigger', 'webhook'].includes(context.getMode());
	return isLoaded ? Boolean(storedFor(context, name)?.secret) : undefined;
}

/** n8n gives its address only as part of the address that resumes this execution: `<base>/<endpoint>/<execution>`. */
function baseOf(context: IExecuteFunctions): string | undefined {
	const address = context.evaluateExpression('{{ $execution.resumeUrl }}', 0);
	if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
	const { origin, pathname } = new URL(address);
	return origin + pathname.replace(/\/+$/, '').split('/').slice(0, -2).join('/');
}
