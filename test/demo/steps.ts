import { createSteps } from '../../scripts/lib/progress';

/** A step of the demo failed. */
export class StepFailure extends Error {
	constructor(
		readonly step: string,
		cause: unknown,
	) {
		super(cause instanceof Error ? cause.message : String(cause), { cause });
		this.name = 'StepFailure';
	}
}

/** Returns a function that runs one numbered step, and adds the step to its error. */
export function createStepRunner(total: number): <T>(title: string, work: () => Promise<T>) => Promise<T> {
	const heading = createSteps(total);
	let current = 0;
	return async (title, work) => {
		current += 1;
		heading(title);
		try {
			return await work();
		} catch (error) {
			throw new StepFailure(`Step ${current} of ${total} failed: ${title}`, error);
		}
	};
}
