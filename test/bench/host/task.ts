import fs from 'node:fs';

import type { ICredentialDataDecryptedObject, IDataObject, INode } from 'n8n-workflow';

/** One run of a node in the engine. */
export interface RunTask {
	/** The folder of the unpacked package. */
	packageFolder: string;
	/** The measured node, as a saved workflow has it. */
	node: Pick<INode, 'type' | 'typeVersion' | 'parameters'> & Partial<INode>;
	credential: ICredentialDataDecryptedObject;
	/** The JSON of the input items. */
	items: IDataObject[];
	/** So many of the items run once before, without measuring, because a real n8n has been running for a while. */
	warmUp: number;
}

export interface RunResult {
	/** Milliseconds from the start of the execution to its end. */
	wall: number;
	/** Milliseconds of processor time of the whole process during the execution. */
	cpu: number;
	/** Mebibytes: the highest use of the process, and the use before the run. */
	peak: number;
	before: number;
	/** The JSON of the output items, with the index of their input item. It is -1 for an item without one. */
	items: Array<{ from: number; json: IDataObject; failed: boolean }>;
	/** The error that stopped the workflow. */
	error?: string;
}

/** Times of the signature check. */
export interface SignatureTask {
	/** Bytes of the body. */
	size: number;
	/** Checks per batch, and pairs of batches. */
	batch: number;
	pairs: number;
}

export interface SignatureResult {
	/** Microseconds per check, one number per batch. Entries with the same index belong together. */
	ours: number[];
	theirs: number[];
}

/** Files to load in a new process, after all that n8n has loaded by then. */
export interface LoadTask {
	files: string[];
	/** The file that the package loads later, with all that it imports. */
	later?: string;
}

export interface LoadResult {
	/** JSON of the largest node description. */
	descriptionBytes?: number;
	/** The median time to make a workflow with one node of that type. Milliseconds. */
	workflow?: number;
	/** Milliseconds. */
	wall: number;
	/** Milliseconds for the later file. */
	later?: number;
}

/**
 * Reads the task that the benchmark wrote to standard input and runs it. Writes the result to standard output as one
 * line of JSON.
 */
export function answer<Task, Result>(work: (task: Task) => Promise<Result>): void {
	const task = JSON.parse(fs.readFileSync(0, 'utf8')) as Task;
	work(task).then(
		(result) => process.stdout.write(`${JSON.stringify(result)}\n`),
		(error: unknown) => {
			process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
			process.exitCode = 1;
		},
	);
}
