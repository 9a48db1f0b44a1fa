import type { IDataObject } from 'n8n-workflow';

import type { Contender } from './contenders';
import type { RunResult, RunTask } from './host/contract';
import { runProgram } from './hostProgram';
import type { Preparation, ServiceProcess, ServiceReport } from './serviceProcess';
import type { BenchContext } from './context';

/** One run of a contender, and the requests that the service received. */
export interface Measurement {
	run: RunResult;
	service: ServiceReport;
}

export interface Race {
	context: BenchContext;
	service: ServiceProcess;
	/** The state of the service before each run. */
	preparation: Preparation;
	items: IDataObject[];
	warmUp?: number;
	/** Checks a run. An error that it throws ends the benchmark. */
	check: (measurement: Measurement, contender: Contender) => void;
	progress: (note: string) => void;
}

/**
 * Runs the contenders one after another in several rounds, each time in a new process. Every second round has the
 * opposite order.
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
