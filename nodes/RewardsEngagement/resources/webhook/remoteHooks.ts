import { InvalidParameter } from '../../errors/invalidParameter';
import { isRecord } from '../../shared/json';

/** A webhook registration as the service lists it, as far as it can be told. */
export interface RemoteHook {
	/** As text, also where the service counts. */
	id: string;
	/** The web address that is called; where that cannot be told, every one in its record. None where the list hides it. */
	addresses: string[];
	/** `undefined` when the list does not say. */
	events?: string[];
	isActive: boolean;
	/** The secret, where the list shows it. */
	secret?: string;
}

/** Names under which services keep a list, and under which they wrap a record. */
const WRAPPERS = [
	'data',
	'webhooks',
	'hooks',
	'items',
	'results',
	'records',
	'list',
	'subscriptions',
	'endpoints',
	'edges',
	'nodes',
	'_embedded',
];
const RECORD_WRAPPERS = [
	'data',
	'webhook',
	'hook',
	'result',
	'attributes',
	'node',
	'subscription',
	'endpoint',
	'config',
];

const ID_NAMES = [
	'id',
	'_id',
	'webhookId',
	'webhook_id',
	'hookId',
	'hook_id',
	'subscriptionId',
	'subscription_id',
	'uuid',
];

/** Names under which services say whether a webhook is switched on, or off. */
const ON_NAMES = ['active', 'enabled', 'isActive', 'is_active', 'isEnabled', 'is_enabled'];
const OFF_NAMES = [
	'disabled',
	'isDisabled',
	'is_disabled',
	'disabledAt',
	'disabled_at',
	'paused',
	'isPaused',
	'is_paused',
];
const STATE_NAMES = ['status', 'state'];
/** Other words may be of its deliveries. */
const OFF_WORD = /^(disabled|inactive|deactivated|paused|suspended|stopped|off)$/i;

/** How deep in a record an address is looked for. */
const MAX_ADDRESS_DEPTH = 3;

/** Names under which services show what signs their deliveries. */
const SECRET_NAMES = [
	'secret',
	'signingSecret',
	'signing_secret',
	'webhookSecret',
	'webhook_secret',
	'signingKey',
	'signing_key',
	'secretKey',
	'secret_key',
];

/**
 * The webhook registrations in an answer, in whatever shape the service lists them.
 *
 * @param known the id of one that is known, whose address need not be told
 * @throws {InvalidParameter} when the answer holds no list, or one that names no address: taken for an empty one, it
 * would have another webhook registered each time, and none ever removed
 */
export function hooksIn(body: unknown, known?: string): RemoteHook[] {
	const list = listIn(body, 3);
	const records = (list ?? []).filter(isRecord).map(unwrapped);
	if (!list || (records.length === 0 && list.some(isSomething))) {
		throw unreadable('the answer holds no list of them');
	}
	if (
		records.length > 0 &&
		!records.some(
			(record) =>
				callsNothing(record) ||
				addressesIn(record).length > 0 ||
				(known !== undefined && idIn(record) === known),
		)
	) {
		throw unreadable('the list does not say which address a webhook calls');
	}
	return records.map((record) => ({
		id: idIn(record) ?? '',
		addresses: calledBy(record),
		events: Array.isArray(record.events) ? record.events.map(String) : undefined,
		isActive: !isOff(record),
		secret: SECRET_NAMES.map((name) => record[name]).find(isSecret),
	}));
}

/** The id in the answer to a registration. */
export function createdIdIn(body: unknown): string | undefined {
	return layersOf(body).map(idIn).find(Boolean);
}

/** Whether the answer says that the registration is switched off. */
export function isInactive(body: unknown): boolean {
	return layersOf(body).some(isOff);
}

function isOff(record: Record<string, unknown>): boolean {
	return (
		ON_NAMES.some((name) => record[name] !== undefined && isNo(record[name])) ||
		OFF_NAMES.some((name) => !isNo(record[name])) ||
		STATE_NAMES.some((name) => OFF_WORD.test(String(record[name]).trim()))
	);
}

/** What stands for a no, or for nothing. */
function isNo(value: unknown): boolean {
	return !value || value === 'false' || value === '0';
}

/**
 * The secret that the service put in the place of ours, or beside it.
 *
 * @param known the secret that it was given, and any other that it showed before
 * @returns `undefined` when the answer shows none, hides it, or shows one that is known
 * @throws {InvalidParameter} when it shows one that cannot be used
 */
export function otherSecretIn(body: unknown, ...known: string[]): string | undefined {
	const shown = layersOf(body).flatMap((layer) => SECRET_NAMES.map((name) => layer[name]));
	const others = shown.filter(
		(value) =>
			isSomething(value) && typeof value !== 'boolean' && !known.some((secret) => isShownOf(value, secret)),
	);
	const usable = others.find(isSecret);
	if (usable !== undefined) return usable;
	if (others.every((value) => value === '' || isHidden(value))) return undefined;
	throw new InvalidParameter(
		'The service signs with a secret of its own, which cannot be read',
		'Set the option "Registration" to Manual, register the webhook by hand, and enter the secret that the dashboard of the service shows then as "Webhook Secret" in the credential.',
	);
}

/** The shortest part of a secret by which it is known again: in another one it does not come up by chance. */
const TELLING_PART = 8;

/**
 * Whether what a service shows is a secret that is known, or a part of it. Many show the beginning or the end of one, so
 * that a person can tell it from others: no secret any more, and nothing that may sign.
 */
export function isShownOf(value: unknown, secret: string): boolean {
	if (typeof value !== 'string' || value === '') return false;
	if (secret.includes(value)) return true;
	if (value.includes(secret)) return false;
	const starts = Array.from({ length: Math.max(secret.length - TELLING_PART + 1, 0) }, (_, start) => start);
	return starts.some((start) => value.includes(secret.slice(start, start + TELLING_PART)));
}

