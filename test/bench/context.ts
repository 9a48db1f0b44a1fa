import type { N8nHost } from '../harness/n8n/install';

/** What every part of the benchmark is given. */
export interface BenchContext {
	host: N8nHost;
	/** For everything the benchmark writes; removed at the end. */
	folder: string;
	packageTarball: string;
	/** The tarball, unpacked. */
	packageFolder: string;
	/** The compiled programs of test/bench/host. */
	programs: string;
	/** How often each measurement is repeated. */
	repeat: number;
	/** Shares of the usual numbers of items, above 0 and up to 1. */
	scale: number;
	/** Adds `--cpu-prof` to the measured processes, and keeps the profiles in this folder. */
	profiles?: string;
}
