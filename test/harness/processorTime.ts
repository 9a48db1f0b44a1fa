/** Milliseconds of processor time of some work. Other programs of a busy machine do not add to it. */
export function processorTimeOf(work: () => void): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}
