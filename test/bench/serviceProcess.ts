import type { ChildProcess } from 'node:child_process';
import path from 'node:path';

import { start } from '../../scripts/lib/process';
import type { RateLimit } from '../../sandbox/base/rateLimit';
import type { Service } from '../../sandbox/service';

/** How the service is to be for the next measurement; everything else is as freshly started. */
export interface Preparation {
	/** Milliseconds that every answer takes longer. */
	latency?: number;
	rateLimit?: RateLimit;
	/** How many NFTs it knows under the token ids `bench-0`, `bench-1` … */
	nfts?: number;
}

/** What the service saw since it was prepared. */
export interface ServiceReport {
	requests: number;
	/** How often each status was answered. */
	statuses: Record<string, number>;
	/** The amounts of the transfers in its ledger. */
	transfers: number[];
	/** The amounts that were awarded. */
	awards: number[];
	/** Sum of all accounts; 0, or the service is broken. */
	ledgerSum: number;
	/** Where the service broke its own document. */
	problems: string[];
}

interface Introduction extends Pick<Service, 'baseUrl' | 'realmId' | 'ids'> {
	apiKey: string;
}

/** The sandbox service in a process of its own. */
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

	/** @throws Error when the service itself is broken, and nothing measured with it counts */
	async report(): Promise<ServiceReport> {
		const report = await this.ask<ServiceReport>('report');
		if (report.problems.length > 0) throw new Error(`The service misbehaved: ${report.problems.join('; ')}`);
		if (report.ledgerSum !== 0) throw new Error(`The ledger's sum is ${report.ledgerSum}, not 0.`);
		return report;
	}

	/** It ends by itself when nobody is connected to it. */
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
