import type { Client } from '../../api/client';
import { ENDED, type HttpResponse } from '../../api/http';
import type { OperationRequest } from '../../api/request';
import { EndedEarly, within } from '../../api/time';
import { Problem, type ProblemFacts } from '../../errors';
import { getConsentApp } from '../consent/getApp';
import { getManyMembers } from '../member/getMany';
import { getManyPurchases } from '../purchase/getMany';
import { getManyQuests } from '../quest/getMany';
import { getManyWebhooks } from '../webhook/getMany';
import { getRealm } from './get';

/** The result of one harmless read. */
export interface Probe {
	/** The response, with any status. Missing if none came. */
	answer?: HttpResponse;
	/** What is wrong with it, if anything. */
	problem?: Pick<ProblemFacts, 'message' | 'advice'>;
	/** How far the service's clock is ahead of ours, and the uncertainty of that. Both in milliseconds. */
	ahead?: { milliseconds: number; uncertainty: number };
}

/**
 * The permissions that a read most likely needs, by the name of their scope. Most write permissions show only when
 * something is written.
 */
export const PERMISSIONS = [
	'members:read',
	'quests:read',
	'realm:read',
	'store:read',
	'webhooks:write',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

const first = { returnAll: false, limit: 1 };

const READS: Readonly<Record<Permission, (realmId: string) => OperationRequest>> = {
	'realm:read': (realmId) => getRealm.request({ realmId }),
	'members:read': (realmId) => getManyMembers.request({ realmId, ...first }),
	'quests:read': (realmId) => getManyQuests.request({ realmId, ...first }),
	'store:read': (realmId) => getManyPurchases.request({ realmId, ...first }),
	'webhooks:write': (realmId) => getManyWebhooks.request({ realmId, returnAll: true }),
};

/** Statuses that say nothing about the request. */
const isFault = (status: number) => status === 408 || status === 429 || status >= 500;

/** Whether a response shows that the key has the permission. "Not found" also shows it. */
export function mayDo({ answer }: Probe): boolean | undefined {
	if (!answer || isFault(answer.status) || answer.body === undefined) return undefined;
	if (answer.status === 401 || answer.status === 403) return false;
	return answer.status < 300 || answer.status === 404 ? true : undefined;
}

/**
 * Probes the service with reads that change nothing. A probe waits no longer than the timeout of one request, and
 * ends when the execution is canceled.
 */
export class SetupProbes {
	constructor(
		private readonly client: Client,
		private readonly canceled: AbortSignal | undefined,
	) {}

	/** Probes a permission with a read. */
	async at(permission: Permission, realmId: string): Promise<Probe> {
		return await this.probe(READS[permission](realmId));
	}

	/** Probes the public data of an app. */
	async atApp(clientId: string): Promise<Probe> {
		return await this.probe(getConsentApp.request({ clientId }));
	}

	private async probe(request: OperationRequest): Promise<Probe> {
		const { timeout } = this.client.retryPolicy;
		const began = Date.now();
		try {
			const look = async () => await this.client.look(request);
			const { result, problem } = await within(timeout, this.canceled, look);
			const answer = result.kind === 'response' ? result : undefined;
			return { answer, problem, ahead: answer && aheadOf(answer, began, Date.now()) };
		} catch (thrown) {
			return { problem: this.problemOf(thrown, request) };
		}
	}

	private problemOf(thrown: unknown, request: OperationRequest): ProblemFacts {
		if (thrown instanceof EndedEarly)
			return this.client.problemOf({ result: ENDED[thrown.by], outcome: 'notApplied' }, request).told;
		if (thrown instanceof Problem) return thrown.told;
		throw thrown;
	}
}

/** The Date header has whole seconds. The response was made at some time between sending and receiving. */
function aheadOf({ headers }: HttpResponse, began: number, ended: number): Probe['ahead'] {
	const date = Date.parse(headers.date ?? '');
	if (Number.isNaN(date)) return undefined;
	return {
		milliseconds: date + 500 - (began + ended) / 2,
		uncertainty: 500 + (ended - began) / 2,
	};
}
