import type { IDataObject, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import type { Effect } from '../../../nodes/RewardsEngagement/api/request';
import type { RemoteOperation } from '../../../nodes/RewardsEngagement/declare/registry';
import type { Operation as Endpoint } from '../../../sandbox/contract/document';
import { nameOf, type Scenario } from '../../fixtures/operations';
import type { Service } from '../../../sandbox/service';
import { runNode } from '../engine';
import type { TestService } from '../sandbox';
import { expressions } from './runProblems';

/** The effect of a repeated request, in words. */
const MEANING: Record<Effect, string> = {
	read: 'a repeat changes nothing',
	replace: 'a repeat changes nothing more',
	once: 'a repeat may take effect again',
};

/** Compares the declared `effect` of an operation with the documented one. */
export function declaredEffectProblems(operation: RemoteOperation, endpoint: Endpoint): string[] {
	const { effect, resource, name } = operation;
	const documented = endpoint['x-effect'];
	const [file] = endpoint.operationId.split('.');
	if (documented === undefined) {
		return [
			`the effect of ${nameOf(operation)} is "${effect}", but ${endpoint.operationId} has no x-effect. ` +
				`Say under x-effect in sandbox/openapi/${file}.yaml what a repeat does: read, replace or once.`,
		];
	}
	if (effect === documented) return [];
	return [
		`the effect of ${nameOf(operation)} is "${effect}" (${MEANING[effect]}), ` +
			`but x-effect of ${endpoint.operationId} is "${documented}" (${MEANING[documented]}). ` +
			`Correct effect in resources/${resource}/${name}.ts, ` +
			`or x-effect in sandbox/openapi/${file}.yaml if the document is wrong.`,
	];
}

/** A date in the sandbox's format, and one in milliseconds. */
const DATE = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const YEAR_2001_MS = 1e12;
/** An id made at run time. A seeded id is mostly zeros. */
const MADE_ID = /\b(?![a-f]\d0{10})[0-9a-f]{24}\b/g;
/** A consent code. */
const CODE = /^[\w-]{32}$/;

/** All records of the service, as a text that does not depend on time and new ids. */
function recordsOf({ state }: Service): string {
	return JSON.stringify(state, (_name, value: unknown) => {
		if (value instanceof Map || value instanceof Set) return [...(value as Iterable<unknown>)];
		if (typeof value === 'number') return value > YEAR_2001_MS ? 'a date' : value;
		if (typeof value !== 'string') return value;
		if (DATE.test(value)) return 'a date';
		return CODE.test(value) ? 'a code' : value.replace(MADE_ID, 'an id');
	});
}

/** The number of movements of points. */
function movementsOf({ state }: Service): number {
	return [...state.realms.values()].reduce((sum, { ledger }) => sum + ledger.entries.length, 0);
}

/** The number of equal items in a scenario. */
const EQUAL_ITEMS = 2;

/** The second claim of a scenario has nothing to claim. A real member may have earned more between two claims. */
const LEAVES_NOTHING = ['memberWeb3.claim'];

/** The state of a new service after some equal items. */
interface Outcome {
	/** The records before and after. */
	before: string;
	after: string;
	/** The number of movements of points. */
	movements: number;
	/** The statuses of the responses to requests for the endpoint. */
	answers: number[];
	/** The output of each item, empty for a refused one. */
	given: IDataObject[][];
	/** The number of items that succeeded or failed. */
	ended: number;
	/** The error of the run, or of its first failed item. */
	failure?: string;
}

/** The input of a comparison. */
export interface EffectCase {
	operation: RemoteOperation;
	/** The endpoint of the operation. */
	endpoint: Endpoint;
	/** Its first item is repeated. */
	scenario: Scenario;
	service: TestService;
}

/**
 * Runs an operation for equal items in n8n's engine. Compares the requests and the sandbox's records afterwards with
 * the documented effect of a repeat.
 *
 * @returns the problems
 */
export async function effectProblems(tried: EffectCase): Promise<string[]> {
	const { operation, endpoint } = tried;
	const documented = endpoint['x-effect'];
	if (documented === undefined) return declaredEffectProblems(operation, endpoint);
	const one = await outcomeOf(tried, 1);
	const all = await outcomeOf(tried, EQUAL_ITEMS);
	const problems = [
		...(one.failure === undefined ? [] : [`one item failed: ${one.failure}`]),
		...(one.before === all.before ? [] : ['the scenario does not begin with the same records each time']),
		...(all.ended === EQUAL_ITEMS
			? []
			: [`${all.ended} of ${EQUAL_ITEMS} equal items gave a result or an error`]),
		...(documented === 'read' ? readProblems(one, all) : changeProblems(operation, documented, one, all)),
	];
	const said = `effect is "${operation.effect}", and x-effect of ${endpoint.operationId} is "${documented}"`;
	return problems.map((problem) => `${nameOf(operation)}: ${said}, but ${problem}.`);
}

/** Equal reads may share a request: each has the same response, and nothing changes. */
function readProblems(one: Outcome, all: Outcome): string[] {
	const answers = new Set(all.given.map((contents) => JSON.stringify(contents)));
	return [
		...(one.after === one.before ? [] : ['it changed the records: a read changes nothing']),
		...(answers.size === 1 ? [] : ['equal items got different answers']),
	];
}

/** A request that changes data is sent for each item. The service's records afterwards show the effect of a repeat. */
function changeProblems(
	operation: RemoteOperation,
	documented: Effect,
	one: Outcome,
	all: Outcome,
): string[] {
	const sent = all.answers.length;
	if (sent !== EQUAL_ITEMS) {
		const lost = documented === 'once' ? ', so what the others pay or make is dropped' : '';
		return [
			`${EQUAL_ITEMS} equal items sent ${sent} of ${EQUAL_ITEMS} requests${lost}. Only those of effect "read" may share one`,
		];
	}
	const isRepeated = one.after !== all.after;
	if (documented === 'replace') {
		return isRepeated ? ['the second item changed the records again, as effect "once" does'] : [];
	}
	if (LEAVES_NOTHING.includes(nameOf(operation))) {
		return isRepeated ? ['the second item changed the records: take it off LEAVES_NOTHING'] : [];
	}
	// A service that refuses the second request does not show what that would do without the check.
	if (all.answers.some((status) => status >= 400)) {
		return operation.spends ? ['the second payment was refused: let the scenario afford both'] : [];
	}
	if (!isRepeated) return ['the second item changed nothing more, as effect "read" or "replace" does'];
	const moved = one.movements * EQUAL_ITEMS;
	return all.movements === moved ? [] : [`points were moved ${all.movements} times, not ${moved} times`];
}

async function outcomeOf(
	{ operation, endpoint, scenario, service }: EffectCase,
	count: number,
): Promise<Outcome> {
	await service.control.reset();
	const [item] = scenario(service);
	const before = recordsOf(service);
	const movedBefore = movementsOf(service);
	const { resource, name, bulk } = operation;
	// All other options keep their defaults. Separate requests for each item can be counted.
	const options = bulk ? { batchSize: 1 } : {};
	const run = await runNode({
		credential: service.credential({ appUrl: service.appUrl }),
		parameters: { resource, operation: name, ...expressions(operation, item!), options },
		input: Array.from({ length: count }, () => ({ item: item! })),
		onError: 'continueErrorOutput',
	});
	const of = (items: INodeExecutionData[], index: number) =>
		items.filter(({ pairedItem }) => (pairedItem as IPairedItemData).item === index);
	const indexes = Array.from({ length: count }, (_, index) => index);
	const [refused] = run.errorItems;
	return {
		before,
		after: recordsOf(service),
		movements: movementsOf(service) - movedBefore,
		answers: service.requests
			.filter(({ operationId }) => operationId === endpoint.operationId)
			.map(({ status }) => status ?? 0),
		given: indexes.map((index) => of(run.items, index).map(({ json }) => json)),
		ended: indexes.filter((index) => of([...run.items, ...run.errorItems], index).length > 0).length,
		failure: run.error?.message ?? (refused && JSON.stringify(refused.json)),
	};
}
