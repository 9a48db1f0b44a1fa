// Falls with nodes/RewardsEngagement/consentTrigger/codeExchanges.ts, nodes/RewardsEngagement/once/executionData.ts and nodes/RewardsEngagement/once/journals.ts.

import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Workflow, type IExecuteFunctions, type IPollFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import type * as CodeExchanges from '../../nodes/RewardsEngagement/consentTrigger/codeExchanges';
import type * as ExecutionDataFile from '../../nodes/RewardsEngagement/once/executionData';
import type * as JournalsFile from '../../nodes/RewardsEngagement/once/journals';
import type * as PollStateFile from '../../nodes/RewardsEngagement/pollTrigger/pollState';
import type * as SnapshotFile from '../../nodes/RewardsEngagement/pollTrigger/snapshot';
import type * as ResultsFile from '../../nodes/RewardsEngagement/run/results';
import { forgetProcessMemory } from '../harness/processMemory';
import { workflowContext } from './workflowContext';

const load = createRequire(__filename);
const NODES = '../../nodes/RewardsEngagement';

/** The files of the package that keep something in the process, loaded as n8n does at an update. */
function loadVersion() {
	let files: Files | undefined;
	jest.isolateModules(() => {
		files = {
			...(load(`${NODES}/once/journals`) as typeof JournalsFile),
			...(load(`${NODES}/once/executionData`) as typeof ExecutionDataFile),
			...(load(`${NODES}/consentTrigger/codeExchanges`) as typeof CodeExchanges),
			...(load(`${NODES}/run/results`) as typeof ResultsFile),
			...(load(`${NODES}/pollTrigger/pollState`) as typeof PollStateFile),
			...(load(`${NODES}/pollTrigger/snapshot`) as typeof SnapshotFile),
		};
	});
	return files!;
}

type Files = typeof JournalsFile &
	typeof ExecutionDataFile &
	typeof CodeExchanges &
	typeof ResultsFile &
	typeof PollStateFile &
	typeof SnapshotFile;

const stored = {};
const recorded = new Set<string>();
let atOnce = 0;
let mostAtOnce = 0;

/** The context of one node of one execution, over n8n's store. */
const context = workflowContext({ id: 'node', name: 'Pay', type: 'n', retryOnFail: true }, (node) => ({
	helpers: {
		checkProcessedAndRecord: async (values: string[]) => {
			const fresh = values.filter((value) => !recorded.has(value));
			mostAtOnce = Math.max(mostAtOnce, ++atOnce);
			await pause(5);
			atOnce--;
			fresh.forEach((value) => recorded.add(value));
			return { new: fresh, processed: [] };
		},
		removeProcessed: async (values: string[]) => {
			values.forEach((value) => recorded.delete(value));
			await Promise.resolve();
		},
	},
	getNode: () => node,
	getWorkflow: () => ({ id: 'workflow' }),
	getContext: () => stored,
	getWorkflowDataProxy: () => ({ $runIndex: 0 }),
	getMode: () => 'trigger',
	getExecutionId: () => '1',
	getResponseObject: () => ({ headersSent: true, statusCode: 200 }),
	getExecutionCancelSignal: () => signal,
	continueOnFail: () => false,
	getWorkflowStaticData: () => ({}),
	instanceSettings: { instanceType: 'main' },
})) as unknown as IExecuteFunctions & IWebhookFunctions;
const { signal } = new AbortController();

let [before, after] = [loadVersion(), loadVersion()];

beforeEach(() => {
	forgetProcessMemory();
	recorded.clear();
	mostAtOnce = 0;
	[before, after] = [loadVersion(), loadVersion()];
});

it('both versions change the row of a node one at a time', async () => {
	const claim = async ({ paymentsOf }: Files, key: string) => await paymentsOf(context).claim([{ key }]);
	await Promise.all([claim(before, 'first'), claim(after, 'second'), claim(before, 'third')]);
	expect(mostAtOnce).toBe(1);
});

it('another try of a run knows the results of the try before the update', () => {
	const { memory } = new before.Results(context);
	memory.results.set(0, { contents: [] });
	expect(new after.Results(context).memory.results.get(0)).toEqual({ contents: [] });
	expect(after.ExecutionData.of(context)).toBe(before.ExecutionData.of(context));
});

