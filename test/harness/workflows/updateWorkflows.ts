import { randomUUID } from 'node:crypto';

import type { CredentialReference, WorkflowInput, WorkflowNode } from '../n8n/client';
import type { Report } from '../http/effectRecorder';
import { EVERY_TEN_SECONDS } from './nodes';

const PACKAGE = 'n8n-nodes-rewards-engagement';

/** A report of one of these workflows. The number is that of the event. */
export interface Run extends Report {
	workflow: string;
	/** The member of a polled event. */
	member?: string;
}

interface Step {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
}

const trigger = (event: string, options: object = {}): Step => ({
	name: 'Event',
	type: `${PACKAGE}.rewardsEngagementTrigger`,
	typeVersion: 1.1,
	parameters: { events: [], options: { ...options, customEvents: event } },
});

const action = (name: string, parameters: Record<string, unknown>): Step => ({
	name,
	type: `${PACKAGE}.rewardsEngagement`,
	typeVersion: 1,
	parameters,
});

const waitForExport = (jobId: string): Step =>
	action('Wait', { resource: 'export', operation: 'waitForCompletion', jobId });

/** What the workflows pay, and to whom. */
export interface Payment {
	serviceId: object;
	currencyId: object;
	amount: number;
}

const award = (payment: Payment, more: Record<string, unknown> = {}): Step =>
	action('Award', { resource: 'member', operation: 'updateBalance', ...payment, ...more });

/** Workflows that have something under way or stored when the package is updated. */
export class UpdateWorkflows {
	constructor(
		private readonly recorderUrl: string,
		private readonly credential: CredentialReference,
	) {}

	/** Pays once for each event, and reports it. @param options of the trigger */
	payPerEvent(event: string, payment: Payment, options: object = {}): WorkflowInput {
		return this.workflow(event, [
			trigger(event, options),
			award(payment),
			this.report('$("Event").item.json.data.number'),
		]);
	}

	/** Waits for an export at each event, pays, and reports. */
	payAfterExport(event: string, jobId: string, payment: Payment): WorkflowInput {
		const report = this.report('$("Event").item.json.data.number');
		return this.workflow(event, [trigger(event), waitForExport(jobId), award(payment), report]);
	}

	/** Pays once under a key of the user, however often it runs. */
	payByKey(key: string, payment: Payment): WorkflowInput {
		const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
		return this.workflow(key, [start, award(payment, { repeatProtection: 'key', idempotencyKey: key })]);
	}

	/**
	 * Reports each member who joins. It polls every ten seconds.
	 *
	 * @param jobId an export that each execution waits for
	 */
	pollMembers(name: string, jobId?: string): WorkflowInput {
		const poll: Step = {
			name: 'Poll',
			type: `${PACKAGE}.rewardsEngagementPollTrigger`,
			typeVersion: 1,
			parameters: { pollTimes: EVERY_TEN_SECONDS, events: ['member.joined'] },
		};
		const waits = jobId === undefined ? [] : [waitForExport(jobId)];
		return this.workflow(name, [poll, ...waits, this.report('0', '$("Poll").item.json.data.member.id')]);
	}

	private report(number: string, member = 'undefined'): Step {
		const body = `{ workflow: $workflow.name, number: ${number}, member: ${member} }`;
		return {
			name: 'Report',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				method: 'POST',
				url: this.recorderUrl,
				sendBody: true,
				specifyBody: 'json',
				jsonBody: `={{ JSON.stringify(${body}) }}`,
				options: {},
			},
		};
	}

	private workflow(name: string, steps: Step[]): WorkflowInput {
		const nodes = steps.map((step, index): WorkflowNode => {
			const isOurs = step.type.startsWith(PACKAGE);
			return {
				...step,
				id: randomUUID(),
				position: [index * 220, 0],
				...(isOurs && { credentials: { rewardsEngagementApi: this.credential } }),
				...(step.type.endsWith('rewardsEngagementTrigger') && { webhookId: randomUUID() }),
			};
		});
		const connections = Object.fromEntries(
			steps
				.slice(1)
				.map(({ name: to }, index) => [
					steps[index]!.name,
					{ main: [[{ node: to, type: 'main', index: 0 }]] },
				]),
		);
		return { name, nodes, connections, settings: { executionOrder: 'v1' } };
	}
}
