import { badRequest } from '../base/errors';
import { newId } from '../base/ids';
import type { Operation } from '../contract/document';
import type { Fault, FaultPlan, FaultRequest } from './fault';
import { planned } from './faultPlan';

/** Switches that make the operations fail. */
export class Faults {
	private faults: Fault[] = [];

	private plan: FaultPlan | undefined;

	/** Requests of each operation since the plan was set. */
	private readonly counts = new Map<string, number>();

	constructor(private readonly operations: readonly Operation[]) {}

	/**
	 * Adds one fault.
	 *
	 * @throws {ServiceError} 400 when the operation is unknown or the kind does not fit the other values
	 */
	add(request: FaultRequest): Fault {
		const fault = this.complete(request, newId());
		this.faults.push(fault);
		return { ...fault };
	}

	/**
	 * Sets or removes the plan for the requests that no single fault hits. Restarts the count.
	 *
	 * @throws {ServiceError} 400 when `add` would refuse a fault of the plan
	 */
	setPlan(plan: FaultPlan | undefined): void {
		for (const fault of plan?.faults ?? []) this.complete({ ...fault, operation: plan?.operation ?? '' }, '');
		this.plan = plan;
		this.counts.clear();
	}

	/** The active faults, with their remaining `times`. */
	list(): Fault[] {
		return this.faults.map((fault) => ({ ...fault }));
	}

	/** Switches one fault off, or all of them and the plan. */
	clear(id?: string): void {
		this.faults = id === undefined ? [] : this.faults.filter((fault) => fault.id !== id);
		if (id === undefined) this.setPlan(undefined);
	}

	/** The fault that hits this request. It uses up one of its `times`. */
	draw(operation: Operation): Fault | undefined {
		return this.switched(operation) ?? this.planned(operation);
	}

	private switched(operation: Operation): Fault | undefined {
		const fault = this.faults.find(
			(candidate) => concerns(candidate, operation) && Math.random() < (candidate.probability ?? 1),
		);
		if (fault?.times !== undefined) {
			fault.times -= 1;
			if (fault.times <= 0) this.clear(fault.id);
		}
		return fault;
	}

	private planned(operation: Operation): Fault | undefined {
		if (!this.plan || !concerns(this.plan, operation)) return undefined;
		const { operationId } = operation;
		const count = this.counts.get(operationId) ?? 0;
		this.counts.set(operationId, count + 1);
		const fault = planned(this.plan, operationId, count);
		return fault && this.complete({ ...fault, operation: operationId }, `${operationId} ${count}`);
	}

	/** @throws {ServiceError} 400 when the operation is unknown or the kind does not fit the other values */
	private complete(request: FaultRequest, id: string): Fault {
		const isAnswerCut = request.kind === 'truncate' || request.kind === 'cut';
		if (!this.operations.some((operation) => concerns(request, operation))) {
			throw badRequest(`There is no operation ${request.operation}.`);
		}
		if (isAnswerCut && request.when === 'before') {
			throw badRequest('The kinds "truncate" and "cut" need a response, so "when" must be "after".');
		}
		if (request.kind === 'redirect' && request.location === undefined) {
			throw badRequest('A redirect needs a location.');
		}
		return { when: isAnswerCut ? 'after' : 'before', ...request, id };
	}
}

function concerns({ operation: wanted }: Pick<FaultRequest, 'operation'>, operation: Operation): boolean {
	return ['*', operation.operationId, `${operation.method} ${operation.path}`].includes(wanted);
}
