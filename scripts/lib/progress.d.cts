/** What a running task may say about itself; what is left out stays as it was. */
export interface TaskState {
	/** Finished part of `total`. */
	done?: number;
	/** Known amount of work; gives a bar. */
	total?: number;
	/** What is counted, for plain logs: "packages". */
	unit?: string;
	/** A few words on what is happening right now. */
	note?: string;
}

export interface Task {
	update(next: TaskState): void;
	/** Ends the task's line with a tick, an optional remark and the time it took. */
	succeed(note?: string): void;
	/** Ends the task's line with a cross. */
	fail(note?: string): void;
}

/** Writes one line to stdout. */
export function say(line?: string): void;
/** Starts a task: spinner, elapsed time and, once a total is known, a bar. */
export function startTask(title: string): Task;
/** Runs `work` as a task and ends its line whatever happens; the error is passed on. */
export function runTask<T>(title: string, work: (task: Task) => Promise<T>): Promise<T>;
/** Returns a function that prints the next numbered heading, `[2/5] Title`. */
export function createSteps(total: number): (title: string) => void;
/** 4200 → "4.2 s", 130000 → "2 min 10 s". */
export function formatDuration(milliseconds: number): string;
export function bold(text: string): string;
export function dim(text: string): string;
export function red(text: string): string;
export function green(text: string): string;
