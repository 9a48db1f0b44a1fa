import type { IExecuteFunctions } from 'n8n-workflow';

import { nodesOf } from '../../host/otherNodes';
import { isRecord } from '../../shared/json';
import type { OwnN8n, OwnTrigger } from './webhookChecks';

const TRIGGER = /\.rewardsEngagementTrigger$/;

/**
 * The address of this n8n instance, and the triggers of the workflow. In a manual execution n8n calls every workflow
 * unpublished (n8n, `workflow-execution.service.js`).
 */
export function ownN8n(context: IExecuteFunctions): OwnN8n {
	const nodes = nodesOf(context).filter(({ type, disabled }) => TRIGGER.test(type) && disabled !== true);
	// A manually registered trigger may have any address.
	const triggers = nodes.filter((node) => !isManual(node)).flatMap(toTrigger);
	return {
		base: baseOf(context),
		triggers: context.getWorkflow().active ? triggers : [],
		webhookIds: triggers.map(({ webhookId }) => webhookId),
	};
}

type AnyNode = ReturnType<typeof nodesOf>[number];

function isManual({ parameters }: AnyNode): boolean {
	const options: unknown = parameters?.options;
	return isRecord(options) && options.registration === 'manual';
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

/** n8n gives its address only as part of the address that resumes this execution: `<base>/<endpoint>/<execution>`. */
function baseOf(context: IExecuteFunctions): string | undefined {
	const address = context.evaluateExpression('{{ $execution.resumeUrl }}', 0);
	if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
	const { origin, pathname } = new URL(address);
	return origin + pathname.replace(/\/+$/, '').split('/').slice(0, -2).join('/');
}
