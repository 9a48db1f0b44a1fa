import type { IExecuteFunctions } from 'n8n-workflow';

import { nodesOf } from '../../host/otherNodes';
import { isRecord } from '../../shared/json';
import type { OwnN8n, OwnTrigger } from './webhookChecks';

const TRIGGER = /\.rewardsEngagementTrigger$/;

/** The address of this n8n, and the triggers of the workflow where it is published. */
export function ownN8n(context: IExecuteFunctions): OwnN8n {
	const triggers = context.getWorkflow().active
		? nodesOf(context).filter(isRegistering).flatMap(toTrigger)
		: [];
	return { base: baseOf(context), triggers };
}

type AnyNode = ReturnType<typeof nodesOf>[number];

/** One that is registered by hand has an address of somebody else's choosing. */
function isRegistering({ type, disabled, parameters }: AnyNode): boolean {
	const options: unknown = parameters?.options;
	return TRIGGER.test(type) && disabled !== true && !(isRecord(options) && options.registration === 'manual');
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

/** n8n says it only as part of the address at which this execution could be resumed: `<base>/<endpoint>/<execution>`. */
function baseOf(context: IExecuteFunctions): string | undefined {
	const address = context.evaluateExpression('{{ $execution.resumeUrl }}', 0);
	if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
	const { origin, pathname } = new URL(address);
	return origin + pathname.replace(/\/+$/, '').split('/').slice(0, -2).join('/');
}
