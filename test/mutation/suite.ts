/** A `describe` block: the hooks around its tests. */
export interface Suite {
	name: string;
	isBegun: boolean;
	beforeAll: Hook[];
	beforeEach: Hook[];
	afterEach: Hook[];
}

type Hook = () => unknown;

/** A test and its suites, the outermost first. */
export interface Found {
	/** The file and all names. It is the same at each loading. */
	id: string;
	suites: Suite[];
	work: Hook;
}

let suites: Suite[] = [];
let found: Found[] = [];

/** Loads a file of tests and returns its declarations. */
export function testsIn(file: string, load: () => void): Found[] {
	found = [];
	suites = [suiteOf(file)];
	load();
	const counts = new Map<string, number>();
	return found.map((test) => {
		const count = (counts.get(test.id) ?? 0) + 1;
		counts.set(test.id, count);
		return count === 1 ? test : { ...test, id: `${test.id} (${count})` };
	});
}

/** @param withEach makes the function that declares one test per row of a table */
testsIn.globals = (withEach: (declare: Declare) => unknown) => {
	const describe: Declare = (name, work) => {
		const around = suites;
		suites = [...suites, suiteOf(name)];
		work();
		suites = around;
	};
	const it: Declare = (name, work) => {
		const id = [...suites.map((suite) => suite.name), name].join(' › ');
		found.push({ id, suites, work });
	};
	const test = Object.assign(it, { each: withEach(it) });
	return {
		describe: Object.assign(describe, { each: withEach(describe) }),
		it: test,
		test,
		beforeAll: (hook: Hook) => void suites.at(-1)?.beforeAll.push(hook),
		beforeEach: (hook: Hook) => void suites.at(-1)?.beforeEach.push(hook),
		afterEach: (hook: Hook) => void suites.at(-1)?.afterEach.push(hook),
		// These tests start nothing that outlives the process.
		afterAll: () => {},
	};
};

type Declare = (name: string, work: Hook) => void;

function suiteOf(name: string): Suite {
	return { name, isBegun: false, beforeAll: [], beforeEach: [], afterEach: [] };
}
