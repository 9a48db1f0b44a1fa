/** Milliseconds of processor time that some work takes. Other programs of a busy machine add nothing to it. */
export function processorTimeOf(work: () => void): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}
