import { STATUS_CODES } from 'node:http';
import { badRequest } from '../errors';
import { newId } from '../ids';
import type { Operation } from '../document';
import { planned, type FaultPlan } from './faultPlan';
import { tooManyRequests } from '../rateLimit';

/** What can go wrong. */
export const faultKinds = [
	/** Waits `delay`, then goes on as if nothing was wrong. */
	'delay',
	/** Answers `status` (default 500) with `body`. */
	'status',
	/** Answers 429; with the limit headers when `retryAfter` (seconds) is given, without otherwise. */
	'rateLimit',
	/** Closes the connection without an answer. */
	'drop',
	/** Never answers. */
	'timeout',
	/** Sends half of the answer as a whole answer: JSON that cannot be read. */
	'truncate',
	/** Closes the connection in the middle of the answer. */
	'cut',
	/** Answers a page instead of JSON, with `status` (default 200). */
	'html',
	/** Redirects to `location` with `status` (default 302). */
	'redirect',
	/** Answers without a body, with `status` (default: the real one, or 200). */
	'empty',
] as const;

export type FaultKind = (typeof faultKinds)[number];

export interface FaultRequest {
	/** An operationId, `METHOD /path/{template}` as the document writes it, or `*` for all. */
	operation: string;
	kind: FaultKind;
	/** Whether the service acts first; default `before`, and `after` for `truncate` and `cut`. */
	when?: 'before' | 'after';
	/** Milliseconds to wait first; with any kind. */
	delay?: number;
	status?: number;
	body?: unknown;
	headers?: Record<string, string>;
	/** Seconds; 0 is "at once". */
	retryAfter?: number;
	/** How Retry-After is written; default `seconds`. HTTP allows both. */
	retryAfterAs?: 'seconds' | 'date';
	location?: string;
	/** How often it happens before it goes away; default: until removed. */
	times?: number;
	/** Chance per request, above 0 and up to 1; default 1. */
	probability?: number;
}

export interface Fault extends FaultRequest {
	id: string;
	when: 'before' | 'after';
}

/** An answer a fault gives in place of the real one. A status of null keeps the real one. */
export interface FaultAnswer {
	status: number | null;
	headers: Record<string, string>;
	body: string;
}

/** The switches that make routes misbehave. */
export class Faults {
	private faults: Fault[] = [];

	private plan: FaultPlan | undefined;

	/** Requests of each operation since the plan was set. */
	private readonly counts = new Map<string, number>();

	constructor(private readonly operations: readonly Operation[]) {}

	/**
	 * Sets one fault.
	 * @throws {ServiceError} 400 when the operation is unknown or the kind does not go with the rest
	 */
	add(request: FaultRequest): Fault {
		const fault = this.complete(request, newId());
		this.faults.push(fault);
		return { ...fault };
	}

	/**
	 * Sets the plan that hits the requests which no switched-on fault hits, or takes it away. Counting starts afresh.
	 * @throws {ServiceError} 400 when a fault of the plan would be refused by `add`
	 */
	setPlan(plan: FaultPlan | undefined): void {
		for (const fault of plan?.faults ?? []) this.complete({ ...fault, operation: plan?.operation ?? '' }, '');
		this.plan = plan;
		this.counts.clear();
	}

	/** The faults still switched on, with the `times` they have left. */
	list(): Fault[] {
		return this.faults.map((fault) => ({ ...fault }));
	}

	/** Switches one fault off, or all of them and the plan. */
	clear(id?: string): void {
		this.faults = id === undefined ? [] : this.faults.filter((fault) => fault.id !== id);
		if (id === undefined) this.setPlan(undefined);
	}

	/** The fault that hits this request, if any; uses up one of its times. */
	draw(operation: Operation): Fault | undefined {
		return this.switched(operation) ?? this.planned(operation);
	}

