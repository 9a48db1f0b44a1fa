import type { ChildProcess } from 'node:child_process';
import path from 'node:path';

import { start } from '../../scripts/lib/process';
import type { RateLimit } from '../../sandbox/base/rateLimit';
import type { Service } from '../../sandbox/service';

/** The state of the service for the next measurement. Everything else is as after a start. */
export interface Preparation {
	/** Milliseconds of delay of every response. */
	latency?: number;
	rateLimit?: RateLimit;
	/** The number of NFTs, which have the token ids `bench-0`, `bench-1` … */
	nfts?: number;
}

/** The requests that the service received since the preparation. */
export interface ServiceReport {
	requests: number;
	/** The number of responses per status. */
	statuses: Record<string, number>;
	/** The amounts of the transfers in its ledger. */
	transfers: number[];
	/** The awarded amounts. */
	awards: number[];
	/** Sum of all accounts. Anything but 0 means that the service is broken. */
	ledgerSum: number;
	/** Where the service broke its own API document. */
	problems: string[];
}

interface Introduction extends Pick<Service, 'baseUrl' | 'realmId' | 'ids'> {
	apiKey: string;
}

/** The sandbox service in a separate process. */
export class ServiceProcess {
	private constructor(
		private readonly child: ChildProcess,
		readonly about: Introduction,
	) {}

	static async start(): Promise<ServiceProcess> {
		const args = ['--require', require.resolve('tsx/cjs'), path.join(__dirname, 'serviceMain.ts')];
		const { child } = start(process.execPath, args, { ipc: true, showsErrors: true });
		return new ServiceProcess(child, await messageFrom<Introduction>(child));
	}

	/** The credential of both nodes. */
	get credential() {
		const { baseUrl, realmId, apiKey } = this.about;
		return { baseUrl, realmId, apiKey };
	}

	async prepare(preparation: Preparation): Promise<void> {
		await this.ask(preparation);
	}

	/** @throws Error when the service itself is broken, because then no measurement counts */
	async report(): Promise<ServiceReport> {
		const report = await this.ask<ServiceReport>('report');
		if (report.problems.length > 0)
			throw new Error(`The service broke its API document: ${report.problems.join(', ')}`);
		if (report.ledgerSum !== 0) throw new Error(`The ledger's sum is ${report.ledgerSum}, not 0.`);
		return report;
	}

	/** The process ends when no one is connected to it. */
	stop(): void {
		this.child.disconnect();
	}

	private async ask<Answer>(question: Preparation | 'report'): Promise<Answer> {
		const answer = messageFrom<Answer>(this.child);
		this.child.send(question);
		return await answer;
	}
}

async function messageFrom<Message>(child: ChildProcess): Promise<Message> {
	return await new Promise((resolve, reject) => {
		const ended = () => reject(new Error('The service has ended.'));
		child.once('exit', ended);
		child.once('message', (message) => {
			child.off('exit', ended);
			resolve(message as Message);
		});
	});
}