/** The names of all fields and methods of a value, and of the values that it holds. */
function formOf(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return typeof value;
	const { constructor } = value;
	const methods = Object.getOwnPropertyNames(constructor.prototype).filter((name) => name !== 'constructor');
	if (['WeakMap', 'WeakSet', 'Promise'].includes(constructor.name)) return constructor.name;
	if (value instanceof Map || value instanceof Set || Array.isArray(value)) {
		const [held] = value.values();
		return held === undefined ? constructor.name : { [constructor.name]: formOf(held) };
	}
	const fields = Object.entries(value).map(([name, held]) => [name, formOf(held)]);
	const form: unknown = Object.fromEntries(fields);
	return constructor === Object ? form : { [constructor.name]: { fields: form, methods } };
}

/** Polls once, with an event, as the Poll Trigger does. */
function poll({ PollState, changesSince }: Files): void {
	const state = new PollState(context as unknown as IPollFunctions, 'trigger');
	state.positionOf('event', z.object({}));
	state.move('event', {}, true);
	state.keep();
	const empty = { known: {}, over: {}, forgotten: 0, absent: [] };
	const reading = { maxEvents: 1, latest: 1, now: '2026-11-27T00:00:00.000Z', name: 'event' };
	const look = { listed: [], isOver: () => true };
	changesSince({ ...empty, known: { gone: 'state' } }, look, reading);
}

it('each value has the form that its name stands for', async () => {
	const files = loadVersion();
	jest.isolateModules(() => {
		for (const { file } of shippedFiles()) load(`${NODES}/${file}`);
	});
	const [symbol, ...others] = Object.getOwnPropertySymbols(Workflow);
	expect([String(symbol), ...others]).toEqual(['Symbol(n8n-nodes-rewards-engagement, memory of form 1)']);
	const values = (Workflow as unknown as Record<symbol, Map<string, object>>)[symbol!]!;
	const { paymentsOf, ExecutionData, exchangeOnce, Results } = files;
	await paymentsOf(context).claim([{ key: 'open' }]);
	await exchangeOnce(context, { code: 'code', now: 0 }, async () => await Promise.resolve({}));
	poll(files);
	const { memory } = new Results(context);
	memory.results.set(0, { contents: [] });
	const all = {
		...Object.fromEntries([...values].sort()),
		// These are the values of weak maps.
		'execution data': ExecutionData.of(context),
		'memory of tries': memory,
	};
	expect(Object.keys(all).sort()).toEqual(namesInCode());
	// If the form of a value changes here, change its name in the code, too.
	expect(formOf(all)).toMatchInlineSnapshot(`
		{
		  "code exchanges": {
		    "Map": {
		      "codes": {
		        "Map": {
		          "by": "string",
		          "flight": {
		            "answer": {
		              "headersSent": "boolean",
		              "statusCode": "number",
		            },
		            "item": "Promise",
		          },
		          "keptUntil": "number",
		        },
		      },
		      "states": "Map",
		      "unsigned": "number",
		    },
		  },
		  "ends of states": {
		    "Map": {
		      "Map": {
		        "isOver": "boolean",
		        "time": "number",
		      },
		    },
		  },
		  "execution data": {
		    "ExecutionData": {
		      "fields": {
		        "begun": "undefined",
		        "held": "Set",
		        "openIn": "Set",
		        "saved": {
		          "nodeId": "string",
		          "open": {},
		          "spent": {},
		          "used": {},
		        },
		        "sent": "Map",
		        "totals": "Map",
		        "usedAt": "Map",
		        "usedIn": "Map",
		      },
		      "methods": [
		        "origin",
		        "runThatUsed",
		        "isOpenIn",
		        "placeOf",
		        "firstItem",
		        "add",
		        "use",
		        "noteOpen",
		        "spentOf",
		        "spend",
		        "index",
		        "count",
		      ],
		    },
		  },
		  "journals": {
		    "Map": {
		      "JournalMemory": {
		        "fields": {
		          "claims": {
		            "Batch": {
		              "fields": {
		                "fits": "function",
		                "mutex": {
		                  "Mutex": {
		                    "fields": {
		                      "last": "Promise",
		                    },
		                    "methods": [
		                      "run",
		                    ],
		                  },
		                },
		                "waiting": "Array",
		              },
		              "methods": [
		                "add",
		                "workOnAll",
		              ],
		            },
		          },
		          "done": "Map",
		          "endings": {
		            "Batch": {
		              "fields": {
		                "fits": "function",
		                "mutex": {
		                  "Mutex": {
		                    "fields": {
		                      "last": "Promise",
		                    },
		                    "methods": [
		                      "run",
		                    ],
		                  },
		                },
		                "waiting": "Array",
		              },
		              "methods": [
		                "add",
		                "workOnAll",
		              ],
		            },
		          },
		          "late": "Array",
		          "live": {
		            "Map": {
		              "claim": {
		                "key": "string",
		              },
		              "held": "string",
		              "isEvent": "boolean",
		              "life": "number",
		              "name": "string",
		              "note": "string",
		              "round": "number",
		            },
		          },
		          "mutex": {
		            "Mutex": {
		              "fields": {
		                "last": "Promise",
		              },
		              "methods": [
		                "run",
		              ],
		            },
		          },
		        },
		        "methods": [
		          "remember",
		        ],
		      },
		    },
		  },
		  "memory of tries": {
		    "names": "Map",
		    "repeats": "Set",
		    "results": {
		      "Map": {
		        "contents": "Array",
		      },
		    },
		  },
		  "polls": "Set",
		  "process": {
		    "id": "string",
		  },
		  "progress": {
		    "Map": {
		      "Array": {
		        "continues": {
		          "Set": "string",
		        },
		        "positions": {
		          "event": {},
		        },
		      },
		    },
		  },
		  "started polls": "WeakSet",
		}
	`);
});

