import { parse, port } from '../../scripts/lib/command';
import { createSteps } from '../../scripts/lib/progress';

export interface DemoOptions {
	/** End after the story instead of leaving n8n running. */
	once: boolean;
	n8nPort: number;
	servicePort: number;
}

const DEFAULT_N8N_PORT = 5678;
const DEFAULT_SERVICE_PORT = 5700;

/** Reads the command line. Returns undefined when it asks for help. */
export function readOptions(args: string[]): DemoOptions | undefined {
	const { values } = parse({
		args,
		options: {
			once: { type: 'boolean' },
			'n8n-port': { type: 'string' },
			'service-port': { type: 'string' },
			help: { type: 'boolean', short: 'h' },
		},
	});
	if (values.help) return undefined;
	return {
		once: values.once ?? ['1', 'true'].includes(process.env.DEMO_ONCE ?? ''),
		n8nPort: port('--n8n-port', values['n8n-port'], 'DEMO_N8N_PORT', DEFAULT_N8N_PORT),
		servicePort: port('--service-port', values['service-port'], 'DEMO_SERVICE_PORT', DEFAULT_SERVICE_PORT),
	};
}

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

/** The tasks that undo the work at the end, in reverse order. */
export class Cleanup {
	private readonly tasks: Array<() => Promise<void> | void> = [];

	private running: Promise<void> | undefined;

	add(task: () => Promise<void> | void): void {
		this.tasks.push(task);
	}

	/** Runs every task once, however often this is called. After a failing task the others still run. */
	async run(): Promise<void> {
		this.running ??= this.runAll();
		await this.running;
	}

	private async runAll(): Promise<void> {
		for (let task = this.tasks.pop(); task; task = this.tasks.pop()) {
			try {
				await task();
			} catch (error) {
				console.error(error instanceof Error ? error.message : error);
			}
		}
	}
}
