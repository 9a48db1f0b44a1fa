import type { N8nHost } from '../harness/n8n/install';

/** The input of every part of the benchmark. */
export interface BenchContext {
	host: N8nHost;
	/** For everything the benchmark writes. Removed at the end. */
	folder: string;
	packageTarball: string;
	/** The unpacked tarball. */
	packageFolder: string;
	/** The compiled programs of test/bench/host. */
	programs: string;
	/** How often each measurement is repeated. */
	repeat: number;
	/** Share of the usual number of items, above 0 and up to 1. */
	scale: number;
	/** A folder for processor profiles. With it the measured processes run with `--cpu-prof`. */
	profiles?: string;
}