	private switched(operation: Operation): Fault | undefined {
		const fault = this.faults.find(
			(candidate) => concerns(candidate, operation) && Math.random() < (candidate.probability ?? 1),
		);
		if (fault?.times !== undefined) {
			fault.times -= 1;
			if (fault.times <= 0) this.clear(fault.id);
		}
		return fault;
	}

	private planned(operation: Operation): Fault | undefined {
		if (!this.plan || !concerns(this.plan, operation)) return undefined;
		const { operationId } = operation;
		const count = this.counts.get(operationId) ?? 0;
		this.counts.set(operationId, count + 1);
		const fault = planned(this.plan, operationId, count);
		return fault && this.complete({ ...fault, operation: operationId }, `${operationId} ${count}`);
	}

	/** @throws {ServiceError} 400 when the operation is unknown or the kind does not go with the rest */
	private complete(request: FaultRequest, id: string): Fault {
		const isAnswerCut = request.kind === 'truncate' || request.kind === 'cut';
		if (!this.operations.some((operation) => concerns(request, operation))) {
			throw badRequest(`There is no operation ${request.operation}.`);
		}
		if (isAnswerCut && request.when === 'before') {
			throw badRequest('Before acting there is no answer to cut.');
		}
		if (request.kind === 'redirect' && request.location === undefined) {
			throw badRequest('A redirect needs a location.');
		}
		return { when: isAnswerCut ? 'after' : 'before', ...request, id };
	}
}

function concerns({ operation: wanted }: Pick<FaultRequest, 'operation'>, operation: Operation): boolean {
	return ['*', operation.operationId, `${operation.method} ${operation.path}`].includes(wanted);
}

const json = { 'content-type': 'application/json; charset=utf-8' };

/**
 * What a fault answers; the kinds that give no answer of their own return undefined.
 * @param realBody the text the service was going to send; empty before it acts
 */
export function faultAnswer(fault: Fault, realBody = ''): FaultAnswer | undefined {
	const headers = fault.headers ?? {};
	switch (fault.kind) {
		case 'status':
			return {
				status: fault.status ?? 500,
				headers: { ...json, ...headers },
				body: fault.body === undefined ? defaultBody(fault.status ?? 500) : text(fault.body),
			};
		case 'rateLimit':
			return rateLimitAnswer(fault);
		case 'html':
			return {
				status: fault.status ?? 200,
				headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
				body: '<!doctype html><title>Sandbox</title><p>This is a page, not an answer of the API.</p>',
			};
		case 'redirect':
			return {
				status: fault.status ?? 302,
				headers: { location: fault.location ?? '', ...headers },
				body: '',
			};
		case 'empty':
			return { status: fault.status ?? null, headers, body: '' };
		case 'truncate':
			return { status: fault.status ?? null, headers, body: half(realBody) };
		default:
			return undefined;
	}
}

/** The first half of a text. */
export const half = (body: string) => body.slice(0, Math.floor(body.length / 2));

const text = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

function defaultBody(status: number): string {
	const error = STATUS_CODES[status] ?? `Status ${status}`;
	if (status < 400) return '{}';
	if (status === 400) return JSON.stringify({ error });
	return JSON.stringify({ error, message: 'The sandbox was told to answer this.' });
}

function rateLimitAnswer(fault: Fault): FaultAnswer {
	const { retryAfter, headers = {} } = fault;
	if (retryAfter === undefined) {
		return { status: 429, headers: { ...json, ...headers }, body: defaultBody(429) };
	}
	const limit = {
		'x-ratelimit-limit': '1',
		'x-ratelimit-remaining': '0',
		'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + retryAfter),
		'x-ratelimit-window': '60',
	};
	const { body, headers: answerHeaders } = tooManyRequests(retryAfter, limit);
	const asDate = fault.retryAfterAs === 'date' && {
		'retry-after': new Date(Date.now() + retryAfter * 1000).toUTCString(),
	};
	return {
		status: 429,
		headers: { ...json, ...answerHeaders, ...asDate, ...headers },
		body: JSON.stringify(body),
	};
}
