import type { IExecuteFunctions } from 'n8n-workflow';

import { holdsExpression } from '../../fields/value';
import { nodesOf } from '../../host/otherNodes';
import { ownAddress } from '../../host/ownAddress';
import { isRecord } from '../../shared/json';
import { canReach, NOT_REACHABLE_ADVICE } from '../../shared/reachable';
import { events as eventTypes } from '../event/fields';
import { isSameAddress, placeIn } from '../webhook/address';
import type { RemoteHook } from '../webhook/remoteHooks';
import { bad, type Finding, good, unchecked, unused } from './finding';

type OwnWebhooks = ReturnType<typeof ownWebhooks>;

/** The webhooks that call this n8n instance, and those of triggers in the workflow that call another address. */
export function ownWebhooks(context: IExecuteFunctions, hooks: readonly RemoteHook[]) {
	const base = ownAddress(context);
	const home = placeIn(base);
	const triggers = nodesOf(context).flatMap(({ name, type, disabled, webhookId, parameters = {} }) => {
		const { options = {}, events = [] }: Record<string, unknown> = parameters;
		const { registration, customEvents = [] }: Record<string, unknown> = isRecord(options) ? options : {};
		// A trigger that is registered by hand may have any address.
		const isManual = registration === 'manual';
		if (!type.endsWith('.rewardsEngagementTrigger') || disabled || isManual || !webhookId) return [];
		const lists = holdsExpression([events, customEvents]) ? [] : [events, customEvents];
		const wanted = lists.flatMap((list) => eventTypes.schema.safeParse(list).data ?? []);
		const own = hooks.filter(({ url }) => url.toLowerCase().includes(webhookId.toLowerCase()));
		return [{ name, wanted, own }];
	});
	const isOfTrigger = (hook: RemoteHook) => triggers.some(({ own }) => own.includes(hook));
	// Not known if the service masks the address.
	const isHere = ({ url }: RemoteHook) => home && placeIn(url)?.startsWith(`${home}/`);
	return {
		base,
		ours: hooks.filter((hook) => isHere(hook) ?? isOfTrigger(hook)),
		former: hooks.filter((hook) => isHere(hook) === false && isOfTrigger(hook)),
		hidden: hooks.filter((hook) => isHere(hook) === undefined && !isOfTrigger(hook)),
		// In a manual execution n8n calls every workflow unpublished (n8n, `workflow-execution.service.js`).
		published: context.getWorkflow().active ? triggers : [],
	};
}

const NOT_CALLED = unused('No webhook of the realm calls this n8n instance');
const PUBLISH_AGAIN = 'unpublish the workflow and publish it again.';

function listed(hooks: readonly RemoteHook[]): string {
	return hooks.map(({ id, url }) => `${id} (${url})`).join(', ');
}

const NONE_CALLS_ADVICE =
	'If a workflow with the trigger is published here, publish it again. To be warned in the future, set "Expected Webhooks".';

/**
 * Whether the triggers of this workflow have a webhook. The node cannot see the triggers of other workflows, so the
 * user says how many webhooks there must be.
 */
export function registeredCheck({ ours, hidden, published }: OwnWebhooks, expected: number): Finding {
	const missing = published.filter(({ own }) => !own.some((hook) => ours.includes(hook)));
	if (missing.length > 0) {
		const names = missing.map(({ name }) => `"${name}"`).join(', ');
		return bad(`No webhook is registered for ${names}`, `To register one, ${PUBLISH_AGAIN}`);
	}
	if (ours.length < expected) {
		if (ours.length + hidden.length >= expected)
			return unchecked('the service does not show the address of each webhook');
		return bad(
			`Of ${expected} expected webhooks, ${ours.length} call this n8n instance`,
			'Publish the workflows with the trigger again, or correct "Expected Webhooks".',
		);
	}
	if (ours.length === 0) return { ...NOT_CALLED, advice: NONE_CALLS_ADVICE };
	return good(`Registered: ${listed(ours)}`);
}

export function activeCheck({ ours }: OwnWebhooks): Finding {
	const inactive = ours.filter(({ active }) => !active);
	if (inactive.length > 0)
		return bad(`Inactive: ${listed(inactive)}`, `Activate it with Webhook → Update, or ${PUBLISH_AGAIN}`);
	return ours.length > 0 ? good('All webhooks of this n8n instance are active') : NOT_CALLED;
}

export function eventsCheck({ ours, published }: OwnWebhooks): Finding {
	const twins = ours.filter((hook) =>
		ours.some((other) => other !== hook && isSameAddress(other.url, hook.url)),
	);
	if (twins.length > 0) {
		return bad(
			`Several webhooks call the same address, so each event arrives several times: ${listed(twins)}`,
			`Delete all but one with Webhook → Delete, or ${PUBLISH_AGAIN}`,
		);
	}
	const lacking = published.flatMap(({ name, wanted, own }) => {
		const events = own.find((hook) => ours.includes(hook))?.events;
		const missing = wanted.filter((type) => events && !events.includes(type));
		return missing.length > 0 ? `"${name}" needs ${missing.join(', ')}` : [];
	});
	if (lacking.length > 0)
		return bad(`Not all events are delivered: ${lacking.join('. ')}`, `To set them, ${PUBLISH_AGAIN}`);
	const idle = ours.filter(({ events }) => events?.length === 0);
	if (idle.length > 0)
		return bad(`No event is delivered: ${listed(idle)}`, 'Set its events with Webhook → Update.');
	return ours.length > 0 ? good('The webhooks deliver what the triggers want') : NOT_CALLED;
}

export function webhookAddressCheck({ base, ours, former }: OwnWebhooks, serviceUrl: string): Finding {
	if (former.length > 0) {
		return bad(
			`Registered for another address than that of this n8n instance: ${listed(former)}. Its address is ${base}`,
			'If another n8n uses that address, leave the webhook. Otherwise delete it by this ID with Webhook → Delete.',
		);
	}
	if (canReach(serviceUrl, base)) return good(`The address of this n8n instance is ${base}`);
	return { ...bad(`The service cannot reach n8n at ${base}`, NOT_REACHABLE_ADVICE), ok: ours.length === 0 };
}
