import type { N8nHost } from '../harness/n8n/install';

/** The input of every scenario. */
export interface ReliabilityContext {
	host: N8nHost;
	/** For everything that the scenarios write. Removed at the end. */
	folder: string;
	packageTarball: string;
	/** Number of distinct events in a scenario that counts executions, and in one that counts payments. */
	events: number;
	payouts: number;
	/** Of each event of the poll trigger. */
	polled: number;
	/** Number of forged or malformed deliveries over HTTP, and in the engine. */
	forged: number;
	forgedInEngine: number;
	/** Number of awards and deductions by each operation that makes them. */
	awards: number;
	/** Senders that deliver at the same moment. */
	senders: number;
	/** Number of events while a worker is killed, for each time of acknowledging. */
	workerKill: number;
	/** Additional settings for n8n in queue mode. */
	queueSettings: Record<string, string>;
}
