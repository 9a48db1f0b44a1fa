import type { ICredentialDataDecryptedObject, IDataObject, INode } from 'n8n-workflow';

/** One run of a node in the engine. */
export interface RunTask {
	/** The folder of the unpacked package. */
	packageFolder: string;
	/** The node under measurement, as a saved workflow holds it. */
	node: Pick<INode, 'type' | 'typeVersion' | 'parameters'> & Partial<INode>;
	credential: ICredentialDataDecryptedObject;
	/** The JSON of the input items. */
	items: IDataObject[];
	/** How many of the items are run once before, unmeasured: a real n8n has been running for a while. */
	warmUp: number;
}

export interface RunResult {
	/** Milliseconds from the start of the execution to its end. */
	wall: number;
	/** Milliseconds of processor time of the whole process in that time. */
	cpu: number;
	/** Mebibytes: the most that the process ever held, and what it held before the run. */
	peak: number;
	before: number;
	/** The JSON of the items that came out, by the index of their input item; an item without one stands under -1. */
	items: Array<{ from: number; json: IDataObject; failed: boolean }>;
	/** What stopped the workflow, if anything did. */
	error?: string;
}

/** Times of the signature check. */
export interface SignatureTask {
	packageFolder: string;
	/** Bytes of the body. */
	size: number;
	/** Checks per batch, and pairs of batches. */
	batch: number;
	pairs: number;
}

export interface SignatureResult {
	/** Microseconds per check, one number per batch; the two lists pair up. */
	ours: number[];
	theirs: number[];
}

/** Files to load in a fresh process, after what n8n has loaded by then. */
export interface LoadTask {
	files: string[];
	/** What the package loads by itself when a node first runs. */
	later?: string[];
}

export interface LoadResult {
	/** JSON of the largest node description. */
	descriptionBytes?: number;
	/** Milliseconds to make a workflow with one node of that type, the median. */
	workflow?: number;
	/** Milliseconds. */
	wall: number;
	/** Milliseconds for what is loaded later, after all else. */
	later: number;
}