/**
 * Whether two web addresses lead to the same place. Services write an address their own way: the case of its host, the
 * usual port, a slash at its end, percent-encoding, https in place of http, and a query of theirs: n8n knows its webhooks
 * by the path alone.
 */
export function isSameAddress(one: string, other: string): boolean {
	const [left, right] = [one, other].map(placeIn);
	return left !== undefined && left === right;
}

/** Host and path of a web address, the same for all addresses that lead to the same place. */
export function placeIn(address: string): string | undefined {
	if (!URL.canParse(address)) return undefined;
	const { host, pathname } = new URL(address);
	return `${host}${decoded(pathname).replace(/\/+$/, '')}`;
}

function decoded(pathname: string): string {
	try {
		return decodeURIComponent(pathname);
	} catch {
		return pathname;
	}
}

function listIn(value: unknown, depth: number): unknown[] | undefined {
	if (Array.isArray(value)) return value as unknown[];
	if (!isRecord(value) || depth === 0) return undefined;
	const inner: unknown[] = WRAPPERS.filter((name) => Object.hasOwn(value, name)).map(
		(name): unknown => value[name],
	);
	const plain: unknown = inner.find((held) => Array.isArray(held));
	if (Array.isArray(plain)) return plain as unknown[];
	if (isHook(value)) return [value];
	for (const held of inner) {
		const list = listIn(held, depth - 1);
		if (list) return list;
	}
	const entries = Object.entries(value);
	// By id.
	if (entries.length > 0 && entries.every(([, entry]) => isHook(entry)))
		return entries.map(([id, entry]) => ({ id, ...(entry as object) }));
	// Under another name it is a list of webhooks only if there is one in it.
	return entries.map(([, entry]) => entry).find((entry) => Array.isArray(entry) && entry.some(isHook)) as
		unknown[] | undefined;
}

/** Whether a value is the record of a webhook. */
function isHook(value: unknown): boolean {
	if (!isRecord(value)) return false;
	const record = unwrapped(value);
	const isNamed = idIn(record) !== undefined || Array.isArray(record.events);
	return isNamed && ('url' in record || addressesIn(record).length > 0);
}

/** A record with what is wrapped inside it. */
function unwrapped(record: Record<string, unknown>): Record<string, unknown> {
	return Object.assign({}, ...layersOf(record).reverse()) as Record<string, unknown>;
}

/** The record in an answer and those that it is wrapped in, outermost first. */
function layersOf(body: unknown, depth = 3): Array<Record<string, unknown>> {
	const [only, ...others] = Array.isArray(body) ? (body as unknown[]) : [body];
	if (!isRecord(only) || others.length > 0 || depth === 0) return [];
	const inner = RECORD_WRAPPERS.filter((name) => Object.hasOwn(only, name));
	return [only, ...inner.flatMap((name) => layersOf(only[name], depth - 1))];
}

function idIn(record: Record<string, unknown>): string | undefined {
	const id = ID_NAMES.filter((name) => Object.hasOwn(record, name))
		.map((name) => record[name])
		.find(
			(value): value is string | number =>
				typeof value === 'number' || (typeof value === 'string' && value !== ''),
		);
	return id === undefined ? undefined : String(id);
}

function callsNothing({ url }: Record<string, unknown>): boolean {
	return url === null || url === '';
}

/**
 * What the documented field says, if it does: others may be of a delivery, or of where the webhook called before. Not the
 * address of the record itself, which some services keep there.
 */
function calledBy(record: Record<string, unknown>): string[] {
	const address = addressFrom(record.url);
	const isOfRecord = address !== undefined && address.replace(/\/+$/, '').endsWith(`/${idIn(record)}`);
	const told = address === undefined || isOfRecord ? addressesIn(record) : [address];
	return told.filter((one) => !MASK.test(one));
}

/** Those of the record itself, before those of what is in it. */
function addressesIn(value: unknown, depth = 0): string[] {
	if (typeof value !== 'object' || value === null || depth > MAX_ADDRESS_DEPTH) return [];
	const held: unknown[] = Object.values(value);
	return [
		...held.map(addressFrom).filter((address) => address !== undefined),
		...held.flatMap((part) => addressesIn(part, depth + 1)),
	];
}

/** Some services leave out the scheme. */
function addressFrom(value: unknown): string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	if (/^https?:\/\//i.test(text)) return text;
	return /^[\w.-]+(\.[a-z][\w-]*|:\d+)\/\S/i.test(text) ? `https://${text}` : undefined;
}

/** Signs that stand for what is not shown: a part of an address could be a secret. */
const MASK = /[*•●…]|\.{3}/;

function isSomething(value: unknown): boolean {
	return value !== undefined && value !== null;
}

/**
 * Whether a value can be what signs: long, without spaces, and not a word that stands for it. A word such as "hidden"
 * would let everybody sign who can guess it.
 */
function isSecret(value: unknown): value is string {
	return typeof value === 'string' && /^(?=.*\d)[\w+/=.~-]{16,}$/.test(value) && !isHidden(value);
}

/** Whether a secret is shown in a form that hides it. */
function isHidden(value: unknown): boolean {
	if (typeof value !== 'string') return false;
	return (
		MASK.test(value) || /x{6}|(.)\1{7}|^[<[(]|hidden|redact|masked|filtered|concealed|not.?shown/i.test(value)
	);
}

function unreadable(what: string): InvalidParameter {
	return new InvalidParameter(
		`The webhooks of the realm cannot be read: ${what}`,
		'Check the base URL in the credential. If it is right, set the option "Registration" to Manual and register the webhook by hand.',
	);
}
