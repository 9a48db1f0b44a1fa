import type { IDataObject } from 'n8n-workflow';

import type { Contender } from './contenders';
import type { RunResult, RunTask } from './host/contract';
import { runProgram } from './hostProgram';
import type { Preparation, ServiceProcess, ServiceReport } from './serviceProcess';
import type { BenchContext } from './context';

/** One run of a contender, and what the service saw of it. */
export interface Measurement {
	run: RunResult;
	service: ServiceReport;
}

export interface Race {
	context: BenchContext;
	service: ServiceProcess;
	/** How the service is before each run. */
	preparation: Preparation;
	items: IDataObject[];
	warmUp?: number;
	/** Judges a run; what it throws ends the benchmark. */
	check: (measurement: Measurement, contender: Contender) => void;
	progress: (note: string) => void;
}

/**
 * Runs the contenders one after another, again and again, each time in a fresh process; every other round begins
 * with the last.
 *
 * @returns the measurements of each contender, in the order of the rounds
 */
export async function race(contenders: readonly Contender[], race: Race): Promise<Measurement[][]> {
	const { context, service, preparation, items, warmUp = 0, check, progress } = race;
	const results = contenders.map((): Measurement[] => []);
	for (let round = 0; round < context.repeat; round++) {
		const order = contenders.map((contender, index) => ({ contender, index }));
		if (round % 2 === 1) order.reverse();
		for (const { contender, index } of order) {
			progress(`round ${round + 1} of ${context.repeat}: ${contender.name}`);
			await service.prepare(preparation);
			const task: RunTask = {
				packageFolder: context.packageFolder,
				node: contender.node,
				credential: service.credential,
				items,
				warmUp,
			};
			const run = await runProgram<RunResult>(context, 'runNode', task);
			const measurement = { run, service: await service.report() };
			check(measurement, contender);
			results[index]?.push(measurement);
		}
	}
	return results;
}
