import type { N8nHost } from '../harness/n8n/install';

/** What every scenario is given. */
export interface ReliabilityContext {
	host: N8nHost;
	/** For everything the scenarios write; removed at the end. */
	folder: string;
	packageTarball: string;
	/** Distinct events of the scenarios that count what a workflow did, and of those that count what it paid. */
	events: number;
	payouts: number;
	/** Of each event of the poll trigger. */
	polled: number;
	/** Forged or malformed deliveries over HTTP, and those inside the engine. */
	forged: number;
	forgedInEngine: number;
	/** Awards and deductions of each operation that makes them. */
	awards: number;
	/** Senders that deliver at the same moment. */
	senders: number;
	/** Events that are sent while a worker is killed, for each time of acknowledging. */
	workerKill: number;
	/** More settings for n8n in queue mode. */
	queueSettings: Record<string, string>;
}
