import { isThisComputer, isInside, NOT_REACHABLE_ADVICE } from '../../shared/reachable';
import { hooksIn, isBelow, isReadable, isSameAddress, type RemoteHook } from '../webhook/remoteHooks';
import { bad, good, notUsed, unchecked, type SetupCheck } from './setupCheck';
import type { Probe } from './setupProbes';

const REGISTERED = { check: 'webhooks.registered', name: 'Webhooks registered' };
const ACTIVE = { check: 'webhooks.active', name: 'Webhooks active' };
const ADDRESS = { check: 'webhooks.address', name: 'Webhook address' };
const EVENTS = { check: 'webhooks.events', name: 'Webhook events' };

/** A trigger of this package in the published workflow. */
export interface OwnTrigger {
	name: string;
	/** Part of the address that the service calls. */
	webhookId: string;
	/** The events that it wants. `undefined` for an expression. */
	events?: string[];
}

/** This n8n instance from the view of the service. */
export interface OwnN8n {
	/** The start of all its webhook addresses, without a slash at the end. `undefined` if n8n does not give it. */
	base?: string;
	/** The triggers that register their own webhook, if n8n says that the workflow is published. */
	triggers: readonly OwnTrigger[];
	/** Parts of the addresses of such triggers, also if the workflow is not published. */
	webhookIds: readonly string[];
}

/** Checks the webhooks of this n8n instance in the service's list. */
export function webhookChecks(
	own: OwnN8n,
	serviceUrl: string,
	probe: Probe | undefined,
	because?: string,
): SetupCheck[] {
	const hooks = because === undefined && probe ? readHooks(probe) : because;
	if (!Array.isArray(hooks)) {
		const reason = hooks ?? 'the service did not return the list of webhooks';
		return [REGISTERED, ACTIVE, ADDRESS, EVENTS].map((about) => unchecked(about, reason));
	}
	const ours = hooks.filter((hook) => isOurs(hook, own));
	return [
		registeredCheck(ours, own),
		activeCheck(ours),
		addressCheck(ours, own, serviceUrl),
		eventsCheck(ours, own),
	];
}

/** The registrations, or why they are not known. */
function readHooks({ answer, problem }: Probe): RemoteHook[] | string {
	if (!answer || problem) {
		return answer?.status === 403
			? 'the key is not allowed to list the webhooks'
			: 'the service did not return the list of webhooks';
	}
	try {
		return hooksIn(answer.body);
	} catch {
		return 'the list of webhooks cannot be read';
	}
}

function isOurs({ url }: RemoteHook, { base, webhookIds }: OwnN8n): boolean {
	return (base !== undefined && isBelow(url, base)) || webhookIds.some((id) => contains(url, id));
}

function hooksOf({ webhookId }: OwnTrigger, hooks: readonly RemoteHook[]): RemoteHook[] {
	return hooks.filter(({ url }) => contains(url, webhookId));
}

function contains(url: string, webhookId: string): boolean {
	return url.toLowerCase().includes(webhookId.toLowerCase());
}

function registeredCheck(ours: readonly RemoteHook[], { triggers }: OwnN8n): SetupCheck {
	const missing = triggers.filter((trigger) => hooksOf(trigger, ours).length === 0);
	if (missing.length > 0) {
		return bad(
			REGISTERED,
			`No webhook is registered for ${missing.map(({ name }) => `"${name}"`).join(', ')}`,
			'Unpublish the workflow and publish it again. n8n does not notice automatically that a registration is gone.',
		);
	}
	const count = ours.length === 1 ? '1 webhook calls' : `${ours.length} webhooks call`;
	return ours.length > 0
		? good(REGISTERED, `${count} this n8n instance`)
		: notUsed(REGISTERED, 'No webhook of the realm calls this n8n instance');
}

function activeCheck(ours: readonly RemoteHook[]): SetupCheck {
	const idle = ours.filter(({ isActive }) => !isActive);
	if (ours.length === 0) return notUsed(ACTIVE, 'No webhook of the realm calls this n8n instance');
	return idle.length === 0
		? good(ACTIVE, 'All webhooks of this n8n instance are active')
		: bad(
				ACTIVE,
				`Inactive: ${listed(idle)}`,
				'Activate the webhook with Webhook → Update, or unpublish the workflow and publish it again.',
			);
}

function addressCheck(
	ours: readonly RemoteHook[],
	{ base, triggers }: OwnN8n,
	serviceUrl: string,
): SetupCheck {
	if (base === undefined) return unchecked(ADDRESS, 'n8n does not report its address');
	const former = ours.filter(({ url }) => isReadable(url) && !isBelow(url, base));
	if (former.length > 0) {
		return bad(
			ADDRESS,
			`Registered for another address than that of this n8n instance: ${listed(former)}. Its address is ${base}`,
			'If another n8n uses that address, leave the webhook. Otherwise delete it by this ID with Webhook → Delete. If no other webhook is registered for this trigger, unpublish the workflow and publish it again.',
		);
	}
	const host = hostOf(base);
	const serviceHost = hostOf(serviceUrl);
	const isApart = isThisComputer(host) ? !isThisComputer(serviceHost) : !isInside(serviceHost);
	if (!isInside(host) || !isApart) return good(ADDRESS, `The address of this n8n instance is ${base}`);
	const seen = `This n8n instance cannot be reached from outside its network at ${base}`;
	return ours.length + triggers.length > 0
		? bad(ADDRESS, seen, NOT_REACHABLE_ADVICE)
		: good(ADDRESS, `${seen}, and no webhook needs it`, NOT_REACHABLE_ADVICE);
}

function eventsCheck(ours: readonly RemoteHook[], { base, triggers }: OwnN8n): SetupCheck {
	const twins = ours.filter((hook) =>
		ours.some((other) => other !== hook && isSameAddress(hook.url, other.url)),
	);
	if (twins.length > 0) {
		return bad(
			EVENTS,
			`Several webhooks call the same address, so each event arrives several times: ${listed(twins)}`,
			'Delete all but one with Webhook → Delete, or unpublish the workflow and publish it again.',
		);
	}
	const wrong = triggers.flatMap((trigger) => {
		const { name, events } = trigger;
		const hooks = hooksOf(trigger, ours);
		// Another may call a former address.
		const hook = hooks.find(({ url }) => base !== undefined && isBelow(url, base)) ?? hooks[0];
		const missing = events?.filter((event) => hook?.events && !hook.events.includes(event)) ?? [];
		return missing.length > 0 ? [`"${name}" needs ${missing.join(', ')}`] : [];
	});
	if (wrong.length > 0) {
		return bad(
			EVENTS,
			`Not all events are delivered: ${wrong.join('; ')}`,
			'Unpublish the workflow and publish it again.',
		);
	}
	const idle = ours.filter(({ events }) => events?.length === 0);
	if (idle.length > 0) {
		return bad(EVENTS, `No event is delivered: ${listed(idle)}`, 'Set its events with Webhook → Update.');
	}
	if (ours.length === 0) return notUsed(EVENTS, 'No webhook of the realm calls this n8n instance');
	return good(EVENTS, ours.map(({ id, events = [] }) => `${id}: ${events.join(', ')}`).join('; '));
}

function listed(hooks: readonly RemoteHook[]): string {
	return hooks.map(({ id, url }) => `${id} (${url})`).join(', ');
}

function hostOf(address: string): string {
	return URL.canParse(address) ? new URL(address).hostname : '';
}