/** The names of all values that the shipped code keeps in the process. */
function namesInCode(): string[] {
	const texts = shippedFiles().map(({ text }) => text);
	return texts
		.flatMap((text) => [...text.matchAll(/ processMemory\('([^']+)'/g)].map(([, name]) => name!))
		.sort();
}

function shippedFiles() {
	const folder = path.join(__dirname, NODES);
	return fs
		.readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => ({ file, text: fs.readFileSync(path.join(folder, file), 'utf8') }));
}

/** Variables that may exist once per version, with the reason. */
const ONCE_PER_VERSION: Record<string, string> = {
	'api/gate gates': 'two gates only lead to more responses with status 429, which are repeated',
	'api/hide known': 'a cache',
	'consentTrigger/log latest': 'limits lines of the log',
	'host/executionEnd atEnd': 'each version adds its own handler to an execution',
	'pollTrigger/memberList reads': 'shares the members within one poll',
	'pollTrigger/poll turns': 'the order of events, which may start again',
	'pollTrigger/timedPoller earlier': 'an update only begins a list again',
	'pollTrigger/troubles troubles': 'limits lines of the log and failed executions',
	'shared/yieldToEventLoop sliceBegan': 'each version yields by itself',
	'shared/yieldToEventLoop turn': 'each version yields by itself',
	'resources/storeItem/bothIds lookedUp': 'a cache',
	'trigger/answers saidAt': 'limits lines of the log',
	'trigger/lifecycle publications': 'one publication, which lasts a minute, or the text of its error',
	'trigger/receive verifiedWith': 'limits lines of the log',
};

it('every other variable of the shipped code outlives an update', () => {
	const variable =
		/^(?:export )?(?:let (\w+)|const (\w+)[^=\n]* = new (?:Weak)?(?:Map|Set)(?:<[^\n]*>)?\(\);)/gm;
	const found = shippedFiles().flatMap(({ file, text }) => {
		const names = [...text.matchAll(variable)].map(([, one, other]) => one ?? other);
		return names.map((name) => `${file.replace(/\.ts$/, '').replaceAll('\\', '/')} ${name}`);
	});
	expect(found.sort()).toEqual(Object.keys(ONCE_PER_VERSION).sort());
});
